import { expect, test } from 'vitest';
import { companiesHouse } from '../../../../server/registries/formats/companies-house.ts';
import { listFile, refusalOf } from '../../screening/formats/list-file.ts';
import { type ReadRegister, readRegister } from './read-register.ts';
import { csv, GB_ROW, REGISTER_TEXTS } from './samples.ts';

const read = (over: Record<string, string>): Promise<ReadRegister> =>
  readRegister([listFile('companies.csv', csv([{ ...GB_ROW, ...over }], true))]);

test('a row tells a company, all that it says of it', async () => {
  const found = await readRegister([listFile('gb.csv', REGISTER_TEXTS['gb_companies_house.csv'] ?? '')]);
  expect(found.format).toBe('gb_companies_house');
  expect(found.companies[0]).toEqual({
    keys: ['GB:00012345'],
    number: '00012345',
    identifiers: [{ kind: 'registration_number', value: '00012345', country: 'GB' }],
    name: 'QUILL "AND" ROOK LTD',
    otherNames: [{ name: 'ROOK PAPER LTD', kind: 'former' }],
    country: 'GB',
    status: 'active',
    statusText: 'Active',
    legalForm: 'Private Limited Company',
    incorporatedOn: '2012-02-29',
    dissolvedOn: null,
    address: {
      text: '7 HARBOUR WAY, DOCKSIDE, LEITH, MIDLOTHIAN, EH6 6JJ, SCOTLAND',
      city: 'LEITH',
      postalCode: 'EH6 6JJ',
      country: 'GB',
    },
    activities: ['17230 - Manufacture of paper stationery'],
  });
  expect(found.companies[1]?.keys).toEqual(['GB:SC012345']);
  expect(found.rows).toBe(2);
});

test.each([
  ['Active', 'active'],
  ['Active - Proposal to Strike off', 'active'],
  ['Liquidation', 'insolvent'],
  ['In Administration', 'insolvent'],
  ['In Administration/Receiver Manager', 'insolvent'],
  ['RECEIVERSHIP', 'insolvent'],
  ['Voluntary Arrangement', 'insolvent'],
  ['Live but Receiver Manager on at least one charge', 'insolvent'],
  ['Converted / Closed', 'inactive'],
  ['Dissolved', 'dissolved'],
  ['constructor', 'unknown'],
])('the state "%s" is %s, and stays readable', async (statusText, status) => {
  expect((await read({ CompanyStatus: statusText })).companies).toMatchObject([{ status, statusText }]);
});

test.each([
  ['31/12/1999', '1999-12-31'],
  ['29/02/2023', null],
  ['1999-12-31', null],
  ['00/01/2000', null],
  ['1/1/2000', null],
  ['aa/bb/cccc', null],
  ['', null],
])('the day "%s" is %s', async (text, incorporatedOn) => {
  expect((await read({ IncorporationDate: text })).companies).toMatchObject([{ incorporatedOn }]);
});

test.each([
  ['ENGLAND', 'GB'],
  ['Northern Ireland', 'GB'],
  ['UK', 'GB'],
  ['England & Wales (UK)', 'GB'],
  ['Wales', 'GB'],
  ['New South Wales', null],
  ['GERMANY', 'DE'],
  ['ATLANTIS', null],
  ['ZZ', null],
])('an address in "%s" is in %s', async (text, country) => {
  expect((await read({ 'RegAddress.Country': text })).companies).toMatchObject([{ address: { country } }]);
});

test('a row that only lacks a name is counted, one without a number refused', async () => {
  const nameless = await read({ CompanyName: '' });
  expect([nameless.companies, nameless.reading.skipped]).toEqual([[], { no_name: 1 }]);
  expect(await refusalOf(read({ ' CompanyNumber': '' }))).toBe(
    'list_invalid: companies.csv, line 2: the company number is missing.',
  );
});

test.each<[names: string[], countries: string[]]>([
  [['BasicCompanyDataAsOneFile-2024-01-01.csv'], ['GB']],
  [['BasicCompanyDataAsOneFile-2024-01-01.csv.gz'], ['GB']],
  [['BasicCompanyData-2024-01-01-part1_2.csv', 'BasicCompanyData-2024-01-01-part2_2.csv'], ['GB']],
  [['BasicCompanyData-2024-01-01-part1_2.csv'], []],
  [['BasicCompanyData-2024-01-01-part1_2.csv', 'BasicCompanyData-2024-01-01-part1_2.csv'], []],
  [['BasicCompanyData-2024-01-01-part1_2.csv', 'BasicCompanyData-2023-12-01-part2_2.csv'], []],
  [['companies.csv'], []],
])('files named %j hold all companies of %j', async (names, countries) => {
  const files = names.map((name) => listFile(name, csv([GB_ROW])));
  expect(companiesHouse.completeFor(files)).toEqual(countries);
  const found = await readRegister(files);
  expect(found.companies).toHaveLength(names.length);
  expect(found.reading.publishedAt).toBe(names[0] === 'companies.csv' ? null : '2024-01-01');
});
