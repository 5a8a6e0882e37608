/** How the numbers of one kind are written, and how their check digits are computed. */
export interface Scheme {
  /** What it is, who issues it, and the document that defines it. */
  source: string;
  /** Characters that may occur anywhere between the others. Default: spaces, dashes, dots, slashes, commas, colons. */
  separators?: RegExp;
  /** Letters before the number that are not part of it. */
  prefix?: RegExp;
  /** Shorter numbers have lost their leading zeros and are padded to this length. */
  padTo?: number;
  /** The form without separators, in capitals. */
  form: RegExp;
  /** What the form cannot express: mostly check digits, also countries and dates. */
  check?: (compact: string) => boolean;
  /** `check` examines only the form: there is no check digit, or no published one. */
  formOnly?: true;
  /** Numbers of this form whose check digit formula is unknown: neither right nor wrong. */
  undecided?: RegExp;
  /** Case matters. */
  caseCounts?: true;
}

export type SchemeTable = Readonly<Record<string, Scheme>>;

const SEPARATORS = /[\s./,:-]/g;
const DASHES = /[\u00AD\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
/** Zeros of the decimal digits of other scripts: Arabic-Indic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const FOREIGN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59]/g;

/** Folds compatibility forms, dashes and digits of other scripts to ASCII, and trims the ends. */
export function foldText(value: string): string {
  return value.normalize('NFKC').replace(DASHES, '-').replace(FOREIGN_DIGIT, toAsciiDigit).trim();
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
}

/** Returns the number in the scheme's comparable form: in capitals, without prefix and separators, padded. */
export function compactBy(scheme: Scheme, value: string): string {
  const folded = foldText(value);
  const cased = scheme.caseCounts ? folded : folded.toUpperCase();
  const text = cased.replace(scheme.separators ?? SEPARATORS, '').replace(scheme.prefix ?? '', '');
  return /^\d+$/.test(text) ? text.padStart(scheme.padTo ?? 0, '0') : text;
}

/** Returns whether the number has the scheme's form and, if there are any, the right check digits; null if that is unknown. */
export function conforms(scheme: Scheme, value: string): boolean | null {
  const compact = compactBy(scheme, value);
  if (scheme.undecided?.test(compact)) return null;
  return scheme.form.test(compact) && (scheme.check?.(compact) ?? true);
}
