import type { MrzRecognition, Quad } from '../ports.ts';
import { partOfQuad } from '../runtime/geometry.ts';
import { type Layout, type Span, take } from './layout.ts';
import type { MrzField } from './types.ts';

/** Returns the position of each field in the lines; both names have the same span if they share it. null: the format lacks the field. */
export function spansOf(layout: Layout): Record<MrzField, Span | null> {
  const issuer = { line: 0, from: 2, to: 5 };
  return {
    last_name: layout.names,
    first_name: layout.givenNames ?? layout.names,
    document_number: layout.number,
    date_of_birth: layout.birth,
    expiry_date: layout.expiry,
    sex: layout.sex,
    nationality: layout.nationality ?? issuer,
    issuing_country: issuer,
  };
}

/** Returns the quads of each field's characters in the picture, without adjacent fillers; omits empty fields. */
export function fieldQuads(mrz: MrzRecognition, layout: Layout): Partial<Record<MrzField, Quad>> {
  const { names, givenNames } = layout;
  const spans = { ...spansOf(layout), ...(givenNames === null && splitNames(mrz.lines, names)) };
  const quads = Object.entries(spans).flatMap(([field, span]) => {
    const quad = span && quadOf(mrz, span);
    return quad ? [[field, quad]] : [];
  });
  return Object.fromEntries(quads);
}

/** Both identifiers of one span are two fillers apart (ICAO Doc 9303 part 3, 4.6). */
function splitNames(lines: readonly string[], names: Span): { last_name: Span; first_name: Span | null } {
  const at = take(lines, names).indexOf('<<');
  if (at < 0) return { last_name: names, first_name: null };
  const middle = names.from + at;
  return { last_name: { ...names, to: middle }, first_name: { ...names, from: middle + 2 } };
}

function quadOf({ lines, quads }: MrzRecognition, span: Span): Quad | null {
  const { line, from } = span;
  const text = take(lines, span).replace(/<+$/, '');
  const [quad, length] = [quads[line], lines[line]?.length ?? 0];
  return quad && text ? partOfQuad(quad, from / length, (from + text.length) / length) : null;
}
