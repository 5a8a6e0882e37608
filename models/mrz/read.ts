import type { MrzRecognition } from '../ports.ts';
import { type Layout, layoutOf, type Span, take } from './layout.ts';
import { parseMrz } from './parse.ts';
import { fieldQuads, spansOf } from './places.ts';
import type { MrzField, MrzParsed, MrzRead } from './types.ts';

/** One wrong reading in ten has a right check digit by chance. */
const CHANCE_OF_DIGIT = 0.1;

/** Parses a recognised MRZ. `today` is YYYY-MM-DD. Returns null if the lines match no format. */
export function readMrz(mrz: MrzRecognition, today: string): MrzRead | null {
  const layout = layoutOf(mrz.lines);
  const parsed = parseMrz(mrz.lines, today);
  if (!layout || !parsed) return null;
  return {
    ...parsed,
    confidence: Math.min(...mrz.probabilities.flat()),
    confidences: confidencesOf(mrz, layout, parsed),
    repaired: mrz.repaired,
    quads: { lines: mrz.quads, fields: fieldQuads(mrz, layout) },
  };
}

function confidencesOf(mrz: MrzRecognition, layout: Layout, { check_digits }: MrzParsed): Record<MrzField, number> {
  const checked: Readonly<Record<string, boolean | null>> = check_digits;
  const confidences = Object.entries(spansOf(layout)).map(([field, span]) => {
    const least = span ? leastSure(mrz, span) : 1;
    return [field, checked[field] ? 1 - CHANCE_OF_DIGIT * (1 - least) : least];
  });
  return Object.fromEntries(confidences);
}

/** Fillers at the end of a field are not part of its text. */
function leastSure({ lines, probabilities }: MrzRecognition, span: Span): number {
  const length = Math.max(1, take(lines, span).replace(/<+$/, '').length);
  return Math.min(...(probabilities[span.line] ?? []).slice(span.from, span.from + length));
}
