import { spanOf, writeSpan } from '../lib/date-spans.ts';
import { type NameForm, nameForms } from './name-forms.ts';
import { fullName, type PersonName } from './names.ts';
import { countryCode } from './nationality.ts';
import type { Applicant, DocumentReading, FieldName, MrzReading, ReadField } from './types.ts';

/** Returns the name that the applicant submitted, or null if there is none. */
export function submittedName({ first_name, last_name }: Applicant): PersonName | null {
  if (!first_name && !last_name) return null;
  return { ...(first_name && { first: first_name }), ...(last_name && { last: last_name }) };
}

/** Returns the submitted birth date in the form that `spanOf` reads: the whole day, or what is known of it. Null if nothing is. */
export function submittedBirth({ dob, birth_date }: Pick<Applicant, 'dob' | 'birth_date'>): string | null {
  const known = dob ?? (birth_date && `${birth_date.from}/${birth_date.to}`);
  return known?.includes('/') ? writeSpan(spanOf(known)) : (known ?? null);
}

/** Returns the name that a document gave, or null if none was read. */
export function nameOf({ fields, mrz, name_truncated }: DocumentReading): PersonName | null {
  const { first_name, last_name } = fields;
  if (!first_name && !last_name) return null;
  const isFrom = (source: ReadField['source']) => [first_name, last_name].some((field) => field?.source === source);
  return {
    ...(first_name && { first: first_name.value }),
    ...(last_name && { last: last_name.value }),
    truncated:
      (isFrom('mrz') && mrz !== null && hasFullNameField(mrz)) || (isFrom('barcode') && name_truncated === true),
  };
}

/** A name that a document gave. `transliterated`: a part of it is not on the document, but was made by transliteration. */
export interface FormedName {
  name: PersonName;
  transliterated: boolean;
}

/** Returns the name that a document gave in each of its distinct forms: as read, in its own script, in Latin letters. */
export function namesOf(reading: DocumentReading): FormedName[] {
  const asRead = nameOf(reading);
  if (!asRead) return [];
  const { last_name: last, first_name: first } = nameForms(reading);
  const inForm = (form: 'own_script' | 'latin'): PersonName => ({
    ...asRead,
    ...(last?.[form] && { last: last[form] }),
    ...(first?.[form] && { first: first[form] }),
  });
  const isMade = (form: NameForm | undefined): boolean => form?.latin_from === 'transliteration';
  const all = [
    { name: asRead, transliterated: false },
    { name: inForm('own_script'), transliterated: false },
    { name: inForm('latin'), transliterated: isMade(last) || isMade(first) },
  ];
  const firstOf = (text: string): number => all.findIndex(({ name }) => fullName(name) === text);
  return all.filter(({ name }, i) => firstOf(fullName(name)) === i);
}

/**
 * ICAO Doc 9303 parts 4 to 7: the name field ends its line, and a name that fills it completely was cut off. France's old card
 * has a field for the surname (25 characters) and one for the given names (14).
 */
function hasFullNameField({ format, lines }: MrzReading): boolean {
  const [first = '', second = '', third = ''] = lines;
  const fields =
    format === 'FRENCH_ID' ? [first.slice(5, 30), second.slice(13, 27)] : [format === 'TD1' ? third : first];
  return fields.some((field) => field !== '' && !field.endsWith('<'));
}

/** Digits, and the letters that each is misread as in printed text, in addition to those for 0 and 1 in `plainCode`. */
const PRINT_LOOKALIKES: Record<string, string> = { '2': 'Z', '5': 'S', '6': 'G', '7': 'Z', '8': 'B' };

/**
 * Whether two readings of one field (not a name) agree. Null if they cannot be compared. A letter O or I for a digit is a
 * misreading, not a difference. So is every letter that looks like its digit, if one of the readings is of printed text.
 */
export function valuesAgree(field: FieldName, a: ReadField, b: ReadField): boolean | null {
  if (field === 'nationality') return countriesAgree(a.value, b.value);
  const [left, right] = [plainCode(a.value), plainCode(b.value)];
  const printed = a.source === 'print' || b.source === 'print';
  return (
    left === right ||
    (printed && left.length === right.length && [...left].every((sign, i) => looksLike(sign, right[i])))
  );
}

/** One is a digit and the other its letter. Two digits, or two letters, are different. */
function looksLike(sign: string, other = ''): boolean {
  return sign === other || isLetterFor(sign, other) || isLetterFor(other, sign);
}

function isLetterFor(letter: string, figure: string): boolean {
  return PRINT_LOOKALIKES[figure]?.includes(letter) ?? false;
}

/** Whether two country codes name the same country. Null if one of them is not an ISO 3166-1 code. */
export function countriesAgree(a: string, b: string): boolean | null {
  const [left, right] = [countryCode(a), countryCode(b)];
  return left === null || right === null ? null : left === right;
}

function plainCode(text: string): string {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return code.replace(/[OQ]/g, '0').replace(/[IL]/g, '1');
}
