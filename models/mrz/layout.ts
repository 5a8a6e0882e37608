import type { MrzFormat } from './types.ts';

/** Characters `from` up to, not including, `to` of a line; all counted from 0. */
export interface Span {
  line: number;
  from: number;
  to: number;
}

/** The layout of one format's lines. */
export interface Layout {
  format: MrzFormat;
  width: number;
  /** For each line, what each position allows: a key of `ALPHABETS`, or a capital for exactly that character. */
  masks: readonly string[];
  /** Both identifiers, or only the primary one if the secondary is elsewhere. */
  names: Span;
  givenNames: Span | null;
  number: Span;
  nationality: Span | null;
  birth: Span;
  sex: Span;
  expiry: Span | null;
  /** Optional data in order; the first may begin with the rest of a long document number. */
  optional: readonly Span[];
  /** Only TD3 has a check digit for its personal number. */
  optionalChecked: boolean;
  composite: { over: readonly Span[]; digit: Span } | null;
  /** The letters that its characters represent in names in another script. */
  letters?: Readonly<Record<string, string>>;
  /** A part of the number in another place, and after how many of its characters it belongs. */
  numberPart?: { span: Span; behind: number };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

/** ICAO Doc 9303 parts 3 to 7: `t` begins a card's MRZ, `s` is the sex, `c` a mandatory check digit; `r` is a Russian letter (`RUSSIAN_ID`). */
const ALPHABETS: Record<string, string> = {
  a: `${LETTERS}<`,
  n: `${DIGITS}<`,
  x: `${LETTERS}${DIGITS}<`,
  c: DIGITS,
  s: 'MF<',
  t: 'ACI',
  r: `${LETTERS}2346789<`,
};

/** Returns the characters that the letter `kind` of a mask allows. */
export function alphabetOf(kind: string): string {
  return ALPHABETS[kind] ?? kind;
}

const span = (line: number, from: number, to: number): Span => ({ line, from, to });

/** The second line that TD2, TD3 and the visas share up to column 28. */
const SECOND = {
  givenNames: null,
  number: span(1, 0, 9),
  nationality: span(1, 10, 13),
  birth: span(1, 13, 19),
  sex: span(1, 20, 21),
  expiry: span(1, 21, 27),
};
const SECOND_MASK = 'xxxxxxxxxnaaannnnnncsnnnnnnn';

function twoLines(opening: string, format: MrzFormat, width: number, optionalTo: number): Layout {
  const digits = width - optionalTo;
  return {
    ...SECOND,
    format,
    width,
    masks: [
      `${opening}xaaa${'a'.repeat(width - 5)}`,
      SECOND_MASK + 'x'.repeat(optionalTo - 28) + (digits === 2 ? 'nc' : 'c'.repeat(digits)),
    ],
    names: span(0, 5, width),
    optional: [span(1, 28, optionalTo)],
    optionalChecked: digits === 2,
    composite:
      digits > 0
        ? { over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, width - 1)], digit: span(1, width - 1, width) }
        : null,
  };
}

/**
 * France's identity card of 1988 to 2021, which predates the standard's cards: the surname, the issuing office, then
 * number, given names, birth date and sex; no expiry date. Its last digit covers everything before it, as its specimens
 * show. Office and number hold digits, except that a department may be 2A or 2B.
 */
const FRENCH_ID: Layout = {
  format: 'FRENCH_ID',
  width: 36,
  masks: [`IDFRA${'a'.repeat(25)}nxnnnn`, `nnnnnxnnnnnnc${'a'.repeat(14)}nnnnnncsc`],
  names: span(0, 5, 30),
  givenNames: span(1, 13, 27),
  number: span(1, 0, 12),
  nationality: null,
  birth: span(1, 27, 33),
  sex: span(1, 34, 35),
  expiry: null,
  optional: [],
  optionalChecked: false,
  composite: { over: [span(0, 0, 36), span(1, 0, 35)], digit: span(1, 35, 36) },
};

/** The characters for Russian letters in the MRZ of the internal passport. */
const RUSSIAN_LETTERS = {
  ...{ A: 'А', B: 'Б', V: 'В', G: 'Г', D: 'Д', E: 'Е', 2: 'Ё', J: 'Ж', Z: 'З', I: 'И', Q: 'Й', K: 'К', L: 'Л', M: 'М' },
  ...{ N: 'Н', O: 'О', P: 'П', R: 'Р', S: 'С', T: 'Т', U: 'У', F: 'Ф', H: 'Х', C: 'Ц', 3: 'Ч', 4: 'Ш', W: 'Щ', X: 'Ъ' },
  ...{ Y: 'Ы', 9: 'Ь', 6: 'Э', 7: 'Ю', 8: 'Я' },
};

/**
 * Russia's internal passport since 2011 (Ministry of the Interior, order 851 of 13 November 2017, then 773 of 16 November 2020, annex on the
 * machine-readable record): like TD3 except for the names, whose letters use a table of their own, and the number: three digits of the series and the
 * six of the number. The series' fourth digit begins the optional data, before the day of issue and the office. It has no expiry date.
 */
const RUSSIAN_ID: Layout = {
  ...twoLines('P', 'RUSSIAN_ID', 44, 42),
  masks: [`PNRUS${'r'.repeat(39)}`, `nnnnnnnnncRUSnnnnnncs<<<<<<<${'n'.repeat(14)}cc`],
  letters: RUSSIAN_LETTERS,
  numberPart: { span: span(1, 28, 29), behind: 3 },
};

/** ICAO Doc 9303, eighth edition: part 5 (TD1), part 6 (TD2), part 4 (TD3), part 7 (MRV-A and MRV-B). */
export const LAYOUTS: readonly Layout[] = [
  {
    format: 'TD1',
    width: 30,
    masks: [`txaaaxxxxxxxxxn${'x'.repeat(15)}`, `nnnnnncsnnnnnnnaaa${'x'.repeat(11)}c`, 'a'.repeat(30)],
    names: span(2, 0, 30),
    givenNames: null,
    number: span(0, 5, 14),
    nationality: span(1, 15, 18),
    birth: span(1, 0, 6),
    sex: span(1, 7, 8),
    expiry: span(1, 8, 14),
    optional: [span(0, 15, 30), span(1, 18, 29)],
    optionalChecked: false,
    composite: { over: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)], digit: span(1, 29, 30) },
  },
  FRENCH_ID,
  RUSSIAN_ID,
  twoLines('t', 'TD2', 36, 35),
  twoLines('P', 'TD3', 44, 42),
  twoLines('V', 'MRVA', 44, 44),
  twoLines('V', 'MRVB', 36, 36),
];

/** Lengths of a line, in all formats. */
export const WIDTHS: readonly number[] = [...new Set(LAYOUTS.map(({ width }) => width))];

/** Returns the layout for this number, width and document code of lines, or null if there is none. */
export function layoutOf(lines: readonly string[]): Layout | null {
  return LAYOUTS.find((layout) => fits(lines, layout)) ?? null;
}

/** Returns whether the first character, and every other that is the same on all documents of the format, match. */
function fits(lines: readonly string[], { masks, width }: Layout): boolean {
  if (lines.length !== masks.length || lines.some((line) => line.length !== width)) return false;
  const opening = masks[0]?.match(/^(?:[A-Z]+|t)/)?.[0] ?? '';
  return [...opening].every((kind, column) => alphabetOf(kind).includes(lines[0]?.charAt(column) || ' '));
}

/** Returns the characters of `span` in `lines`. */
export function take(lines: readonly string[], { line, from, to }: Span): string {
  return (lines[line] ?? '').slice(from, to);
}
