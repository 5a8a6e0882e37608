import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../../server/lib/assert.ts';
import { AnswerError, type EntryClient } from '../../support/entry/entry-client.ts';
import { type FormParts, form } from '../../support/form.ts';
import { writeSmallList } from '../../support/lists.ts';
import type { Papers } from './papers.ts';

/** The means of a day. */
export interface Branch {
  client: EntryClient;
  /** Counts from 1. */
  day: number;
  random: () => number;
  papers: Papers;
  /** The folder of the appliance's list files. */
  listsDir: string;
  /** The receiver of webhooks that a request names. */
  hook: string;
}

interface Page<Item> {
  data: Item[];
}
interface Item {
  id: string;
  kind: 'kyc' | 'kyb';
  links: { self: string };
}

const KYC = '/v1/verifications';
const KYB = '/v1/kyb/verifications';
const PEOPLE_A_DAY = 3;
/** More than arrive, so nothing waits for ever. */
const REVIEWS_A_DAY = 12;
const LISTS_EVERY = 10;
const PAPERS_EVERY = 20;
const BACKUP_EVERY = 25;
const POLL_MS = 50;
const BACKUP_TIMEOUT_MS = 120_000;
const NAMES = 'Abel,Berta,Carlo,Dunja,Emre,Fiona,Goran,Hanne,Imre,Jana,Kasper,Lotte,Mirko,Nadia,Oskar,Paula'.split(',');

/** A random day of a branch office: people and companies arrive, are reviewed, decided, searched and erased; sometimes also lists and backups. */
export async function liveOneDay(branch: Branch): Promise<void> {
  const { client, day } = branch;
  const came = await receive(branch);
  await Promise.all(came.map((self) => client.ended(self)));
  if (day % LISTS_EVERY === 0) await importList(branch);
  await look(branch, came);
  await decide(branch);
  await client.post('/v1/screenings', { queries: [{ type: 'person', name: nameOf(branch) }] });
  if (day % PAPERS_EVERY === 0) await takePapers(branch, must(came[0], 'somebody came'));
  await eraseOne(branch);
  await client.post('/v1/retention/purge', { dry_run: false });
  if (day % BACKUP_EVERY === 0) await backUp(client);
}

/** Sends the submissions of a day. Returns the paths of the records. */
export async function receive(branch: Branch): Promise<string[]> {
  const { client, hook } = branch;
  const forms = Array.from({ length: PEOPLE_A_DAY }, (_, i) => person(branch, i === 1 ? { webhook_url: hook } : {}));
  const people = forms.map(async (body) => `${KYC}/${(await client.post<{ id: string }>(KYC, body)).id}`);
  const all = await Promise.all([...people, receiveCompany(branch), refuseFile(client)]);
  return all.filter((self) => self !== null);
}

async function receiveCompany(branch: Branch): Promise<string> {
  const { client, day, random, papers } = branch;
  const { id } = await client.post<{ id: string }>(KYB, {
    company: { legal_name: `${nameOf(branch)} Handel ${day} GmbH`, country: 'DE', address: { country: 'DE' } },
    representatives: [{ first_name: nameOf(branch), last_name: nameOf(branch), role: 'director' }],
    ubos: random() < 0.5 ? [] : [{ first_name: nameOf(branch), last_name: nameOf(branch), ownership_percent: 100 }],
  });
  await client.post(`${KYB}/${id}/documents`, form({ files: [papers.company()] }));
  return `${KYB}/${id}`;
}

/** The appliance refuses a file of unknown type, and nothing of its upload may remain. */
async function refuseFile(client: EntryClient): Promise<null> {
  const files = [{ bytes: Buffer.alloc(100), type: 'national_id' }];
  await refused(() => client.post(KYC, form({ files })), 415);
  return null;
}

function nameOf({ random }: Branch): string {
  return must(NAMES[Math.floor(random() * NAMES.length)], 'there is such a name');
}

function person(branch: Branch, change: Partial<FormParts>): FormData {
  const { random, day, papers } = branch;
  const name = { first_name: nameOf(branch), last_name: `${nameOf(branch)}son${day}` };
  return form({
    ...papers.person(random, name),
    consent: true,
    metadata: { internal_ref: `DAY-${day}` },
    ...change,
  });
}

async function look({ client, random, day }: Branch, came: readonly string[]): Promise<void> {
  const first = must(came[0], 'somebody came');
  const limit = 1 + Math.floor(random() * 100);
  const { data: endpoints } = await client.get<Page<Item>>('/v1/webhook-endpoints');
  await Promise.all([
    ...came.map((self) => client.get(self)),
    client.get(`${first}/timeline`),
    client.get(`${KYC}?limit=${limit}&starting_after=${first.slice(first.lastIndexOf('/') + 1)}`),
    client.get(`${KYC}?status=needs_review`),
    client.get(KYB),
    client.post('/v1/search', { text: `DAY-${day}` }),
    client.post('/v1/search/counts', {}),
    ...['/v1/events', '/v1/audit', '/v1/alerts', '/metrics', '/readyz', '/v1/system/throughput?hours=24'].map(
      client.get,
    ),
    ...endpoints.map(({ id }) => client.get(`/v1/webhook-endpoints/${id}/deliveries`)),
  ]);
}

/** Decides the records that have waited longest, and all open alerts. */
async function decide({ client, random }: Branch): Promise<void> {
  const waiting = { statuses: ['needs_review'], order: 'longest_waiting', limit: REVIEWS_A_DAY };
  const { data } = await client.post<Page<Item>>('/v1/search', waiting);
  const { data: alerts } = await client.get<Page<Item>>('/v1/alerts?state=open');
  await Promise.all([
    ...data.map(({ links }) => decideOne(client, links.self, random())),
    ...alerts.map(({ id }) =>
      client.post(`/v1/alerts/${id}/decision`, { decision: 'dismiss', reason: 'other', note: 'Somebody else.' }),
    ),
  ]);
}

async function decideOne(client: EntryClient, self: string, choice: number): Promise<void> {
  await client.post(`${self}/notes`, { text: 'Looked at.' });
  if (choice < 0.2) {
    await client.post(`${self}/rerun`, {});
    await client.ended(self);
    return;
  }
  const [decision, reason] = choice < 0.7 ? ['approve', 'quality_sufficient'] : ['reject', 'document_forged'];
  await client.post(`${self}/review`, { decision, reason, note: 'Compared with the original.' });
}

/** Imports a newer version of the list, which names a person who may be a client. */
async function importList(branch: Branch): Promise<void> {
  const { client, day, listsDir } = branch;
  const row = `U-${day},"${nameOf(branch).toUpperCase()}SON${day}, ${nameOf(branch)}",person,,1986-08-12,,,TEST-A,sanction,2026-01-01,invented`;
  await client.post('/v1/watchlists', {
    paths: [writeSmallList(listsDir, [row])],
    code: 'small',
    name: 'Fictitious list',
  });
}

async function takePapers({ client }: Branch, self: string): Promise<void> {
  await client.get(`${self}/report`);
  await client.get(`${self}/evidence`);
  await client.get(`${self}/export`);
  const key = await client.post<{ id: string }>('/v1/api-keys', {
    label: 'passing',
    livemode: true,
    scopes: ['kyc:read'],
  });
  await client.post(`/v1/api-keys/${key.id}/revoke`, {});
}

async function eraseOne({ client, random }: Branch): Promise<void> {
  const { data } = await client.get<Page<Item>>(`${KYC}?limit=50&status=completed`);
  const chosen = data[Math.floor(random() * data.length)];
  if (chosen) await client.send('DELETE', `${KYC}/${chosen.id}`);
}

/** A backup besides the automatic ones, one of which may be running. */
async function backUp(client: EntryClient): Promise<void> {
  await untilBackedUp(client);
  await client.post('/v1/backups', {}).catch((error: unknown) => {
    // An automatic one has just begun.
    if (!(error instanceof AnswerError && error.status === 409)) throw error;
  });
  const { data } = await untilBackedUp(client);
  const problem = data.find(({ status }) => status === 'failed')?.problem;
  if (problem) throw new Error(`a backup failed: ${problem}`);
}

async function untilBackedUp(client: EntryClient) {
  const untilMs = performance.now() + BACKUP_TIMEOUT_MS;
  while (performance.now() < untilMs) {
    const found = await client.get<Page<{ status: string; problem: string | null }>>('/v1/backups');
    if (!found.data.some(({ status }) => status === 'running')) return found;
    await sleep(POLL_MS);
  }
  throw new Error('a backup did not end');
}

async function refused(act: () => Promise<unknown>, status: number): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof AnswerError && error.status === status) return;
    throw error;
  }
  throw new Error(`what has to be refused with ${status} was taken`);
}
