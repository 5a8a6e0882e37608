import { companyKey, leiKey } from '../keys.ts';
import type { RegisterAddress, RegisterCompany, RegisterStatus } from '../types.ts';
import { addName, addressOf, isoCountry, isoDay, keysOf } from './records.ts';

/** Facts that a record states once, by the path of element names to each, which is also the heading of its column. */
export const LEI_PATHS = {
  lei: 'LEI',
  name: 'Entity.LegalName',
  /** ISO 3166-1 alpha-2 or ISO 3166-2 */
  jurisdiction: 'Entity.LegalJurisdiction',
  registerNumber: 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  legalFormCode: 'Entity.LegalForm.EntityLegalFormCode',
  otherLegalForm: 'Entity.LegalForm.OtherLegalForm',
  entityStatus: 'Entity.EntityStatus',
  expirationReason: 'Entity.EntityExpirationReason',
  expirationDate: 'Entity.EntityExpirationDate',
  creationDate: 'Entity.EntityCreationDate',
  registrationStatus: 'Registration.RegistrationStatus',
} as const;

/** What a level 1 record of GLEIF says (LEI-CDF 3.1), in any notation. Empty if it says nothing. */
export interface LeiFacts extends Record<keyof typeof LEI_PATHS, string> {
  /** Other and transliterated names, with the types of LEI-CDF. */
  otherNames: { name: string; type: string }[];
  address: LeiAddress;
  events: { type: string; status: string }[];
}

export interface LeiAddress {
  /** From the first line to the last before the city. */
  lines: string[];
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

const NAME_KINDS: Readonly<Record<string, RegisterCompany['otherNames'][number]['kind']>> = {
  PREVIOUS_LEGAL_NAME: 'former',
  TRADING_OR_OPERATING_NAME: 'trading',
};

/** `LegalEntityEventType`s of an insolvent company. A withdrawn event does not count. */
const INSOLVENCIES = new Set(['BANKRUPTCY', 'INSOLVENCY', 'LIQUIDATION', 'VOLUNTARY_ARRANGEMENT']);
const WITHDRAWN = 'WITHDRAWN_CANCELLED';

/** `RegistrationStatus`es of an LEI that should not have been issued: the company has another, or is none. */
const VOID: ReadonlySet<string> = new Set(['ANNULLED', 'DUPLICATE']);
/** `EntityLegalFormCode`s that name no form: it is in `OtherLegalForm`, or is not disclosed. */
const NO_FORM = new Set(['', '8888', '9999']);
const SIREN = /^\d{9}$/;

/** Returns the company of a record, or the reason why there is none. `fail` refuses the file. */
export function makeLeiCompany(facts: LeiFacts, fail: (reason: string) => never): RegisterCompany | string {
  const key = leiKey(facts.lei) ?? fail('the LEI is missing or does not have 20 letters and digits.');
  if (VOID.has(facts.registrationStatus)) return `lei_${facts.registrationStatus.toLowerCase()}`;
  if (facts.name === '') return 'no_name';
  const country = isoCountry(facts.jurisdiction.slice(0, 2)) ?? isoCountry(facts.address.country);
  if (country === null) return 'no_country';
  const status = statusOf(facts);
  const company: RegisterCompany = {
    keys: keysOf(key, hasDigit(facts.registerNumber) ? companyKey(country, facts.registerNumber) : null),
    number: facts.lei,
    identifiers: [{ kind: 'lei', value: facts.lei }],
    name: facts.name,
    otherNames: [],
    country,
    status,
    statusText: statusText(facts),
    legalForm: facts.otherLegalForm || (NO_FORM.has(facts.legalFormCode) ? null : `ELF ${facts.legalFormCode}`),
    incorporatedOn: isoDay(facts.creationDate),
    dissolvedOn: status === 'dissolved' ? isoDay(facts.expirationDate) : null,
    address: makeAddress(facts.address),
    activities: [],
  };
  if (facts.registerNumber !== '') {
    const kind = country === 'FR' && SIREN.test(facts.registerNumber) ? 'fr.siren' : 'registration_number';
    company.identifiers.push({ kind, value: facts.registerNumber, country });
  }
  for (const { name, type } of facts.otherNames) addName(company, name, NAME_KINDS[type] ?? 'other');
  return company;
}

function statusOf({ entityStatus, expirationReason, events }: LeiFacts): RegisterStatus {
  if (entityStatus === 'INACTIVE') return expirationReason === 'DISSOLVED' ? 'dissolved' : 'inactive';
  if (entityStatus !== 'ACTIVE') return 'unknown';
  return events.some(isInsolvency) ? 'insolvent' : 'active';
}

function isInsolvency({ type, status }: LeiFacts['events'][number]): boolean {
  return INSOLVENCIES.has(type) && status !== WITHDRAWN;
}

/** `ACTIVE`, `INACTIVE, DISSOLVED`, `ACTIVE, LIQUIDATION`. A lapsed LEI shows that its data are old. */
function statusText({ entityStatus, expirationReason, events, registrationStatus }: LeiFacts): string | null {
  const words = [entityStatus, expirationReason, ...events.filter(isInsolvency).map(({ type }) => type)];
  if (registrationStatus === 'LAPSED') words.push('LEI LAPSED');
  return words.filter((word) => word !== '').join(', ') || null;
}

function makeAddress({ lines, city, region, postalCode, country }: LeiAddress): RegisterAddress | null {
  return addressOf([...lines, city, region, postalCode, country], city, postalCode, country);
}

/** A number without a digit is a word, such as `N/A`, that many companies share. */
function hasDigit(number: string): boolean {
  return /\d/.test(number);
}
