import type { ListFile } from '../../datasets/file.ts';
import { firstRow } from '../../datasets/rows.ts';
import { companyKey } from '../keys.ts';
import type { RegisterCompany, RegisterStatus } from '../types.ts';
import type { RegisterFormat } from './format.ts';
import { addName, addressOf, britishDay, dayInNames, keysOf, statusOf } from './records.ts';
import { Columns, type RowReader, readTableRecords } from './tables.ts';

const NEEDED = ['CompanyName', 'CompanyNumber', 'CompanyStatus', 'RegAddress.AddressLine1', 'IncorporationDate'];

/**
 * `CompanyStatus` as the product writes it and, for the rest of the register, as `company_status` of Companies House's
 * `api-enumerations` (constants.yml). Companies with a proposal to strike off are still on the register.
 */
const STATUSES: Readonly<Record<string, RegisterStatus>> = {
  active: 'active',
  'active - proposal to strike off': 'active',
  open: 'active',
  registered: 'active',
  liquidation: 'insolvent',
  'in administration': 'insolvent',
  administration: 'insolvent',
  'administration order': 'insolvent',
  'administrative receiver': 'insolvent',
  'in administration/administrative receiver': 'insolvent',
  'in administration/receiver manager': 'insolvent',
  'insolvency proceedings': 'insolvent',
  'live but receiver manager on at least one charge': 'insolvent',
  'receiver manager / administrative receiver': 'insolvent',
  'receiver manager': 'insolvent',
  receivership: 'insolvent',
  'voluntary arrangement': 'insolvent',
  'voluntary arrangement / administrative receiver': 'insolvent',
  'voluntary arrangement / receiver manager': 'insolvent',
  closed: 'inactive',
  'converted/closed': 'inactive',
  'converted / closed': 'inactive',
  removed: 'inactive',
  'transferred from uk': 'inactive',
  dissolved: 'dissolved',
  'struck off': 'struck_off',
};

/** The text for no activity. */
const NO_ACTIVITY = 'None Supplied';

/**
 * Companies House's Free Company Data Product: one CSV file, or all of the parts in which it is also published. It has every live
 * company on the register of the United Kingdom, and no dissolved ones.
 */
export const companiesHouse: RegisterFormat = {
  id: 'gb_companies_house',
  register: { code: 'gb_companies_house', name: 'Companies House: company data' },
  completeFor: (files) => (isWhole(files) ? ['GB'] : []),
  recognises: (files, columns) =>
    columns === undefined && files.length > 0 && files.every((file) => new Columns(firstRow(file)).has(...NEEDED)),
  async *read(files, job) {
    job.reading.publishedAt = dayInNames(files);
    for (const file of files) yield* readTableRecords(file, NEEDED, job, companyReader);
  },
};

/** Decides by the published file names alone: a reduced file has another name. */
function isWhole(files: readonly ListFile[]): boolean {
  if (files.length === 1) return /^BasicCompanyDataAsOneFile-[\d-]{10}\.csv/.test(files[0]?.name ?? '');
  const parts = files.map(({ name }) => /^BasicCompanyData-([\d-]{10})-part(\d+)_(\d+)\.csv/.exec(name));
  const first = parts[0];
  return (
    parts.every((part) => part?.[1] === first?.[1] && part?.[3] === first?.[3]) &&
    String(new Set(parts.map((part) => part?.[2])).size) === first?.[3]
  );
}

function companyReader(columns: Columns): RowReader {
  const at = (heading: string): number => columns.place(heading);
  const name = at('CompanyName');
  const number = at('CompanyNumber');
  const status = at('CompanyStatus');
  const legalForm = at('CompanyCategory');
  const incorporated = at('IncorporationDate');
  const dissolved = at('DissolutionDate');
  const street = ['CareOf', 'POBox', 'AddressLine1', 'AddressLine2'].map((part) => at(`RegAddress.${part}`));
  const [town, county, postCode, country] = ['PostTown', 'County', 'PostCode', 'Country'].map((part) =>
    at(`RegAddress.${part}`),
  ) as [number, number, number, number];
  const activities = columns.numbered('SICCode.SicText_$');
  const formerNames = columns.numbered('PreviousName_$.CompanyName');
  return (fields, records, fail) => {
    const value = (place: number): string => fields[place] ?? '';
    const key = companyKey('GB', value(number)) ?? fail('the company number is missing.');
    if (value(name) === '') return 'no_name';
    const company: RegisterCompany = {
      keys: keysOf(key),
      number: value(number),
      identifiers: [{ kind: 'registration_number', value: value(number), country: 'GB' }],
      name: value(name),
      otherNames: [],
      country: 'GB',
      status: statusOf(value(status), STATUSES),
      statusText: value(status) || null,
      legalForm: value(legalForm) || null,
      incorporatedOn: britishDay(value(incorporated)),
      dissolvedOn: britishDay(value(dissolved)),
      address: addressOf(
        [...street.map(value), value(town), value(county), value(postCode), value(country)],
        value(town),
        value(postCode),
        value(country),
      ),
      activities: activities.map(value).filter((activity) => activity !== '' && activity !== NO_ACTIVITY),
    };
    for (const place of formerNames) addName(company, value(place), 'former');
    records.push({ company });
    return null;
  };
}
