import { isPartialDate } from '../../datasets/dates.ts';
import type { JsonObject } from '../../datasets/json-lines.ts';
import { canonicalKind } from '../../lib/identifiers/labels.ts';
import { companyKey, leiKey, recordKey, taxKey } from '../keys.ts';
import type { RegisterCompany, RegisterIdentifier, RegisterOwner } from '../types.ts';
import { objectsIn, type PartyStatement } from './bods-statement.ts';
import { addName, addressOf, isoCountry, isoDay, keysOf, partOf, textOf } from './records.ts';

/** An entity or a person of the statements. */
export interface Party {
  owner: RegisterOwner;
  /** For an entity: the company, or the reason if it is not one that can be looked up. null for a person, and for a closed record. */
  company: RegisterCompany | string | null;
}

const SCOPE = 'bods';

/** Types of persons' numbers, which follow their country's three letters (`GBR-PASSPORT`). */
const PERSON_KINDS: Readonly<Record<string, string>> = { PASSPORT: 'passport', TAXID: 'tax', IDCARD: 'national_id' };
const LEI_SCHEME = 'XI-LEI';
/** Schemes of tax offices by their names (org-id.guide has them by country). */
const TAX_SCHEME = /(?:^|-)(?:TAX|VAT|TIN|NIF|UTR)(?:$|-)/;

export function makeParty(statement: PartyStatement): Party {
  return statement.type === 'person' ? makePerson(statement) : makeEntity(statement);
}

function makePerson({ details }: PartyStatement): Party {
  const names = objectsIn(details, 'names');
  const legal = names.find((name) => ['legal', 'individual'].includes(textOf(name, 'type'))) ?? names[0] ?? {};
  const parts = [textOf(legal, 'givenName'), textOf(legal, 'patronymicName'), textOf(legal, 'familyName')];
  const owner: RegisterOwner = {
    type: 'person',
    name: textOf(legal, 'fullName') || parts.filter((part) => part !== '').join(' '),
    keys: [],
    identifiers: objectsIn(details, 'identifiers').flatMap(personNumber),
  };
  const birthDate = textOf(details, 'birthDate');
  if (isPartialDate(birthDate)) owner.birthDate = birthDate;
  const nationality = objectsIn(details, 'nationalities')
    .map(countryIn)
    .find((code) => code !== null);
  if (nationality) owner.nationality = nationality;
  const residence = partOf(details, 'placeOfResidence');
  const country = [residence, ...objectsIn(details, 'addresses')]
    .map((place) => countryIn(place['country']))
    .find(Boolean);
  if (country) owner.country = country;
  return { owner, company: null };
}

function personNumber(identifier: JsonObject): RegisterIdentifier[] {
  const value = textOf(identifier, 'id');
  if (value === '') return [];
  const [, place = '', type = ''] = /^([A-Z]{3})-(.+)$/.exec(textOf(identifier, 'scheme')) ?? [];
  const country = isoCountry(place);
  const kind = PERSON_KINDS[type] ?? canonicalKind(textOf(identifier, 'schemeName'));
  return [{ kind, value, ...(country === null ? {} : { country }) }];
}

function makeEntity(statement: PartyStatement): Party {
  const { details, id } = statement;
  const name = textOf(details, 'name');
  const numbers = objectsIn(details, 'identifiers').flatMap(entityNumber);
  const place = placeOf(details);
  const country =
    countryIn(details['jurisdiction']) ??
    countryIn(details['incorporatedInJurisdiction']) ??
    numbers.find(({ identifier }) => identifier.country !== undefined)?.identifier.country ??
    countryIn(place['country']);
  const [own, ...keys] = [...numbers.map(({ key }) => key), recordKey(SCOPE, id)].filter((key) => key !== null);
  const allKeys = keysOf(own ?? recordKey(SCOPE, id), ...keys);
  const identifiers = numbers.map(({ identifier }) => identifier);
  const owner: RegisterOwner = { type: 'entity', name, keys: allKeys, identifiers };
  if (country) owner.country = country;
  if (statement.closed) return { owner, company: null };
  if (name === '' || !country) return { owner, company: name === '' ? 'no_name' : 'no_country' };
  const dissolvedOn = isoDay(textOf(details, 'dissolutionDate'));
  const company: RegisterCompany = {
    keys: [...allKeys],
    number: identifiers[0]?.value ?? id,
    identifiers,
    name,
    otherNames: [],
    country,
    status: dissolvedOn === null ? 'unknown' : 'dissolved',
    statusText: null,
    legalForm: textOf(partOf(details, 'entityType'), 'details') || null,
    incorporatedOn: isoDay(textOf(details, 'foundingDate')),
    dissolvedOn,
    address: addressIn(place),
    activities: [],
  };
  const others = details['alternateNames'];
  for (const other of Array.isArray(others) ? others : []) {
    if (typeof other === 'string') addName(company, other.trim(), 'other');
  }
  return { owner, company };
}

/** Returns the registered office, or the first address if none is marked as such. */
function placeOf(details: JsonObject): JsonObject {
  const places = objectsIn(details, 'addresses');
  return places.find((place) => textOf(place, 'type') === 'registered') ?? places[0] ?? {};
}

function addressIn(place: JsonObject): RegisterCompany['address'] {
  const postCode = textOf(place, 'postCode');
  const code = countryIn(place['country']) ?? '';
  const line = textOf(place, 'address').replace(/\s*[\r\n]+\s*/g, ', ');
  return addressOf([line, line.includes(postCode) ? '' : postCode], '', postCode, code);
}

/** Returns a number by its scheme of org-id.guide, `GB-COH`: the country's two letters, and its list. */
function entityNumber(identifier: JsonObject): { identifier: RegisterIdentifier; key: string | null }[] {
  const value = textOf(identifier, 'id');
  if (value === '') return [];
  const scheme = textOf(identifier, 'scheme').toUpperCase();
  if (scheme === LEI_SCHEME) return [{ identifier: { kind: 'lei', value }, key: leiKey(value) }];
  const country = isoCountry(/^([A-Z]{2})-/.exec(scheme)?.[1] ?? '');
  if (country === null) {
    return [{ identifier: { kind: canonicalKind(textOf(identifier, 'schemeName')), value }, key: null }];
  }
  if (TAX_SCHEME.test(scheme)) {
    return [{ identifier: { kind: 'tax', value, country }, key: taxKey(country, value) }];
  }
  return [{ identifier: { kind: 'registration_number', value, country }, key: companyKey(country, value) }];
}

/** Returns the country of `{name, code}`, of a subdivision's code (`US-DE`), or of a bare code (0.2). */
function countryIn(value: unknown): string | null {
  if (typeof value === 'string') return isoCountry(value.slice(0, 2));
  if (typeof value !== 'object' || value === null) return null;
  const place = value as JsonObject;
  return isoCountry(textOf(place, 'code').slice(0, 2)) ?? isoCountry(textOf(place, 'name'));
}
