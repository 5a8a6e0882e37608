import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, codesOf, KYB, send, sendJson } from './drive.ts';

const HEADER =
  'number,name,country,status,incorporated_on,former_names,address,city,postal_code,activities,owner_type,owner_name,owner_percent,owner_number';
const ROWS = [
  '01000001,Quillhaven Lantern Ltd,GB,active,2010-03-04,Old Lantern Ltd,"4 Copper Lane, York",York,YO1 7HH,62012 - Software,entity,Quillhaven Holdings Ltd,100,01000002',
  '01000002,Quillhaven Holdings Ltd,GB,active,2009-01-01,,,,,,person,Ottoline Quillhaven,100,',
  '01000003,Emberfold Trading Ltd,GB,dissolved,2010-03-04,,,,,,,,,',
  '01000004,Aces High Ltd,GB,active,2010-03-04,,,,,92000 - Gambling,,,,',
];
const LANTERN = {
  legal_name: 'Quillhaven Lantern Limited',
  country: 'GB',
  registration_number: '1000001',
  incorporation_date: '2010-03-04',
  address: { line1: '4 Copper Ln', city: 'York', postal_code: 'YO17HH', country: 'GB' },
};
/** Owns the company through the company that its register names. */
const CHAIN = [
  { legal_name: 'Quillhaven Holdings Ltd', country: 'GB', registration_number: '01000002', ownership_percent: 100 },
  { first_name: 'Ottoline', last_name: 'Quillhaven', ownership_percent: 100, parent: 0 },
];
const OWNER = { first_name: 'Ottoline', last_name: 'Quillhaven', ownership_percent: 100 };

async function importRows(server: TestServer): Promise<void> {
  using folder = tempFolder();
  const path = join(folder.path, 'register.csv');
  writeFileSync(path, `${[HEADER, ...ROWS].join('\n')}\n`);
  const options = { code: 'gb', name: 'Sample register', completeFor: ['GB'], ageDaysMax: 100_000 };
  await server.appliance.registers.importRegister({ paths: [path], publishedAt: '2025-01-01', ...options }, 'test');
}

/** Creates a company's verification, waits for its end, and returns the record. */
async function verifyCompany(server: TestServer, company: object, ubos: object[] = [OWNER]) {
  const created = await sendJson(server, KYB, { company, ubos });
  expect(created.status).toBe(201);
  await server.settle();
  return (await send(server, `${KYB}/${created.body.id}`, { headers: bearer(server.key) })).body;
}

it(
  'a company that is as its register has it completes, by its number or by its name',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer();
    await importRows(server);
    for (const company of [LANTERN, { ...LANTERN, registration_number: undefined }]) {
      const record = await verifyCompany(server, company, CHAIN);
      expect(record.checks.registry).toMatchObject({ passed: true, record: { number: '01000001', status: 'active' } });
      expect(record.errors).toEqual([]);
      expect(record.status).toBe('completed');
      expect(record.risk).toMatchObject({ score: 0, level: 'low', factors: [] });
    }
  },
);

it('no register: the check is null with its reason, and holds nothing', async () => {
  await using server = await startTestServer();
  const record = await verifyCompany(server, LANTERN);
  expect(record.checks.registry.passed).toBe(null);
  expect(codesOf(record.checks.registry.findings)).toEqual(['register_missing', 'number_not_checked']);
  expect(record.status).toBe('completed');
});

it('a dissolved company, and one that the register must hold and does not, fail', inWholeRunAlone('1 s'), async () => {
  await using server = await startTestServer();
  await importRows(server);
  const bare = { country: 'GB', address: { country: 'GB' } };
  const gone = await verifyCompany(server, {
    ...bare,
    legal_name: 'Emberfold Trading Ltd',
    registration_number: '01000003',
  });
  expect([gone.status, ...codesOf(gone.errors)]).toEqual(['failed', 'company_dissolved']);
  const none = await verifyCompany(server, {
    ...bare,
    legal_name: 'Falconer Mills Ltd',
    registration_number: '09999999',
  });
  expect([none.status, ...codesOf(none.errors)]).toEqual(['failed', 'company_not_found']);
});

it('data that differ from the register are for a person', async () => {
  await using server = await startTestServer();
  await importRows(server);
  const changed = { ...LANTERN, legal_name: 'Old Lantern Ltd', incorporation_date: '2011-03-04' };
  const record = await verifyCompany(server, changed, CHAIN);
  expect(record.status).toBe('needs_review');
  expect(codesOf(record.errors)).toEqual(['company_name_former', 'company_incorporation_mismatch']);
});

it('a high risk is for a person, with every factor and its points', inWholeRunAlone('1 s'), async () => {
  await using server = await startTestServer();
  await importRows(server);
  const company = {
    legal_name: 'Aces High Ltd',
    country: 'GB',
    registration_number: '01000004',
    address: { country: 'IR' },
  };
  const record = await verifyCompany(server, company);
  expect(record.status).toBe('needs_review');
  expect(codesOf(record.errors)).toContain('risk_high');
  expect(record.risk).toMatchObject({
    score: 80,
    level: 'high',
    factors: [
      { factor: 'address_country', value: 'IR', points: 60 },
      { factor: 'sector', value: 'gambling', points: 20 },
    ],
  });
});
