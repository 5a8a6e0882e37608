import type { ListEntry } from '../types.ts';
import { countryCode } from './countries.ts';
import { isFullDate, isPartialDate, parseWrittenDate } from './dates.ts';
import { addCountry, addGender, addNew, addOriginal, labelKey } from './fill.ts';
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
const COUNTRY_CODE = /^[A-Z]{2}$/;

/** Puts a fact where it belongs; one for which an entry has no field goes to its `original`, under its label. */
export function addFact(entry: ListEntry, fact: LabelledFact): void {
  if (!addKnownFact(entry, fact)) addOriginal(entry, labelKey(fact.label), fact.value);
}

/** The same; what has no field is left to the caller: false. */
export function addKnownFact(entry: ListEntry, { label, value, country }: LabelledFact): boolean {
  if (label === 'Gender') return addKnownGender(entry, value);
  if (COUNTRY_LABELS.has(label)) return addCountry(entry, value) !== undefined;
  if (/^Listing Date\b/.test(label)) return addListingDate(entry, value);
  if (!isNumberLabel(label) || !isNumberValue(label, value)) return false;
  addNumber(entry, label, value, country);
  return true;
}

function addNumber(entry: ListEntry, label: string, text: string, countryText = ''): void {
  const country = countryCode(countryText);
  const isCode = COUNTRY_CODE.test(country);
  const { kind, value } = nameNumber(label, text, isCode ? country : '');
  const isKnown = entry.identifiers.some(
    (known) => known.kind === kind && known.value === value && (known.country ?? '') === (isCode ? country : ''),
  );
  if (!isKnown) entry.identifiers.push({ kind, value, ...(isCode ? { country } : {}) });
}

/** What is neither male nor female is kept as it is published. */
function addKnownGender(entry: ListEntry, value: string): boolean {
  addGender(entry, value);
  return /^(?:fe)?male$/i.test(value);
}

/** A birth date as OFAC writes it, or YYYY-MM-DD. False where it is neither. */
export function addBirthDate(entry: ListEntry, text: string): boolean {
  const date = isPartialDate(text) ? text : parseWrittenDate(text);
  if (date !== null) addNew(entry.birthDates, date);
  return date !== null;
}

/** The earliest of several is kept. */
export function addListingDate(entry: ListEntry, text: string): boolean {
  const date = isPartialDate(text) ? text : parseWrittenDate(text);
  if (date === null || !isFullDate(date)) return false;
  if (entry.listedAt === null || date < entry.listedAt) entry.listedAt = date;
  return true;
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
