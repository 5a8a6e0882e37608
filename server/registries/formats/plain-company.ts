import { companyKey, leiKey, taxKey } from '../keys.ts';
import type { RegisterCompany, RegisterIdentifier, RegisterStatus } from '../types.ts';
import { countryOf, dayOf, numberOf, type PlainRow } from './plain-row.ts';
import { addName, addressOf, keysOf, statusOf } from './records.ts';

/** Our words for a status, and registers' English ones. */
const STATUSES: Readonly<Record<string, RegisterStatus>> = {
  ...words('active', 'active,live,registered,in existence,existing,good standing,in good standing,open,normal'),
  ...words(
    'insolvent',
    'insolvent,insolvency,bankrupt,bankruptcy,liquidation,in liquidation,winding up,in administration,administration,' +
      'receivership,in receivership,voluntary arrangement',
  ),
  ...words('inactive', 'inactive,suspended,closed,ceased,converted,not in good standing'),
  ...words('dissolved', 'dissolved,liquidated,merged'),
  ...words('struck_off', 'struck_off,struck off,removed,deleted,deregistered,cancelled,revoked'),
  ...words('unknown', 'unknown'),
};

function words(status: RegisterStatus, list: string): Record<string, RegisterStatus> {
  return Object.fromEntries(list.split(',').map((word) => [word, status]));
}

/** Returns the company of a row, or the number of one, or the reason if the row has neither. */
export function makeCompany(row: PlainRow): RegisterCompany | string {
  const country = countryOf(row, 'country') ?? (row.mapped ? '' : countryOf(row, 'address_country')) ?? '';
  const number = row.value('number');
  const lei = row.value('lei');
  const leis = lei === '' ? null : leiKey(lei);
  if (lei !== '' && leis === null && !row.mapped) row.fail('the lei does not have 20 letters and digits.');
  const own = country === '' ? null : companyKey(country, number);
  const [first, ...others] = [own, leis, ...taxKeys(row, country)].filter((key) => key !== null);
  const tellsCompany = row.value('name') !== '';
  if (first === undefined || (country === '' && tellsCompany)) return missing(row, country);
  const company: RegisterCompany = {
    keys: keysOf(first, ...others),
    number: number || lei,
    identifiers: identifiersOf(row, country),
    name: row.value('name'),
    otherNames: [],
    country,
    status: statusOf(row.value('status'), STATUSES),
    statusText: row.value('status') || null,
    legalForm: row.value('legal_form') || null,
    incorporatedOn: dayOf(row, 'incorporated_on'),
    dissolvedOn: dayOf(row, 'dissolved_on'),
    address: addressOfRow(row),
    activities: row.values('activities'),
  };
  for (const name of row.values('former_names')) addName(company, name, 'former');
  for (const name of row.values('trading_names')) addName(company, name, 'trading');
  for (const name of row.values('other_names')) addName(company, name, 'other');
  return company;
}

/** A row of our own format must state its company. A row of another publisher's file without one is left out. */
function missing(row: PlainRow, country: string): string {
  const reason = country === '' ? 'no_country' : 'no_number';
  if (row.mapped) return reason;
  return row.fail(country === '' ? 'the country is missing.' : 'the number is missing.');
}

function taxKeys(row: PlainRow, country: string): (string | null)[] {
  if (country === '') return [];
  return [row.value('tax_id'), row.value('vat')].map((number) => (number === '' ? null : taxKey(country, number)));
}

function identifiersOf(row: PlainRow, country: string): RegisterIdentifier[] {
  const place = country === '' ? {} : { country };
  const named: [kind: string, value: string, place: { country?: string }][] = [
    ['registration_number', row.value('number'), place],
    ['lei', row.value('lei'), {}],
    ['tax', row.value('tax_id'), place],
    ['vat', row.value('vat'), place],
  ];
  return [
    ...named.filter(([, value]) => value !== '').map(([kind, value, where]) => ({ kind, value, ...where })),
    ...row.values('identifiers').map(numberOf),
  ];
}

/** Returns the line as written, or builds it from its parts if there are only these. */
function addressOfRow(row: PlainRow): RegisterCompany['address'] {
  const [city, postalCode] = [row.value('city'), row.value('postal_code')];
  const country = countryOf(row, 'address_country') ?? '';
  const line = row.value('address');
  const parts = line === '' ? [postalCode, city] : [line];
  return addressOf(parts, city, postalCode, country);
}
