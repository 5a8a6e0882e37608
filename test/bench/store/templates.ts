import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EntryClient, entryClient } from '../../support/entry/entry-client.ts';
import { startEntry } from '../../support/entry/entry-process.ts';
import { startHookReceiver } from '../../support/entry/hook-receiver.ts';
import { fakeFile } from '../../support/fake-engines.ts';
import { ANNA, CARD_LINES, cardAndSelfie, type FormParts, form } from '../../support/form.ts';
import { writeSmallList } from '../../support/lists.ts';

const KYC = '/v1/verifications';
const KYB = '/v1/kyb/verifications';
const POLL_MS = 50;
const RESCREENING_TIMEOUT_MS = 60_000;

/** A record made by the product, and how many of a hundred records are like it. */
export interface Template {
  id: string;
  weight: number;
}

/** Names in the templates that each clone replaces. */
export const TEMPLATE_NAMES = {
  first: ANNA.first_name,
  last: ANNA.last_name,
  company: 'Nordwind Handel GmbH',
  reference: 'CASE-TEMPLATE',
} as const;

const COMPANY = {
  company: {
    legal_name: TEMPLATE_NAMES.company,
    country: 'DE',
    registration_number: 'HRB 12345',
    address: { line1: 'Hafenstrasse 1', city: 'Hamburg', postal_code: '20457', country: 'DE' },
  },
  representatives: [{ ...ANNA, role: 'director' }],
  ubos: [{ ...ANNA, ownership_percent: 100 }],
  metadata: { internal_ref: TEMPLATE_NAMES.reference },
};

const BLURRED = cardAndSelfie({ card: { quality: { sharpness: 5 } } });
const EXPIRED = CARD_LINES.map((line) => line.replace('14.04.2036', '14.04.2016'));

/**
 * Has the product itself make a record of each kind, from the request to its end. It includes files, events, webhooks, audit rows and the operators'
 * acts. It uses the real entry with fake engines on `folder`, and closes the folder at the end.
 */
export async function makeTemplates(folder: string): Promise<Template[]> {
  mkdirSync(join(folder, 'lists'), { recursive: true });
  await using receiver = await startHookReceiver(() => 204);
  const server = await startEntry({ folder });
  try {
    await server.ready();
    const client = entryClient(server);
    const list = { paths: [writeSmallList(join(folder, 'lists'))], code: 'small', name: 'Fictitious list' };
    await client.post('/v1/watchlists', list);
    await client.post('/v1/webhook-endpoints', { url: receiver.url, description: 'branch' });
    const made = [...(await makePeople(client, receiver.url)), ...(await makeCompanies(client))];
    await sleep(POLL_MS);
    await raiseAlerts(client, folder);
    return made;
  } finally {
    await server.stop();
  }
}

async function makePeople(client: EntryClient, hook: string): Promise<Template[]> {
  const make = async (weight: number, parts: Partial<FormParts> = {}): Promise<Template> => {
    const metadata = { internal_ref: TEMPLATE_NAMES.reference, ...(parts.metadata as object) };
    const body = form({ files: cardAndSelfie(), applicant: ANNA, consent: true, ...parts, metadata });
    const { id } = await client.post<{ id: string }>(KYC, body);
    await client.ended(`${KYC}/${id}`);
    return { id, weight };
  };
  const passed = await make(48);
  const waiting = await make(14, { files: BLURRED });
  const differing = await make(8, { applicant: { ...ANNA, dob: '1987-08-12' } });
  const failed = await make(7, { files: cardAndSelfie({ card: { lines: EXPIRED } }) });
  const hooked = await make(2, { webhook_url: hook });
  const assigned = await make(3, { files: BLURRED });
  const [me] = (await client.get<{ data: { id: string }[] }>('/v1/api-keys')).data;
  await client.send('PUT', `${KYC}/${assigned.id}/assignment`, { assignee: me?.id });
  const reviewed = await make(4, { files: BLURRED });
  const self = `${KYC}/${reviewed.id}`;
  await client.post(`${self}/notes`, { text: 'Asked for a sharper picture.' });
  const letter = form({ files: [{ bytes: fakeFile({ lines: ['A LETTER'] }), type: 'other' }] });
  await client.post(`${self}/documents`, letter);
  await client.ended(self);
  const approval = { decision: 'approve', reason: 'quality_sufficient', note: 'It can be read.' };
  await client.post(`${self}/review`, approval);
  return [passed, waiting, differing, failed, hooked, assigned, reviewed];
}

async function makeCompanies(client: EntryClient): Promise<Template[]> {
  const make = async (weight: number, change: object = {}): Promise<Template> => {
    const { id } = await client.post<{ id: string }>(KYB, { ...COMPANY, ...change });
    const file = {
      bytes: fakeFile({ lines: ['NORDWIND HANDEL GMBH', 'HRB 12345'] }),
      type: 'registration_certificate',
    };
    await client.post(`${KYB}/${id}/documents`, form({ files: [file] }));
    await client.ended(`${KYB}/${id}`);
    return { id, weight };
  };
  return [await make(9), await make(5, { ubos: [] })];
}

/** A newer version of the list names the person, so re-screening finds every existing record. One record in a hundred stays in this state. */
async function raiseAlerts(client: EntryClient, folder: string): Promise<void> {
  const row = `U-9,"${TEMPLATE_NAMES.last.toUpperCase()}, ${TEMPLATE_NAMES.first}",person,,1986-08-12,,,TEST-A,sanction,2026-01-01,invented`;
  await client.post('/v1/watchlists', { paths: [writeSmallList(join(folder, 'lists'), [row])], code: 'small' });
  const untilMs = performance.now() + RESCREENING_TIMEOUT_MS;
  while (performance.now() < untilMs) {
    const { data } = await client.get<{ data: unknown[] }>('/v1/alerts');
    if (data.length > 0) return;
    await sleep(POLL_MS);
  }
  throw new Error('no alert was raised');
}
