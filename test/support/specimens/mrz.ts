import type { SpecimenPerson } from './people.ts';

const STATE = 'UTO';
const WEIGHTS = [7, 3, 1];
const TD1_LINE = 30;
const TD3_LINE = 44;

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
  const number = withCheckDigit(pad(person.documentNumber, 9));
  const born = withCheckDigit(mrzDate(person.dob));
  const expires = withCheckDigit(mrzDate(person.expires));
  const personal = `${'<'.repeat(14)}<`;
  const composite = checkDigit(number + born + expires + personal);
  return [first, number + STATE + born + person.sex + expires + personal + composite];
}

/** ICAO 9303 part 3, section 6, as far as the specimens need it: accents dropped, ligatures spelt, gaps filled. */
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
