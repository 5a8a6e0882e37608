import type { ListAddress, ListEntry } from '../types.ts';
import { countryCode } from './countries.ts';
import { isFullDate, isPartialDate, parseWrittenDate } from './dates.ts';
import { nameNumber } from './ofac-kinds.ts';
import { isNumberLabel, isNumberValue } from './ofac-labels.ts';

/** Something that OFAC says of the one listed, under its own label. */
export interface LabelledFact {
  /** As published, such as `Passport` or `Gender`. */
  label: string;
  value: string;
  /** As published. */
  country?: string;
}

const COUNTRY_LABELS = new Set([
  'Nationality of Registration',
  'Registration Country',
  'Vessel Flag',
  'Other Vessel Flag',
]);
/** What OFAC writes where it knows no country. */
const NO_COUNTRY = /^(?:undetermined|unknown|none identified)?$/i;
const COUNTRY_CODE = /^[A-Z]{2}$/;

/** Puts a fact where it belongs; one for which an entry has no field goes to its `original`, under its label. */
export function addFact(entry: ListEntry, fact: LabelledFact): void {
  if (!addKnownFact(entry, fact)) addOriginal(entry, labelKey(fact.label), fact.value);
}

/** The same; what has no field is left to the caller: false. */
export function addKnownFact(entry: ListEntry, { label, value, country }: LabelledFact): boolean {
  if (label === 'Gender') return addGender(entry, value);
  if (COUNTRY_LABELS.has(label)) return addCountry(entry, value);
  if (/^Listing Date\b/.test(label)) return addListingDate(entry, value);
  if (!isNumberLabel(label) || !isNumberValue(label, value)) return false;
  addIdentifier(entry, label, value, country);
  return true;
}

function addIdentifier(entry: ListEntry, label: string, text: string, countryText = ''): void {
  const country = countryCode(countryText);
  const isCode = COUNTRY_CODE.test(country);
  const { kind, value } = nameNumber(label, text, isCode ? country : '');
  const isKnown = entry.identifiers.some(
    (known) => known.kind === kind && known.value === value && (known.country ?? '') === (isCode ? country : ''),
  );
  if (!isKnown) entry.identifiers.push({ kind, value, ...(isCode ? { country } : {}) });
}

function addGender(entry: ListEntry, value: string): boolean {
  const gender = value.toLowerCase();
  if (gender !== 'male' && gender !== 'female') return false;
  if (!entry.genders.includes(gender)) entry.genders.push(gender);
  return true;
}

/** Ties an entry to a country by its name or code. False where there is none. */
export function addCountry(entry: ListEntry, text: string): boolean {
  if (NO_COUNTRY.test(text.trim())) return false;
  pushNew(entry.countries, countryCode(text));
  return true;
}

/** A nationality or citizenship. */
export function addNationality(entry: ListEntry, text: string): void {
  if (NO_COUNTRY.test(text.trim())) return;
  const code = countryCode(text);
  pushNew(entry.nationalities, code);
  pushNew(entry.countries, code);
}

/** A birth date as OFAC writes it, or YYYY-MM-DD. False where it is neither. */
export function addBirthDate(entry: ListEntry, text: string): boolean {
  const date = isPartialDate(text) ? text : parseWrittenDate(text);
  if (date !== null) pushNew(entry.birthDates, date);
  return date !== null;
}

/** The earliest of several is kept. */
export function addListingDate(entry: ListEntry, text: string): boolean {
  const date = isPartialDate(text) ? text : parseWrittenDate(text);
  if (date === null || !isFullDate(date)) return false;
  if (entry.listedAt === null || date < entry.listedAt) entry.listedAt = date;
  return true;
}

/** An address of these parts, in the order in which they are written; the country last. */
export function addAddress(entry: ListEntry, parts: readonly string[], country: string): void {
  const isKnown = !NO_COUNTRY.test(country);
  const text = [...parts, isKnown ? country : ''].filter((part) => part !== '').join(', ');
  if (text === '') return;
  const code = countryCode(country);
  const address: ListAddress = { text, ...(COUNTRY_CODE.test(code) ? { country: code } : {}) };
  if (!entry.addresses.some((known) => known.text === text)) entry.addresses.push(address);
  addCountry(entry, country);
}

/** Keeps a text for a person to look at; several under one key become a list. */
export function addOriginal(entry: ListEntry, key: string, value: string): void {
  if (value === '') return;
  const known = entry.original[key];
  if (known === undefined) entry.original[key] = value;
  else if (![known].flat().includes(value)) entry.original[key] = [...[known].flat(), value];
}

/** Those named as linked: `Linked To: HAMAS`, or `(Linked To: A; Linked To: B)`. */
export function addLinks(entry: ListEntry, text: string): void {
  for (const part of text.replace(/^\(|\)$/g, '').split(';')) {
    const name = /^\(?Linked To: (.+)$/.exec(part.trim())?.[1];
    if (name !== undefined) addRelation(entry, 'linked_to', name);
  }
}

/** Another one named beside this one. */
export function addRelation(entry: ListEntry, kind: string, name: string): void {
  const isKnown = entry.relations.some((known) => known.kind === kind && known.name === name);
  if (name !== '' && !isKnown) entry.relations.push({ kind, name });
}

/** A label as a key: `Tax ID No.` as `tax_id_no`. */
export function labelKey(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

export function pushNew<T>(values: T[], value: T): void {
  if (!values.includes(value)) values.push(value);
}
