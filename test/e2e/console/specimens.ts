import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { must } from '../../../server/lib/assert.ts';
import { DEMO_CASES, DEMO_LIST } from '../../demo/cases.ts';
import { COMPANY_CASES, DEMO_REGISTER } from '../../demo/companies.ts';
import { createClient } from '../../support/verification-client.ts';
import type { ConsoleRig } from './rig.ts';

/** The content of the screens: drawn people, fictitious companies, lists and their results. */
export interface Specimens {
  /** A person whose checks all passed, and one that needs review because of a hit. */
  person: string;
  waiting: string;
  /** A company that needs review, with its chart. */
  company: string;
  list: string;
  endpoint: string;
}

/** Indexes of the demonstration's people: all passed, another's selfie, a namesake on a list, out of focus, changed MRZ. */
const PEOPLE = [0, 6, 8, 9, 11] as const;
const NAMESAKE = 8;
const REFERENCES = ['2026-1041', '2026-1042', '2026-1043', '2026-1044', '2026-1045'];

/** A group with owners in three layers, one of them on the list because of a public office. */
const GROUP = {
  company: {
    legal_name: 'Specimen Quillmarsh Advisers Ltd',
    registration_number: '99000004',
    country: 'GB',
    address: { line1: '4 Sample Wharf', city: 'Testford', postal_code: 'ZZ1 1ZZ', country: 'GB' },
  },
  representatives: [
    { first_name: 'Ludovica', last_name: 'Marchetti-Osei', role: 'director', dob: '1963-10-02' },
    { first_name: 'Tobias', last_name: 'Quenby', role: 'authorized_signatory', dob: '1968-12-30' },
  ],
  ubos: [
    { legal_name: 'Specimen Hollin Holding BV', country: 'NL', ownership_percent: 60 },
    { first_name: 'Tobias', last_name: 'Quenby', dob: '1968-12-30', nationality: 'GB', ownership_percent: 25 },
    { legal_name: 'Specimen Tarn Nominees Ltd', country: 'JE', ownership_percent: 15 },
    { first_name: 'Ludovica', last_name: 'Marchetti-Osei', dob: '1963-10-02', parent: 0, ownership_percent: 70 },
    { legal_name: 'Specimen Fenwick Family Trust', country: 'GB', parent: 0, ownership_percent: 30 },
    { first_name: 'Philippa', last_name: 'Hartnoll-Vane', dob: '1971-04-09', parent: 4, ownership_percent: 100 },
  ],
  metadata: { internal_ref: 'KYB-2026-77' },
};

/** Fills an appliance with one of each thing that the console shows. With the real engines: about five seconds per person on two free cores. */
export async function fillWithSpecimens(rig: ConsoleRig): Promise<Specimens & AsyncDisposable> {
  const client = createClient(rig.base, rig.key);
  const importAs = async (name: string, text: string, load: (path: string) => Promise<void>): Promise<void> => {
    const path = join(rig.appliance.folder, name);
    writeFileSync(path, text);
    await load(path);
  };
  await importAs('demo-list.csv', DEMO_LIST, (path) => client.importList(path, 'demo', 'Fictitious sanctions list'));
  await importAs('demo-register.csv', DEMO_REGISTER, (path) =>
    client.importRegister(path, 'demo_register', 'Fictitious register', 'GB'),
  );
  const receiver = await startReceiver();
  const { id: endpoint } = await rig.api<{ id: string }>('POST', '/v1/webhook-endpoints', {
    url: receiver.url,
    description: 'Core banking',
  });
  const people = new Map<number, string>();
  for (const [i, index] of PEOPLE.entries()) {
    const request = await must(DEMO_CASES[index], 'the demonstration has this person').draw();
    people.set(index, await client.create({ ...request, metadata: { internal_ref: REFERENCES[i] } }));
  }
  const { id: company } = await rig.api<{ id: string }>('POST', '/v1/kyb/verifications', GROUP);
  for (const { company: other } of COMPANY_CASES.slice(0, 3)) await client.verifyCompany(other);
  for (const id of people.values()) await client.waitForResult(id);
  await raiseAlert(rig, importAs, client.importList);
  await rig.account('operator');
  await rig.account('auditor');
  const reviewer = await rig.account('reviewer');
  const waiting = must(people.get(NAMESAKE), 'the namesake was sent');
  await rig.api('PUT', `/v1/verifications/${waiting}/assignment`, { assignee: reviewer.id });
  await rig.api('POST', `/v1/verifications/${waiting}/notes`, { text: 'Asked the branch for the original document.' });
  const scopes = ['kyc:read', 'kyc:write', 'kyb:read', 'kyb:write', 'screening', 'events:read'];
  await rig.api('POST', '/v1/api-keys', { label: 'Branch app', scopes });
  await rig.api('POST', '/v1/api-keys', { label: 'Reports', scopes: ['kyc:read', 'kyb:read'], livemode: false });
  const { data } = await rig.api<{ data: { id: string; code: string }[] }>('GET', '/v1/watchlists?active=true');
  return {
    person: must(people.get(0), 'the first person was sent'),
    waiting,
    company,
    list: must(data.find(({ code }) => code === 'demo')?.id, 'the list is loaded'),
    endpoint,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

type Import = (name: string, text: string, load: (path: string) => Promise<void>) => Promise<void>;

/** Imports a newer list that names a verified person. */
async function raiseAlert(
  rig: ConsoleRig,
  importAs: Import,
  importList: (path: string, code: string, name: string) => Promise<void>,
): Promise<void> {
  const newer = `${DEMO_LIST}D-8,"Lemarchal, Julien",person,1984-03-17,,DEMO,sanction\n`;
  await importAs('demo-list-2.csv', newer, (path) => importList(path, 'demo', 'Fictitious sanctions list'));
  const deadlineMs = performance.now() + 60_000;
  while (performance.now() < deadlineMs) {
    const { data } = await rig.api<{ data: unknown[] }>('GET', '/v1/alerts');
    if (data.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the new list raised no alert');
}

/** Accepts most deliveries, and refuses those of companies, so there is something to replay. */
async function startReceiver(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.writeHead(Buffer.concat(parts).includes('kyb') ? 503 : 204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/custos`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
