import { must } from '../../../server/lib/assert.ts';
import { ENTRY_KEY } from '../../support/entry/entry-process.ts';
import { cardAndSelfie, form } from '../../support/form.ts';
import type { Sample } from './samples.ts';

/** A store under measurement, and the things in it that operations ask for. */
export interface Target extends Sample {
  base: string;
  pid: number;
}

/** The measured work: one request, or what `run` does. */
export interface Operation {
  name: string;
  /** Runs once before all turns. */
  ready?(target: Target): Promise<void>;
  /** Runs before each turn, unmeasured; its result is passed to `run`. */
  before?(target: Target, turn: number): Promise<string>;
  run(target: Target, turn: number, given: string): Promise<unknown>;
  /** Runs after each turn, unmeasured: waits for the work that the request began. */
  after?(target: Target, answer: unknown): Promise<void>;
}

const KYC = '/v1/verifications';
const KYB = '/v1/kyb/verifications';
const POLL_MS = 5;
const auth = { authorization: `Bearer ${ENTRY_KEY}` };

/** The body of a successful answer. Throws on any other. */
async function ask(
  { base }: Target,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<{ id: string; status?: string; data?: unknown[] }> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { ...auth, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 300)}`);
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { id: text };
}

const get = (name: string, path: (target: Target, turn: number) => string): Operation => ({
  name,
  run: (target, turn) => ask(target, 'GET', path(target, turn)),
});

/** A page that must not be empty: an operation that finds nothing measures nothing. */
const page = (name: string, path: (target: Target, turn: number) => string): Operation => ({
  name,
  run: async (target, turn) => full(name, await ask(target, 'GET', path(target, turn))),
});

const search = (name: string, body: (target: Target, turn: number) => object): Operation => ({
  name,
  run: async (target, turn) => full(name, await ask(target, 'POST', '/v1/search', body(target, turn))),
});

const counts = (name: string, body: (target: Target, turn: number) => object): Operation => ({
  name,
  run: (target, turn) => ask(target, 'POST', '/v1/search/counts', body(target, turn)),
});

function full<Answer extends { data?: unknown[] }>(name: string, answer: Answer): Answer {
  if ((answer.data?.length ?? 0) === 0) throw new Error(`${name}: nothing was found`);
  return answer;
}

/** A new person each time. */
function newPerson(turn: number): FormData {
  const applicant = { first_name: `Ismar${turn}`, last_name: `Quarandel${turn}`, dob: '1986-08-12' };
  const metadata = { internal_ref: `BENCH-${turn}` };
  const lines = ['SPECIMEN IDENTITY CARD', `Surname: QUARANDEL${turn}`, `Given names: ISMAR${turn}`];
  return form({ files: cardAndSelfie({ card: { lines } }), applicant, consent: true, metadata });
}

const newCompany = (turn: number): object => ({
  company: { legal_name: `Quarandel Handel ${turn} GmbH`, country: 'DE', address: { country: 'DE' } },
  representatives: [{ first_name: 'Ismar', last_name: 'Quarandel', role: 'director' }],
  ubos: [{ first_name: 'Ismar', last_name: 'Quarandel', ownership_percent: 100 }],
});

async function untilEnded(target: Target, self: string): Promise<void> {
  for (;;) {
    const { status } = await ask(target, 'GET', self);
    if (status !== 'pending' && status !== 'processing') return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function diskOf(target: Target): Promise<{ measured_at: string | null }> {
  const { disk } = (await ask(target, 'GET', '/v1/system')) as unknown as { disk: { measured_at: string | null } };
  return disk;
}

const idOf = (answer: unknown): string => (answer as { id: string }).id;

/** The stream reports the end at once, so no time is lost between polls. */
async function followToEnd(target: Target, self: string): Promise<void> {
  const answer = await fetch(`${target.base}${self}/stream`, { headers: auth });
  const decoder = new TextDecoder();
  for await (const chunk of must(answer.body, 'a stream has a body')) {
    if (/verification\.(?:completed|failed|needs_review)/.test(decoder.decode(chunk as Uint8Array))) return;
  }
  throw new Error('the stream ended before the result');
}

const CREATES: Operation[] = [
  {
    name: 'create a person with two files',
    run: (target, turn) => ask(target, 'POST', KYC, newPerson(turn)),
    after: (target, answer) => untilEnded(target, `${KYC}/${idOf(answer)}`),
  },
  {
    name: 'create a company',
    run: (target, turn) => ask(target, 'POST', KYB, newCompany(turn)),
    after: (target, answer) => untilEnded(target, `${KYB}/${idOf(answer)}`),
  },
  {
    name: 'a person, from the request to the result',
    run: async (target, turn) => {
      const { id } = await ask(target, 'POST', KYC, newPerson(turn));
      await followToEnd(target, `${KYC}/${id}`);
    },
  },
];

const RECORDS: Operation[] = [
  get('retrieve a person', ({ middlePerson }) => `${KYC}/${middlePerson}`),
  get('retrieve a company', ({ middleCompany }) => `${KYB}/${middleCompany}`),
  get('timeline of a record', ({ middlePerson }) => `${KYC}/${middlePerson}/timeline`),
  {
    name: 'assign a record',
    run: ({ waiting, keyId, ...target }) =>
      ask({ waiting, keyId, ...target }, 'PUT', `${KYC}/${waiting}/assignment`, { assignee: keyId }),
  },
  {
    name: 'erase a record',
    before: async (target, turn) => {
      const { id } = await ask(target, 'POST', KYC, newPerson(turn));
      await untilEnded(target, `${KYC}/${id}`);
      return id;
    },
    run: (target, _turn, id) => ask(target, 'DELETE', `${KYC}/${id}`),
  },
];

const LISTS: Operation[] = [
  page('list of people, first page', () => KYC),
  page('list of people, middle, onwards', ({ middlePerson }) => `${KYC}?starting_after=${middlePerson}`),
  page('list of people, middle, backwards', ({ middlePerson }) => `${KYC}?ending_before=${middlePerson}`),
  page('list of people, last page', ({ earlyPerson }) => `${KYC}?starting_after=${earlyPerson}`),
  page(
    'list of people, a hundred from the middle',
    ({ middlePerson }) => `${KYC}?limit=100&starting_after=${middlePerson}`,
  ),
  ...(['completed', 'failed', 'needs_review'] as const).map((status) =>
    page(`list of people, ${status}`, ({ middlePerson }) => `${KYC}?status=${status}&starting_after=${middlePerson}`),
  ),
  get('list of people, processing (none)', () => `${KYC}?status=processing`),
  page('list of companies, first page', () => KYB),
  page('list of companies, middle', ({ middleCompany }) => `${KYB}?starting_after=${middleCompany}`),
  page(
    'list of companies, needs_review',
    ({ middleCompany }) => `${KYB}?status=needs_review&starting_after=${middleCompany}`,
  ),
  page('alerts, open', () => '/v1/alerts?state=open'),
];

const SEARCHES: Operation[] = [
  search('queue, newest', () => ({})),
  search('queue, newest, middle', ({ middlePerson }) => ({ starting_after: middlePerson })),
  search('queue, oldest', () => ({ order: 'oldest' })),
  search('review queue, longest waiting', () => ({ order: 'longest_waiting', statuses: ['needs_review'] })),
  search('review queue, middle', ({ middleWaiting }) => ({
    order: 'longest_waiting',
    statuses: ['needs_review'],
    starting_after: middleWaiting,
  })),
  search('queue, of one kind', () => ({ kinds: ['kyb'] })),
  search('queue, failed', () => ({ statuses: ['failed'] })),
  search('queue, with a reason', ({ reason }) => ({ reasons: [reason] })),
  search('queue, of an assignee', ({ keyId }) => ({ assignee: keyId })),
  search('queue, of nobody', () => ({ assignee: 'none', statuses: ['needs_review'] })),
  search('queue, of a day', ({ day }) => day),
  // The page has equally many records in both stores, because each one shown must be opened.
  search('search by a name', ({ name }) => ({ text: name, limit: 1 })),
  search('search by the beginning of a name', ({ name }) => ({ text: name.slice(0, 3), limit: 5 })),
  search('search by two names', ({ wholeName }) => ({ text: wholeName, limit: 1 })),
  search('search by a reference', ({ reference }) => ({ text: reference })),
  search('search by an id', ({ middlePerson }) => ({ text: middlePerson })),
  counts('counts', () => ({})),
  counts('counts, waiting', () => ({ statuses: ['needs_review'] })),
  counts('counts, of an assignee', ({ keyId }) => ({ assignee: keyId })),
  counts('counts, with a reason', ({ reason }) => ({ reasons: [reason] })),
  counts('counts, of a day', ({ day }) => day),
  counts('counts, of a reference', ({ reference }) => ({ text: reference })),
];

const LOGS: Operation[] = [
  page('audit log, first page', () => '/v1/audit'),
  page('audit log, middle', ({ middleAudit }) => `/v1/audit?starting_after=${middleAudit}`),
  page('audit log, of an action', () => '/v1/audit?action=verification.created'),
  page('audit log, of a record', ({ middlePerson }) => `/v1/audit?subject=${middlePerson}`),
  page('audit log, of a day', ({ day }) => `/v1/audit?from=${day.created_from}&to=${day.created_to}`),
  get('audit log, its filters', () => '/v1/audit/filters'),
  page('events, from the first', () => '/v1/events'),
  page('events after a cursor', ({ middleEvent }) => `/v1/events?starting_after=${middleEvent}`),
  page('deliveries, first page', ({ endpoint }) => `/v1/webhook-endpoints/${endpoint}/deliveries`),
  page(
    'deliveries, middle',
    ({ endpoint, middleDelivery }) => `/v1/webhook-endpoints/${endpoint}/deliveries?starting_after=${middleDelivery}`,
  ),
  page('deliveries, failed', ({ endpoint }) => `/v1/webhook-endpoints/${endpoint}/deliveries?state=failed`),
  get('deliveries, pending (none)', ({ endpoint }) => `/v1/webhook-endpoints/${endpoint}/deliveries?state=pending`),
];

const SYSTEM: Operation[] = [
  get('metrics', () => '/metrics'),
  {
    name: 'system',
    run: (target) => ask(target, 'GET', '/v1/system'),
    // The first request starts the measurement of the data folder. It runs in the background, for a hundredth of the time.
    async ready(target) {
      while ((await diskOf(target)).measured_at === null) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    },
  },
  get('throughput of a day', () => '/v1/system/throughput?hours=24'),
  get('readyz', () => '/readyz'),
  { name: 'purge, what is due', run: (target) => ask(target, 'POST', '/v1/retention/purge', { dry_run: true }) },
];

/** All daily operations on a store. */
export const OPERATIONS: readonly Operation[] = [...CREATES, ...RECORDS, ...LISTS, ...SEARCHES, ...LOGS, ...SYSTEM];
