import type { SpecimenPerson } from './people.ts';

const STATE = 'UTO';
const WEIGHTS = [7, 3, 1];
const TD1_LINE = 30;
const TD2_LINE = 36;
const TD3_LINE = 44;
/** The old French identity card gives the surname 25 characters, the office 6, the number 12 and the first names 14. */
const FRENCH = { surname: 25, office: 6, number: 12, firstNames: 14 };

/**
 * The check digit of ICAO 9303 part 3, section 4.9: digits count as themselves, A-Z as 10-35, fillers as 0; the
 * weights 7, 3, 1 repeat; the remainder by 10 is the digit.
 */
export function checkDigit(text: string): string {
  let sum = 0;
  for (const [i, character] of [...text].entries()) {
    const value = character === '<' ? 0 : Number.parseInt(character, 36);
    sum += value * (WEIGHTS[i % 3] ?? 0);
  }
  return String(sum % 10);
}

/** The three lines of a card (TD1, ICAO 9303 part 5, section 4.2). */
export function td1Lines(person: SpecimenPerson): [string, string, string] {
  const number = pad(person.documentNumber, 9);
  const first = pad(`I<${STATE}${number}${checkDigit(number)}`, TD1_LINE);
  const born = withCheckDigit(mrzDate(person.dob));
  const expires = withCheckDigit(mrzDate(person.expires));
  const second = pad(`${born}${person.sex}${expires}${STATE}`, TD1_LINE - 1);
  const composite = first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29);
  return [first, second + checkDigit(composite), nameField(person, TD1_LINE)];
}

/** The two lines of a passport (TD3, ICAO 9303 part 4, section 4.2). */
export function td3Lines(person: SpecimenPerson): [string, string] {
  const first = `P<${STATE}${nameField(person, TD3_LINE - 5)}`;
  const second = pad(holderFields(person), TD3_LINE - 1);
  const composite = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43);
  return [first, second + checkDigit(composite)];
}

/** The two lines of a document of ID-2 size (TD2, ICAO 9303 part 6, section 4.2). */
export function td2Lines(person: SpecimenPerson): [string, string] {
  const second = pad(holderFields(person), TD2_LINE - 1);
  const composite = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 35);
  return [`I<${STATE}${nameField(person, TD2_LINE - 5)}`, second + checkDigit(composite)];
}

/** The two lines of a large visa (MRV-A, ICAO 9303 part 7, section 4.1): no composite check digit. */
export function mrvaLines(person: SpecimenPerson): [string, string] {
  return visaLines(person, TD3_LINE);
}

/** The two lines of a small visa (MRV-B, ICAO 9303 part 7, section 4.2). */
export function mrvbLines(person: SpecimenPerson): [string, string] {
  return visaLines(person, TD2_LINE);
}

function visaLines(person: SpecimenPerson, width: number): [string, string] {
  return [`V<${STATE}${nameField(person, width - 5)}`, pad(holderFields(person), width)];
}

/**
 * The two lines of the identity card that France issued until 2021. It follows no part of ICAO 9303: it has surname and issuing office, then number,
 * first names, birth date and sex. Its check digits are computed as ICAO's; the last one covers both lines.
 * @param office six characters: the department and its office
 */
export function frenchIdLines(person: SpecimenPerson, office = '952042'): [string, string] {
  const surname = pad(transliterate(person.lastName), FRENCH.surname).slice(0, FRENCH.surname);
  const first = `IDFRA${surname}${pad(office, FRENCH.office)}`;
  const number = withCheckDigit(pad(person.documentNumber, FRENCH.number));
  const names = person.firstNames.split(' ').map(transliterate).join('<<');
  const born = withCheckDigit(mrzDate(person.dob));
  const second = number + pad(names, FRENCH.firstNames).slice(0, FRENCH.firstNames) + born + person.sex;
  return [first, second + checkDigit(first + second)];
}

/** Number, nationality, birth date, sex and expiry, in the order of TD2, TD3 and the visas. */
function holderFields(person: SpecimenPerson): string {
  const number = withCheckDigit(pad(person.documentNumber, 9));
  const born = withCheckDigit(mrzDate(person.dob));
  return number + STATE + born + person.sex + withCheckDigit(mrzDate(person.expires));
}

/** ICAO 9303 part 3, section 6, as far as the specimens need it: accents dropped, ligatures spelt out, gaps filled. */
function transliterate(name: string): string {
  const spelt = name.toUpperCase().replaceAll('Æ', 'AE').replaceAll('Ø', 'OE');
  const plain = spelt.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.replaceAll("'", '').replaceAll(/[^A-Z]+/g, '<');
}

function nameField(person: SpecimenPerson, length: number): string {
  return pad(`${transliterate(person.lastName)}<<${transliterate(person.firstNames)}`, length).slice(0, length);
}

/** YYYY-MM-DD as YYMMDD. */
function mrzDate(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

function withCheckDigit(field: string): string {
  return field + checkDigit(field);
}

function pad(text: string, length: number): string {
  return text.padEnd(length, '<');
}
