import { checkDigit } from './check-digit.ts';
import { countryOf } from './countries.ts';
import { birthDate, expiryDate } from './dates.ts';
import { type Layout, layoutOf, type Span, take } from './layout.ts';
import type { CheckedField, MrzParsed } from './types.ts';

const SEXES: Record<string, 'M' | 'F' | 'X'> = { M: 'M', F: 'F', '<': 'X' };

/**
 * Parses an MRZ by ICAO Doc 9303 parts 3 to 7. `lines` hold A-Z, 0-9 and `<`, each at its full width; repairs nothing.
 * `today` is YYYY-MM-DD and determines the centuries. Returns null if the lines match no format.
 */
export function parseMrz(lines: readonly string[], today: string): MrzParsed | null {
  const layout = layoutOf(lines);
  if (!layout || !lines.every((line) => /^[A-Z0-9<]+$/.test(line))) return null;
  const number = documentNumber(lines, layout);
  const check_digits = checkDigits(lines, layout);
  const names = namesOf(lines, layout);
  const expiry_date = layout.expiry && expiryDate(take(lines, layout.expiry), today);
  // No person is born after their document has expired.
  const bornBy = expiry_date !== null && expiry_date < today ? expiry_date : today;
  return {
    format: layout.format,
    lines: [...lines],
    valid: isValid(check_digits),
    check_digits,
    document_code: spaced((lines[0] ?? '').slice(0, 2)),
    issuing_country: countryOf((lines[0] ?? '').slice(2, 5)),
    nationality: layout.nationality && countryOf(take(lines, layout.nationality)),
    last_name: names.primary,
    first_name: names.secondary,
    document_number: spaced(wholeNumber(number.value, lines, layout)).replaceAll(' ', ''),
    date_of_birth: birthDate(take(lines, layout.birth), bornBy),
    expiry_date,
    sex: SEXES[take(lines, layout.sex)] ?? null,
    optional_data: optionalData(lines, layout, number.restLength),
  };
}

interface DocumentNumber {
  value: string;
  digit: string;
  /** Characters of the first optional field that belong to the number: the rest, its check digit and a filler. */
  restLength: number;
}

/**
 * Parts 5 and 6, note on long document numbers: if the number has more than nine characters, a filler replaces its
 * check digit, and the rest with the check digit begins the optional data, ended by a filler.
 */
function documentNumber(lines: readonly string[], layout: Layout): DocumentNumber {
  const start = take(lines, layout.number);
  const digit = take(lines, after(layout.number));
  const long = layout.format === 'TD1' || layout.format === 'TD2';
  const rest =
    long && digit === '<' && layout.optional[0] ? take(lines, layout.optional[0]).match(/^[A-Z0-9]+/)?.[0] : '';
  if (!rest || rest.length < 2) return { value: start, digit, restLength: 0 };
  return { value: start + rest.slice(0, -1), digit: rest.slice(-1), restLength: rest.length + 1 };
}

function wholeNumber(value: string, lines: readonly string[], { numberPart }: Layout): string {
  if (!numberPart) return value;
  const { span, behind } = numberPart;
  return value.slice(0, behind) + take(lines, span) + value.slice(behind);
}

/** Returns every check digit of `lines`, which match `layout`. */
export function checkDigits(lines: readonly string[], layout: Layout): Record<CheckedField, boolean | null> {
  return {
    document_number: checkDigitOf('document_number', lines, layout),
    date_of_birth: checkDigitOf('date_of_birth', lines, layout),
    expiry_date: checkDigitOf('expiry_date', lines, layout),
    personal_number: checkDigitOf('personal_number', lines, layout),
    composite: checkDigitOf('composite', lines, layout),
  };
}

/** Returns one of them. */
export function checkDigitOf(field: CheckedField, lines: readonly string[], layout: Layout): boolean | null {
  const checkField = (span: Span | null | undefined): boolean | null =>
    span ? check(take(lines, span), take(lines, after(span))) : null;
  if (field === 'date_of_birth') return checkField(layout.birth);
  if (field === 'expiry_date') return checkField(layout.expiry);
  if (field === 'personal_number') return layout.optionalChecked ? checkField(layout.optional[0]) : null;
  if (field === 'composite') return checkComposite(lines, layout);
  const { value, digit } = documentNumber(lines, layout);
  return check(value, digit);
}

function checkComposite(lines: readonly string[], { composite }: Layout): boolean | null {
  if (!composite) return null;
  return checkDigit(composite.over.map((span) => take(lines, span)).join('')) === take(lines, composite.digit);
}

/** Returns whether nothing is wrong, and the document number, which every format must have, is right. */
export function isValid(digits: Record<CheckedField, boolean | null>): boolean {
  return digits.document_number === true && Object.values(digits).every((right) => right !== false);
}

/** An empty field may omit its check digit (part 4, 4.2.2.2); everywhere else a filler is a wrong digit. */
function check(field: string, digit: string): boolean | null {
  if (digit === '<' && /^<*$/.test(field)) return null;
  return checkDigit(field) === digit;
}

function namesOf(lines: readonly string[], layout: Layout): { primary: string; secondary: string } {
  const { names, givenNames, letters } = layout;
  const split = splitNames(take(lines, names).replace(/[^<]/g, (sign) => letters?.[sign] ?? sign));
  return givenNames === null ? split : { ...split, secondary: spaced(take(lines, givenNames)) };
}

/** Part 3, 4.6: two fillers end the primary identifier, a single filler is a space, and fillers pad the field. */
function splitNames(field: string): { primary: string; secondary: string } {
  const [primary = '', ...secondary] = field.replace(/<+$/, '').split('<<');
  return { primary: spaced(primary), secondary: spaced(secondary.join('<')) };
}

function optionalData(lines: readonly string[], layout: Layout, skipped: number): string | null {
  const parts = layout.optional.map((span, i) => spaced(take(lines, span).slice(i === 0 ? skipped : 0)));
  return parts.filter((part) => part !== '').join(' ') || null;
}

function spaced(text: string): string {
  return text.replace(/<+/g, ' ').trim();
}

function after({ line, to }: Span): Span {
  return { line, from: to, to: to + 1 };
}
