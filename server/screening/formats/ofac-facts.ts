import { countryCode } from '../../datasets/countries.ts';
import { isFullDate, isPartialDate, parseWrittenDate } from '../../datasets/dates.ts';
import { addName, type EntityType, type ListEntry } from '../types.ts';
import { addCountry, addGender, addNew, addOriginal, addRelation, labelKey } from './fill.ts';
import { nameNumber } from './ofac-kinds.ts';
import { isNumberLabel, isNumberValue } from './ofac-labels.ts';

/** By OFAC's words in small letters. */
export const OFAC_TYPES: Record<string, EntityType> = {
  individual: 'person',
  entity: 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** A fact that OFAC states about an entry, under OFAC's label. */
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

/** Stores a fact in its field. A fact without a field goes to the entry's `original`, under its label. */
export function addFact(entry: ListEntry, fact: LabelledFact): void {
  if (!addKnownFact(entry, fact)) addOriginal(entry, labelKey(fact.label), fact.value);
}

/** Does the same, but leaves a fact without a field to the caller and returns false. */
export function addKnownFact(entry: ListEntry, fact: LabelledFact): boolean {
  const { label, value } = fact;
  if (label === 'Gender') return addKnownGender(entry, value);
  if (label === 'Issuer Name') return addIssuerName(entry, value);
  if (COUNTRY_LABELS.has(label)) return addCountry(entry, value) !== undefined;
  if (/^Listing Date\b/.test(label)) return addListingDate(entry, value);
  return isNumberLabel(label) && addNumber(entry, fact);
}

/** A longer text holds no number. */
const TEXT_CHARS_MAX = 1_000;
/** A number with what may follow it: `22839 (Jalisco) (Mexico) issued 01 Jan 2010`. */
const NUMBER_VALUE =
  /^(?:(?:Booklet|Cedula|No\.):? )?(.*?)((?: \([^()]*\))*)(?:,? (?:issued|expires|expired|effective)\b.*)?$/;

/** Splits a number and the country that follows it in brackets, perhaps after a region. */
function splitNumber(text: string): { number: string; country: string } {
  // The search takes time quadratic in the length.
  const [, number = '', places = ''] = text.length > TEXT_CHARS_MAX ? [] : (NUMBER_VALUE.exec(text) ?? []);
  return { number, country: /\(([^()]*)\)$/.exec(places)?.[1] ?? '' };
}

/** Adds a number unless the text is none. */
function addNumber(entry: ListEntry, { label, value: text, country: named = '' }: LabelledFact): boolean {
  const { number, country: written } = splitNumber(text);
  if (!isNumberValue(label, number)) return false;
  const country = [named, written].map(countryCode).find((code) => COUNTRY_CODE.test(code));
  const { kind, value } = nameNumber(label, number, country ?? '');
  const isKnown = entry.identifiers.some(
    (known) => known.kind === kind && known.value === value && known.country === country,
  );
  if (!isKnown) entry.identifiers.push({ kind, value, ...(country === undefined ? {} : { country }) });
  return true;
}

/** A value other than male or female is kept as published. */
function addKnownGender(entry: ListEntry, value: string): boolean {
  addGender(entry, value);
  return /^(?:fe)?male$/i.test(value);
}

/** The name under which its securities are traded, also kept as published. */
function addIssuerName(entry: ListEntry, name: string): boolean {
  const isKnown = entry.names.some((known) => known.name.toLowerCase() === name.toLowerCase());
  if (!isKnown) addName(entry, name, 'alias');
  addOriginal(entry, 'issuer_name', name);
  return true;
}

/** Adds a birth date as OFAC writes it, or YYYY-MM-DD. Returns false if it is neither. */
export function addBirthDate(entry: ListEntry, text: string): boolean {
  const date = isPartialDate(text) ? text : parseWrittenDate(text);
  if (date !== null) addNew(entry.birthDates, date);
  return date !== null;
}

/** Keeps the earliest of several dates. */
export function addListingDate(entry: ListEntry, text: string): boolean {
  const date = isPartialDate(text) ? text : parseWrittenDate(text);
  if (date === null || !isFullDate(date)) return false;
  if (entry.listedAt === null || date < entry.listedAt) entry.listedAt = date;
  return true;
}

/** Adds linked parties: `Linked To: HAMAS`, or `(Linked To: A; Linked To: B (C))`. */
export function addLinks(entry: ListEntry, text: string): void {
  for (const part of text.split(';')) {
    const name = /^\(?Linked To: (.+)$/.exec(part.trim())?.[1];
    if (name !== undefined) addRelation(entry, 'linked_to', withoutLastBracket(name));
  }
}

/** The bracket that closes the whole text is not part of the name. */
function withoutLastBracket(name: string): string {
  const closed = name.split(')').length > name.split('(').length;
  return closed ? name.replace(/\)$/, '') : name;
}

/** OFAC publishes two lists in the same formats. */
export const OFAC_SDN = { code: 'us_ofac_sdn', name: 'OFAC Specially Designated Nationals' };
export const OFAC_CONSOLIDATED = { code: 'us_ofac_cons', name: 'OFAC Consolidated Sanctions (not SDN)' };

/**
 * Programmes of entries on the consolidated list: the Palestinian Legislative Council, sectoral sanctions, Chinese military companies, foreign
 * sanctions evaders, menu-based sanctions, correspondent accounts. Some of them also occur on the SDN list, but rarely, and hardly ever alone.
 */
const CONSOLIDATED_PROGRAM = /^(?:NS-|UKRAINE-EO13662|CMIC|FSE|561|MBS|CAPTA|HKAA)/;

/** Whether entries with these programmes, the first of their file, belong to the consolidated list and not to the SDN list. */
export function areConsolidated(programsOfEntries: readonly (readonly string[])[]): boolean {
  const hits = programsOfEntries.filter((programs) => programs.some((name) => CONSOLIDATED_PROGRAM.test(name)));
  return hits.length * 2 > programsOfEntries.length;
}
