import { ownValue } from '../../lib/own.ts';
import { hasLatin, isInLatin, isInOwnScript } from '../name-forms.ts';
import { type DateKind, type DateOrder, readDate } from './dates.ts';
import { fold } from './fold.ts';
import type { LabelKind } from './label-table.ts';
import { isCutLabel, matchLabel } from './labels.ts';
import { THAI_TITLES } from './labels-thai.ts';
import { readCountry } from './nationality.ts';
import { SCRIPT_SEXES } from './script-words.ts';

/** The value of one label: one field, or the two of a whole name. */
export type Values = Partial<Record<Exclude<LabelKind, 'full_name' | 'other' | 'id_number'>, string>>;

const NAME_LENGTH_MAX = 60;
const SEX_WORDS_MAX = 4;
const SEXES: Record<string, string> = {
  ...{ m: 'M', male: 'M', homme: 'M', masculin: 'M', mannlich: 'M', hombre: 'M', h: 'M', maschio: 'M', masculino: 'M' },
  ...{ f: 'F', female: 'F', femme: 'F', feminin: 'F', weiblich: 'F', mujer: 'F', femmina: 'F', feminino: 'F', w: 'F' },
  x: 'X',
  ...SCRIPT_SEXES,
  // A lone F is misread like this, and neither reading is a sex.
  ...{ e: 'F', fe: 'F' },
};
const DATE_KINDS: Partial<Record<LabelKind, DateKind>> = {
  date_of_birth: 'past',
  issue_date: 'past',
  expiry_date: 'expiry',
};

/** Returns the value of `text` under a label of this kind, or null if it cannot be one. */
export function readValue(kind: LabelKind, text: string, today: string, order: DateOrder = 'day-first'): Values | null {
  const value = readOne(kind, text, today, order);
  if (kind === 'full_name') return splitFullName(text);
  return value === null || kind === 'other' || kind === 'id_number' ? null : { [kind]: value };
}

function readOne(kind: LabelKind, text: string, today: string, order: DateOrder): string | null {
  const dateKind = DATE_KINDS[kind];
  if (dateKind) return readDate(text, dateKind, today, order);
  if (kind === 'last_name') return readName(text);
  if (kind === 'first_name') return withoutTitle(readName(text));
  if (kind === 'sex') return readSex(text);
  if (kind === 'nationality' || kind === 'issuing_country') return isLabel(text) ? null : readCountry(text);
  if (kind === 'document_number' || kind === 'personal_number') return isDate(text, today) ? null : readNumber(text);
  const isPlace = kind === 'address' || kind === 'place_of_birth';
  return isPlace && !isLabel(text) && !isCutLabel(text) && /\p{L}{2}/u.test(text) ? inOneScript(text.trim()) : null;
}

/** `ХАБАРОВСКИЙ КРАЙ / USSR`: of a place in two scripts, takes the one in its own script. */
function inOneScript(place: string): string {
  const [own = '', other = '', ...more] = place.split('/').map((part) => part.trim());
  return more.length === 0 && isInOwnScript(own) && isInLatin(other) ? own : place;
}

/** `F/F`, `Ж / F`: in two languages. An X next to one of the two is a letter of another script. */
function readSex(text: string): string | null {
  const words = fold(text).split(' ');
  if (words.length > SEX_WORDS_MAX) return null;
  const [first, second] = words.map((word) => ownValue(SEXES, word) ?? null);
  return first === 'X' && second ? second : (first ?? null);
}

/** Keeps letters in every script with what joins them, and their spelling. The noise around them is dropped. */
function readName(text: string): string | null {
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '');
  const fits = bare.length <= NAME_LENGTH_MAX && /^\p{L}[\p{L}\p{M}\s.,'’-]+$/u.test(bare);
  return fits && !isMixed(bare) && !isLabel(bare) && !isCutLabel(bare) ? bare : null;
}

/** Latin and other letters mixed: one of the two is a misreading of the other, or two names are in one row. */
function isMixed(name: string): boolean {
  return hasLatin(name) && !isInLatin(name);
}

const TITLES = THAI_TITLES.toSorted((a, b) => b.length - a.length);

/**
 * Returns a given name without the title that Thai cards print before it: `นายสุขใจ` is `สุขใจ`, `Miss Sookjai` is `Sookjai`. A
 * title alone is not a name.
 */
function withoutTitle(name: string | null): string | null {
  const title = TITLES.find((each) => name?.startsWith(/[a-z]/.test(each) ? `${each} ` : each) || name === each);
  return name?.slice(title?.length ?? 0).trim() || null;
}

/** `ERIKSSON, ANNA MARIA`, or a surname in capitals next to given names in small letters. Otherwise the parts are not known. */
function splitFullName(text: string): Values | null {
  const name = readName(text);
  if (name === null) return null;
  const [last, first] = name.split(',').map((part) => part.trim());
  if (last && first) return { last_name: last, first_name: first };
  const words = name.split(/\s+/);
  const capitals = words.filter((word) => word === word.toUpperCase());
  const others = words.filter((word) => word !== word.toUpperCase());
  if (capitals.length === 0 || others.length === 0) return null;
  return { last_name: capitals.join(' '), first_name: others.join(' ') };
}

/** Four characters or more, capitals and digits, at least two digits. Spaces, dashes and a number sign inside (`RX NR 123456`) are dropped. */
function readNumber(text: string): string | null {
  const bare = text
    .replace(/(?<=^\W*[A-Z]{1,3} )N[Rro°º][.]? ?(?=\d)/, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (!/^[A-Z0-9]+(?:[ ./-]{1,2}[A-Z0-9]+)*$/.test(bare)) return null;
  const number = bare.replace(/[^A-Z0-9]/g, '');
  const figures = number.replace(/\D/g, '').length;
  return number.length >= 4 && number.length <= 24 && figures >= 2 ? number : null;
}

/** A separated day, month and year is not a number. It is the nearest text if the number itself was not read. */
function isDate(text: string, today: string): boolean {
  return (
    /^\W*\d{1,2}[ ./-]{1,2}\d{1,2}[ ./-]{1,2}(?:19|20)\d\d\W*$/.test(text) && readDate(text, 'expiry', today) !== null
  );
}

function isLabel(text: string): boolean {
  return matchLabel(text.trim().split(/\s+/)) !== null;
}
