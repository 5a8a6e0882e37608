import { isPartialDate } from '../../datasets/dates.ts';
import { ownValue } from '../../lib/own.ts';
import { companyKey, leiKey } from '../keys.ts';
import type { RegisterCompany, RegisterOwner, RegisterOwnership } from '../types.ts';
import { nationalityCode } from './demonyms.ts';
import { countryOf, dayOf, numberOf, type PlainRow } from './plain-row.ts';

/** Our types, and other words for them. */
const TYPES: Readonly<Record<string, RegisterOwner['type']>> = {
  person: 'person',
  individual: 'person',
  entity: 'entity',
  company: 'entity',
  organisation: 'entity',
  organization: 'entity',
};

const PERCENT = /^(\d{1,3}(?:\.\d+)?)(?:\s*(?:-|–|to)\s*(\d{1,3}(?:\.\d+)?))?\s*%?$/;

/** Returns the ownership of a row, or the reason why there is none. */
export function makeOwnership(row: PlainRow, company: RegisterCompany): RegisterOwnership | string {
  const type = typeOf(row);
  if (type === null) return 'no_owner_type';
  const owner: RegisterOwner = { type, name: row.value('owner_name'), keys: [], identifiers: [] };
  const birthDate = row.value('owner_birth_date');
  if (isPartialDate(birthDate)) owner.birthDate = birthDate;
  else if (birthDate !== '' && !row.mapped)
    row.fail('owner_birth_date does not have the form YYYY, YYYY-MM or YYYY-MM-DD.');
  const nationality = row.value('owner_nationality');
  if (nationality !== '') owner.nationality = nationalityCode(nationality);
  const country = countryOf(row, 'owner_country');
  if (country !== null) owner.country = country;
  addNumbers(owner, row, country ?? company.country);
  return {
    owned: company.keys[0],
    owner,
    percent: percentOf(row),
    interests: row.values('owner_interests'),
    from: dayOf(row, 'owner_from'),
    until: dayOf(row, 'owner_until'),
  };
}

/** Without a stated type, an owner with a company's number is a company. */
function typeOf(row: PlainRow): RegisterOwner['type'] | null {
  const word = row.value('owner_type').toLowerCase();
  const type = ownValue(TYPES, word);
  if (type !== undefined) return type;
  if (word === '' && (row.value('owner_number') !== '' || row.value('owner_lei') !== '')) return 'entity';
  return row.mapped ? null : row.fail('owner_type must be one of person, entity.');
}

function addNumbers(owner: RegisterOwner, row: PlainRow, country: string): void {
  const number = row.value('owner_number');
  const lei = row.value('owner_lei');
  const keys = [number === '' || country === '' ? null : companyKey(country, number), lei === '' ? null : leiKey(lei)];
  owner.keys = keys.filter((key) => key !== null);
  if (number !== '') {
    owner.identifiers.push({ kind: 'registration_number', value: number, ...(country === '' ? {} : { country }) });
  }
  if (lei !== '') owner.identifiers.push({ kind: 'lei', value: lei });
  owner.identifiers.push(...row.values('owner_identifiers').map(numberOf));
}

function percentOf(row: PlainRow): RegisterOwnership['percent'] {
  const text = row.value('owner_percent');
  if (text === '') return null;
  const [, from, until] = PERCENT.exec(text) ?? [];
  const min = Number(from ?? Number.NaN);
  const max = Number(until ?? from);
  if (min <= max && max <= 100) return { min, max };
  return row.mapped ? null : row.fail('owner_percent does not have the form 25, 25.5 or 25-50.');
}
