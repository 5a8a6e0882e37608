import { makeDate } from '../../datasets/dates.ts';
import type { EntityType, ListEntry } from '../types.ts';
import {
  addAddress,
  addBirthDates,
  addBirthPlace,
  addGender,
  addIdentifier,
  addNationality,
  addNew,
  addOriginal,
} from './fill.ts';
import { addPublishedName } from './published-names.ts';

/** A value of one part of an entity (a name, a birth date, ...) by its attribute's name in the XML. */
export type EuValue = (attribute: string) => string;

export const EU_TYPES: Record<string, EntityType> = {
  person: 'person',
  p: 'person',
  enterprise: 'entity',
  e: 'entity',
};

/** `nameAlias` */
export function addEuName(entry: ListEntry, value: EuValue): void {
  const whole = value('wholeName') || ['firstName', 'middleName', 'lastName'].map(value).filter(Boolean).join(' ');
  addPublishedName(entry, whole, 'alias', value('strong') === 'false' ? 'weak' : 'strong');
  addGender(entry, value('gender'));
  for (const key of ['title', 'function']) addOriginal(entry, key, value(key));
}

/** `birthdate`: a day, a year, a range of years, any of them about. */
export function addEuBirth(entry: ListEntry, value: EuValue): void {
  const [from, until] = [value('yearRangeFrom'), value('yearRangeTo')];
  const day = makeDate(value('year'), value('monthOfYear'), value('dayOfMonth')) ?? value('birthdate');
  const about = value('circa') === 'true' ? 'circa ' : '';
  const known = from !== '' && until !== '' ? `${from} to ${until}` : day || from || until;
  addBirthDates(entry, known === '' ? '' : about + known);
  const country = value('countryDescription');
  const places = [value('place'), value('city'), value('region'), country === 'UNKNOWN' ? '' : country];
  addBirthPlace(entry, places.filter(Boolean).join(', '));
}

/** `citizenship` */
export function addEuCitizenship(entry: ListEntry, value: EuValue): void {
  addNationality(entry, countryOf(value));
}

/** `identification` */
export function addEuIdentification(entry: ListEntry, value: EuValue): void {
  const label = value('identificationTypeDescription') || value('identificationTypeCode');
  addIdentifier(entry, label, value('number') || value('latinNumber'), countryOf(value));
  addPublishedName(entry, value('nameOnDocument'));
}

/** `address` */
export function addEuAddress(entry: ListEntry, value: EuValue): void {
  const box = value('poBox');
  const parts = [value('street'), box === '' ? '' : `PO Box ${box}`, value('zipCode'), value('city'), value('place')];
  addAddress(entry, [...parts, value('region')], countryOf(value));
}

/** `regulation` of the entity itself */
export function addEuRegulation(entry: ListEntry, value: EuValue): void {
  if (value('programme') !== '') addNew(entry.programs, value('programme'));
  for (const key of ['numberTitle', 'publicationUrl']) addOriginal(entry, key, value(key));
}

/** The code; where it is `00`, which stands for unknown, the name. */
function countryOf(value: EuValue): string {
  const code = value('countryIso2Code');
  if (/^[A-Za-z]{2}$/.test(code)) return code;
  const name = value('countryDescription');
  return name === 'UNKNOWN' ? '' : name;
}
