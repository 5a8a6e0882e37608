import { datesIn } from '../../datasets/dates.ts';
import type { EntityType, ListEntry, ListName } from '../types.ts';
import {
  addBirthDates,
  addBirthPlace,
  addCountry,
  addGender,
  addIdentifier,
  addNationality,
  addNew,
  addOriginal,
  addRelation,
} from './fill.ts';
import { addPublishedName } from './published-names.ts';

/** The values of a designation by the keys (`columnKey`) of the XML's element names and the CSV's columns. */
export type UkValues = (...keys: string[]) => string[];

export const UK_TYPES: Record<string, EntityType> = { individual: 'person', entity: 'entity', ship: 'vessel' };

/** Kinds of numbers: ours to the publisher's, as an element and as a column. */
const NUMBERS: [kind: string, ...keys: string[]][] = [
  ['passport', 'passportnumber'],
  ['national_id', 'nationalidentifiernumber'],
  ['registration_number', 'businessregistrationnumber', 'businessregistrationnumbers'],
  ['imo', 'imonumber'],
  ['hull_number', 'hullidentificationnumber', 'hullidentificationnumberhin'],
];
/** Others that a designation names. */
const RELATIONS: [kind: string, ...keys: string[]][] = [
  ['parent company', 'parentcompany'],
  ['subsidiary', 'subsidiary', 'subsidiaries'],
  ['owner or operator', 'currentowneroperator', 'currentowneroperators'],
  ['previous owner or operator', 'previousowneroperator', 'previousowneroperators'],
];
/** Kept for a person to read. */
const ORIGINALS: Record<string, string[]> = {
  ofsi_group_id: ['ofsigroupid'],
  un_reference_number: ['unreferencenumber'],
  designation_source: ['designationsource'],
  sanctions_imposed: ['sanctionsimposed'],
  other_information: ['otherinformation'],
  statement_of_reasons: ['ukstatementofreasons'],
  last_updated: ['lastupdated'],
  title: ['title'],
  position: ['position'],
  type_of_entity: ['typeofentity'],
  type_of_ship: ['typeofship'],
  year_built: ['yearbuilt'],
  phone_number: ['phonenumber'],
  email_address: ['emailaddress'],
  website: ['website'],
  passport_information: ['passportadditionalinformation'],
  national_identifier_information: ['nationalidentifieradditionalinformation'],
};

/** Adds a name of these parts, `Name1` to `Name5` and then `Name6`, which is the family name or the whole one. */
export function addUkName(entry: ListEntry, parts: readonly string[], type: string, strength: string): void {
  const name = parts.filter((part) => part !== '').join(' ');
  addPublishedName(entry, name, nameKind(type), /low|weak/i.test(strength) ? 'weak' : 'strong');
}

/** `Primary Name`, `Primary Name Variation`, `Alias`; formerly known ones are marked by words of their own. */
function nameKind(type: string): ListName['kind'] {
  if (/^primary name$/i.test(type)) return 'primary';
  return /f\.?k\.?a|former/i.test(type) ? 'former' : 'alias';
}

/** Adds what is told in the same way in every form, but for names, addresses and birth places. */
export function addUkFacts(entry: ListEntry, values: UkValues): void {
  for (const date of values('dob')) addBirthDates(entry, date);
  for (const gender of values('gender')) addGender(entry, gender);
  for (const name of values('nationality', 'nationalityies')) addNationality(entry, name);
  for (const flag of values('currentbelievedflagofship', 'previousflag', 'previousflags')) addCountry(entry, flag);
  for (const script of values('namenonlatinscript')) addPublishedName(entry, script, 'original_script');
  for (const regime of values('regimename')) addNew(entry.programs, regime);
  for (const [kind, ...keys] of NUMBERS) for (const number of values(...keys)) addIdentifier(entry, kind, number);
  for (const [kind, ...keys] of RELATIONS) for (const name of values(...keys)) addRelation(entry, kind, name);
  for (const [key, keys] of Object.entries(ORIGINALS))
    for (const text of values(...keys)) addOriginal(entry, key, text);
  const designated = values('datedesignated').flatMap(datesIn);
  entry.listedAt ??= designated.find((date) => date.length === 10) ?? null;
  entry.topics = ['sanction'];
}

export function addUkBirthPlace(entry: ListEntry, town: string, country: string): void {
  addBirthPlace(entry, [town, country].filter((part) => part !== '').join(', '));
}
