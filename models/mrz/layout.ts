import type { MrzFormat } from './types.ts';

/** Characters `from` up to, not including, `to` of a line; all from 0. */
export interface Span {
  line: number;
  from: number;
  to: number;
}

/**
 * What may stand at a position: `a` A-Z or filler, `n` 0-9 or filler, `x` any, `c` 0-9, `s` M, F or filler, `f` any, in
 * a field that ends in fillers (it may be stretched or shortened there where the recogniser miscounted them).
 */
export interface Layout {
  format: MrzFormat;
  width: number;
  masks: readonly string[];
  names: Span;
  number: Span;
  nationality: Span;
  birth: Span;
  sex: Span;
  expiry: Span;
  /** Optional data in order; the first may start with the rest of a long document number. */
  optional: readonly Span[];
  /** TD3 alone checks its personal number on its own. */
  optionalChecked: boolean;
  composite: { over: readonly Span[]; digit: Span } | null;
}

const span = (line: number, from: number, to: number): Span => ({ line, from, to });

/** The second line that TD2, TD3 and the visas share up to column 28. */
const SECOND = {
  names: span(0, 5, 0),
  number: span(1, 0, 9),
  nationality: span(1, 10, 13),
  birth: span(1, 13, 19),
  sex: span(1, 20, 21),
  expiry: span(1, 21, 27),
};
const SECOND_MASK = 'xxxxxxxxxnaaannnnnncsnnnnnnn';

function twoLines(format: MrzFormat, width: number, optionalTo: number, composite: boolean, checked: boolean): Layout {
  const digits = width - optionalTo;
  return {
    ...SECOND,
    format,
    width,
    masks: [
      `axaaa${'a'.repeat(width - 5)}`,
      SECOND_MASK + 'f'.repeat(optionalTo - 28) + (digits === 2 ? 'nc' : 'c'.repeat(digits)),
    ],
    names: span(0, 5, width),
    optional: [span(1, 28, optionalTo)],
    optionalChecked: checked,
    composite: composite
      ? { over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, width - 1)], digit: span(1, width - 1, width) }
      : null,
  };
}

/** ICAO Doc 9303, eighth edition: part 5 (TD1), part 6 (TD2), part 4 (TD3), part 7 (MRV-A and MRV-B). */
export const LAYOUTS: readonly Layout[] = [
  {
    format: 'TD1',
    width: 30,
    masks: [`axaaaxxxxxxxxxn${'f'.repeat(15)}`, `nnnnnncsnnnnnnnaaa${'f'.repeat(11)}c`, 'a'.repeat(30)],
    names: span(2, 0, 30),
    number: span(0, 5, 14),
    nationality: span(1, 15, 18),
    birth: span(1, 0, 6),
    sex: span(1, 7, 8),
    expiry: span(1, 8, 14),
    optional: [span(0, 15, 30), span(1, 18, 29)],
    optionalChecked: false,
    composite: { over: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)], digit: span(1, 29, 30) },
  },
  twoLines('TD2', 36, 35, true, false),
  twoLines('TD3', 44, 42, true, true),
  twoLines('MRVA', 44, 44, false, false),
  twoLines('MRVB', 36, 36, false, false),
];

/** First letters of the document code: passports, visas, and the three of official travel documents (parts 4 to 7). */
const CODES: Record<MrzFormat, string> = { TD1: 'ACI', TD2: 'ACI', TD3: 'P', MRVA: 'V', MRVB: 'V' };

/** The layout of lines of this number, width and document code, or null where there is none. */
export function layoutOf(lines: readonly string[]): Layout | null {
  const code = lines[0]?.charAt(0) ?? '';
  const fits = (layout: Layout): boolean =>
    lines.length === layout.masks.length &&
    lines.every((line) => line.length === layout.width) &&
    CODES[layout.format].includes(code);
  return code === '' ? null : (LAYOUTS.find(fits) ?? null);
}

/** The characters of `span` in `lines`. */
export function take(lines: readonly string[], { line, from, to }: Span): string {
  return (lines[line] ?? '').slice(from, to);
}
