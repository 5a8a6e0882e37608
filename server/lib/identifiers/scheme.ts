/** How the numbers of one kind are written, and how their check digits are reckoned. */
export interface Scheme {
  /** What it is, who gives it out, and the document that says how it is made. */
  source: string;
  /** Characters that may stand anywhere between the others. Default: spaces, dashes, dots, slashes, commas, colons. */
  separators?: RegExp;
  /** Letters before the number that are no part of it. */
  prefix?: RegExp;
  /** Shorter numbers are those of this length that lost their leading zeros. */
  padTo?: number;
  /** The form without separators, in capitals. */
  form: RegExp;
  /** What the form cannot say: check digits mostly, countries and dates too. */
  check?: (compact: string) => boolean;
  /** `check` looks at the form alone: there is no check digit, or none that is published. */
  formOnly?: true;
  /** Numbers of the form whose check digit's formula is not known: neither right nor wrong. */
  undecided?: RegExp;
  /** Capitals and small letters differ. */
  caseCounts?: true;
}

export type SchemeTable = Readonly<Record<string, Scheme>>;

const SEPARATORS = /[\s./,:-]/g;
const DASHES = /[\u00AD\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
/** Zeros of the decimal digits of other scripts: Arabic-Indic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const FOREIGN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59]/g;

/** Compatibility forms, dashes and digits of other scripts as ASCII has them; the ends trimmed. */
export function foldText(value: string): string {
  return value.normalize('NFKC').replace(DASHES, '-').replace(FOREIGN_DIGIT, toAsciiDigit).trim();
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
}

/** The number as the scheme compares it: in capitals, without prefix and separators, padded. */
export function compactBy(scheme: Scheme, value: string): string {
  const folded = foldText(value);
  const cased = scheme.caseCounts ? folded : folded.toUpperCase();
  const text = cased.replace(scheme.separators ?? SEPARATORS, '').replace(scheme.prefix ?? '', '');
  return /^\d+$/.test(text) ? text.padStart(scheme.padTo ?? 0, '0') : text;
}

/** Whether the number has the scheme's form and, where there are any, the right check digits; null if nobody can say. */
export function conforms(scheme: Scheme, value: string): boolean | null {
  const compact = compactBy(scheme, value);
  if (scheme.undecided?.test(compact)) return null;
  return scheme.form.test(compact) && (scheme.check?.(compact) ?? true);
}
