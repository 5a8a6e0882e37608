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
export function addKnownFact(entry: ListEntry, fact: LabelledFact): boolean {
  const { label, value } = fact;
  if (label === 'Gender') return addKnownGender(entry, value);
  if (label === 'Issuer Name') return addIssuerName(entry, value);
  if (COUNTRY_LABELS.has(label)) return addCountry(entry, value) !== undefined;
  if (/^Listing Date\b/.test(label)) return addListingDate(entry, value);
  return isNumberLabel(label) && addNumber(entry, fact);
}

/** A longer one holds no number. */
const TEXT_CHARS_MAX = 1_000;
/** Of a number with what may stand behind it: `22839 (Jalisco) (Mexico) issued 01 Jan 2010`. */
const NUMBER_VALUE =
  /^(?:(?:Booklet|Cedula|No\.):? )?(.*?)((?: \([^()]*\))*)(?:,? (?:issued|expires|expired|effective)\b.*)?$/;

/** A number and the country that stands behind it in brackets, after a region perhaps. */
function splitNumber(text: string): { number: string; country: string } {
  // The search takes time by the square of the length.
  const [, number = '', places = ''] = text.length > TEXT_CHARS_MAX ? [] : (NUMBER_VALUE.exec(text) ?? []);
  return { number, country: /\(([^()]*)\)$/.exec(places)?.[1] ?? '' };
}

/** Adds a number unless what stands there is none. */
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

/** What is neither male nor female is kept as it is published. */
function addKnownGender(entry: ListEntry, value: string): boolean {
  addGender(entry, value);
  return /^(?:fe)?male$/i.test(value);
}

/** The name under which its securities are traded; kept as it is published too. */
function addIssuerName(entry: ListEntry, name: string): boolean {
  const isKnown = entry.names.some((known) => known.name.toLowerCase() === name.toLowerCase());
  if (!isKnown) addName(entry, name, 'alias');
  addOriginal(entry, 'issuer_name', name);
  return true;
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

/** Those named as linked: `Linked To: HAMAS`, or `(Linked To: A; Linked To: B (C))`. */
export function addLinks(entry: ListEntry, text: string): void {
  for (const part of text.split(';')) {
    const name = /^\(?Linked To: (.+)$/.exec(part.trim())?.[1];
    if (name !== undefined) addRelation(entry, 'linked_to', withoutLastBracket(name));
  }
}

/** The bracket that closes the whole is none of the name's. */
function withoutLastBracket(name: string): string {
  const closed = name.split(')').length > name.split('(').length;
  return closed ? name.replace(/\)$/, '') : name;
}

/** OFAC publishes two lists in the same forms. */
export const OFAC_SDN = { code: 'us_ofac_sdn', name: 'OFAC Specially Designated Nationals' };
export const OFAC_CONSOLIDATED = { code: 'us_ofac_cons', name: 'OFAC Consolidated Sanctions (not SDN)' };

/**
 * Programmes under which entries of the consolidated list stand: the Palestinian Legislative Council, sectoral
 * sanctions, Chinese military companies, foreign sanctions evaders, menu-based sanctions, correspondent accounts. Some
 * of them occur among the SDN too, but seldom, and hardly alone.
 */
const CONSOLIDATED_PROGRAM = /^(?:NS-|UKRAINE-EO13662|CMIC|FSE|561|MBS|CAPTA|HKAA)/;

/** Whether entries with these programmes, the first of their file, belong to the consolidated list and not to the SDN. */
export function areConsolidated(programsOfEntries: readonly (readonly string[])[]): boolean {
  const hits = programsOfEntries.filter((programs) => programs.some((name) => CONSOLIDATED_PROGRAM.test(name)));
  return hits.length * 2 > programsOfEntries.length;
}
