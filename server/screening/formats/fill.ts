import { countryCode } from '../../datasets/countries.ts';
import { datesIn } from '../../datasets/dates.ts';
import { canonicalKind } from '../../lib/identifiers/labels.ts';
import { ownValue } from '../../lib/own.ts';
import { addName, type ListEntry, type ListIdentifier, type ListName } from '../types.ts';

/** What publishers write if they know nothing. */
const NOTHING = /^(?:|-|n\/?a\.?|na|nil|none(?: identified)?|unknown|not known|undetermined|00)$/i;
const LETTER = /\p{Letter}/u;
const LATIN = /\p{Script=Latin}/u;
const VALUE_CHARS_MAX = 300;
const GENDERS: Record<string, ListEntry['genders'][number]> = {
  m: 'male',
  male: 'male',
  f: 'female',
  female: 'female',
};

/** Adds a value unless it is already present. */
export function addNew<T>(values: T[], value: T): void {
  if (!values.includes(value)) values.push(value);
}

/** Whether the text has content, other than `na` or the like. */
export function saysSomething(text: string): boolean {
  return !NOTHING.test(text.trim());
}

/** Links an entry to a country by its name or code. Returns the code, or undefined if the text has no content. */
export function addCountry(entry: ListEntry, text: string): string | undefined {
  if (!saysSomething(text)) return undefined;
  const code = countryCode(text);
  addNew(entry.countries, code);
  return code;
}

export function addNationality(entry: ListEntry, text: string): void {
  const code = addCountry(entry, text);
  if (code !== undefined) addNew(entry.nationalities, code);
}

/** Moves the nationalities before the other countries. Call it once everything is added. */
export function orderCountries(entry: ListEntry): ListEntry {
  entry.countries = [...new Set([...entry.nationalities, ...entry.countries])];
  return entry;
}

/** Adds a name. A name without Latin letters is marked as written in its own script. */
export function addScriptName(
  entry: ListEntry,
  name: string,
  kind: ListName['kind'] = 'alias',
  quality: ListName['quality'] = 'strong',
): void {
  const inOwnScript = kind === 'alias' && isOtherScript(name);
  addName(entry, name, inOwnScript ? 'original_script' : kind, quality);
}

/** Whether the text has letters, none of them Latin. */
export function isOtherScript(text: string): boolean {
  return LETTER.test(text) && !LATIN.test(text);
}

/** Turns the publisher's label into a kind: `National Identification Number` becomes `national_identification_number`. */
export function labelKey(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

/** Adds a number under the kind for the publisher's label. A country without content is left out, and so is a number that is already present. */
export function addIdentifier(entry: ListEntry, label: string, value: string, country = ''): void {
  const number = value.trim();
  if (!saysSomething(number) || number.length > VALUE_CHARS_MAX) return;
  const code = saysSomething(country) ? countryCode(country) : undefined;
  const identifier: ListIdentifier = { kind: canonicalKind(label, code), value: number };
  if (code !== undefined) identifier.country = code;
  const isKnown = entry.identifiers.some(
    (known) => known.kind === identifier.kind && known.value === number && known.country === code,
  );
  if (!isKnown) entry.identifiers.push(identifier);
}

/** Adds the birth dates in a text. A text without one is kept for a reader. */
export function addBirthDates(entry: ListEntry, text: string): void {
  if (!saysSomething(text)) return;
  const dates = datesIn(text);
  for (const date of dates) addNew(entry.birthDates, date);
  if (dates.length === 0) addOriginal(entry, 'date_of_birth', text);
}

export function addBirthPlace(entry: ListEntry, text: string): void {
  if (saysSomething(text)) addNew(entry.birthPlaces, text.trim());
}

/** Adds a gender given as `Male`, `female`, `M` or `F`, and ignores anything else. */
export function addGender(entry: ListEntry, text: string): void {
  const found = ownValue(GENDERS, text.trim().toLowerCase());
  if (found !== undefined) addNew(entry.genders, found);
}

/** Adds an address of these parts, from the street to the country, and links the entry to the country. */
export function addAddress(entry: ListEntry, parts: readonly string[], country = ''): void {
  const code = addCountry(entry, country);
  const written = country === code || country.length === 2 ? parts : [...parts, country];
  const said = written.map((part) => part.trim()).filter(saysSomething);
  if (parts.every((part) => !saysSomething(part))) return;
  const text = said.join(', ');
  if (entry.addresses.some((known) => known.text === text)) return;
  entry.addresses.push({ text, ...(code === undefined ? {} : { country: code }) });
}

/** Keeps what has no separate field, for a reader. Several values of one key become a list. */
export function addOriginal(entry: ListEntry, key: string, text: string): void {
  const value = text.trim();
  if (value === '') return;
  const known = entry.original[key];
  if (known === undefined) entry.original[key] = value;
  else if (![known].flat().includes(value)) entry.original[key] = [known, value].flat();
}

/**
 * Makes the first strong name of an entry that began without a name (`newEntry(id, type, '')`) its primary one. Returns false if
 * it has no name at all.
 */
export function settleNames(entry: ListEntry): boolean {
  const names = entry.names.filter(({ name }) => name !== '');
  const marked = names.find(({ kind }) => kind === 'primary');
  const primary = marked ?? names.find(({ kind, quality }) => kind === 'alias' && quality === 'strong') ?? names[0];
  if (primary === undefined) return false;
  const others = names
    .filter((name) => name !== primary)
    .map((name) => (name.kind === 'primary' ? asAlias(name) : name));
  entry.names = [{ ...primary, kind: 'primary' }, ...others];
  return true;
}

function asAlias(name: ListName): ListName {
  return { ...name, kind: isOtherScript(name.name) ? 'original_script' : 'alias' };
}

/** Adds another party named with this one. */
export function addRelation(entry: ListEntry, kind: string, name: string): void {
  const isKnown = entry.relations.some((known) => known.kind === kind && known.name === name);
  if (name !== '' && !isKnown) entry.relations.push({ kind, name });
}
