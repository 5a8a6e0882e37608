import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { openAppliance } from '../../server/context.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { getKybVerification } from '../../server/verifications/store.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { seededRandom, testSeed } from '../support/random.ts';

const KILLS = 10;
const CREATES_A_ROUND = 12;
/** In turn: a person's, a company's with its file and its people, and one that people add to, run again and decide. */
const TURNS = ['company', 'person', 'reviewed'] as const;
/** Callers at once; not a multiple of the turns, so that each of them sends all kinds. */
const LANES = 4;
/** A caller who waits for a state looks again after so long. */
const POLL_MS = 10;
const KEY = `sk_live_${'k'.repeat(43)}`;
const SCRIPT = fileURLToPath(new URL('killed-server.ts', import.meta.url));

const COMPANY = {
  company: { legal_name: 'Nordwind Handel GmbH', country: 'DE', address: { country: 'DE' } },
  representatives: [{ first_name: 'Anna Lucia', last_name: 'Martello', role: 'director' }],
  ubos: [{ first_name: 'Anna Lucia', last_name: 'Martello', ownership_percent: 100 }],
};

/** What a caller wants done: they repeat each request under its Idempotency-Key until they have its answer. */
interface Wanted {
  kind: (typeof TURNS)[number];
  keys: [create: string, file: string, person: string, review: string];
  /** Of the verification, once it was answered. */
  id: string | null;
  /** Of the verification of the company's person. */
  personId: string | null;
  done: boolean;
}

/** The server was killed before it answered. */
class Gone extends Error {}

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; port: Promise<number> }> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = new Promise<number>((resolve) => {
    if (child.stdout) createInterface(child.stdout).once('line', (line) => resolve(Number(line.split(' ')[1])));
  });
  return { child, port };
}

interface Sent {
  body: FormData | string;
  key?: string;
}

/** The body of a 2xx; throws `Gone` where the server went away. Anything else is a failure. */
async function send<Body>(port: number, path: string, sent?: Sent): Promise<Body> {
  const headers = {
    authorization: `Bearer ${KEY}`,
    ...(sent?.key === undefined ? {} : { 'idempotency-key': sent.key }),
    ...(typeof sent?.body === 'string' ? { 'content-type': 'application/json' } : {}),
  };
  let response: Response;
  let text: string;
  try {
    const init = sent ? { method: 'POST', headers, body: sent.body } : { headers };
    response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    text = await response.text();
  } catch {
    throw new Gone();
  }
  expect(response.ok, `${response.status} ${text}`).toBe(true);
  return JSON.parse(text) as Body;
}

/** The same request gives the same record, however often it is sent. */
function sameId(before: string | null, now: string): string {
  expect(before === null || before === now, 'the same key gives the same record').toBe(true);
  return now;
}

async function fulfil(port: number, wanted: Wanted): Promise<void> {
  const [create, file, person] = wanted.keys;
  const kyc = () => form({ files: cardAndSelfie(), applicant: ANNA });
  if (wanted.kind === 'person') {
    const created = await send<{ id: string }>(port, '/v1/verifications', { body: kyc(), key: create });
    wanted.id = sameId(wanted.id, created.id);
  } else if (wanted.kind === 'reviewed') {
    await review(port, wanted);
  } else {
    const path = '/v1/kyb/verifications';
    const created = await send<{ id: string }>(port, path, { body: JSON.stringify(COMPANY), key: create });
    wanted.id = sameId(wanted.id, created.id);
    const self = `${path}/${created.id}`;
    const body = form({ files: [{ bytes: fakeFile({ lines: ['NORDWIND HANDEL GMBH'] }), type: 'license' }] });
    await send(port, `${self}/documents`, { body, key: file });
    const { representatives, ubos } = await send<{ representatives: { id: string }[]; ubos: { id: string }[] }>(
      port,
      self,
    );
    const linkOf = (people: { id: string }[]) => `${self}/persons/${people[0]?.id}/verification`;
    const linked = await send<{ verification_id: string }>(port, linkOf(representatives), { body: kyc(), key: person });
    wanted.personId = sameId(wanted.personId, linked.verification_id);
    await send(port, linkOf(ubos), { body: JSON.stringify({ verification_id: wanted.personId }) });
  }
  wanted.done = true;
}

/** A blurred card goes to a person, who adds a file, lets it run again, and decides. */
async function review(port: number, wanted: Wanted): Promise<void> {
  const [create, file, rerun, decide] = wanted.keys;
  const blurred = cardAndSelfie({ card: { quality: { sharpness: 5 } } });
  const body = form({ files: blurred, applicant: ANNA });
  const created = await send<{ id: string }>(port, '/v1/verifications', { body, key: create });
  wanted.id = sameId(wanted.id, created.id);
  const self = `/v1/verifications/${created.id}`;
  await waitForPerson(port, self);
  const more = form({ files: [{ bytes: fakeFile({ lines: ['A LETTER'] }), type: 'other' }] });
  await send(port, `${self}/documents`, { body: more, key: file });
  await waitForPerson(port, self);
  await send(port, `${self}/rerun`, { body: '{}', key: rerun });
  await waitForPerson(port, self);
  const approval = { decision: 'approve', reason: 'quality_sufficient', note: 'It can be read.' };
  await send(port, `${self}/review`, { body: JSON.stringify(approval), key: decide });
}

/** Until nothing runs any more. */
async function waitForPerson(port: number, self: string): Promise<void> {
  for (;;) {
    const { status } = await send<{ status: string }>(port, self);
    if (status === 'needs_review' || status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** False where the server went away before all was answered. */
async function tryToFulfil(port: number, wanted: Wanted): Promise<boolean> {
  try {
    await fulfil(port, wanted);
    return true;
  } catch (error) {
    if (error instanceof Gone) return false;
    throw error;
  }
}

function newWanted(index: number): Wanted {
  const kind = must(TURNS[index % TURNS.length], 'each has its turn');
  return {
    kind,
    keys: [randomUUID(), randomUUID(), randomUUID(), randomUUID()],
    id: null,
    personId: null,
    done: false,
  };
}

it(`loses, doubles and leaves nothing over ${KILLS} kills at seeded moments`, { timeout: 180_000 }, async () => {
  const seed = testSeed();
  console.info(`kill test: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  using folder = tempFolder();
  const env = {
    CUSTOS_DATA_DIR: join(folder.path, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
    CUSTOS_API_KEY: KEY,
  };
  const wanted: Wanted[] = [];
  for (let round = 0; round < KILLS; round++) {
    const { child, port } = await start(env);
    const ended = once(child, 'exit');
    // Every third kill falls into the start-up, the others into creating and working.
    if (round % 3 === 2) {
      setTimeout(() => child.kill('SIGKILL'), 50 + random() * 500);
      await ended;
      continue;
    }
    const listening = await port;
    setTimeout(() => child.kill('SIGKILL'), 20 + random() * 600);
    for (let i = 0; i < CREATES_A_ROUND; i++) wanted.push(newWanted(i));
    // The server dies in the midst of these, so most of the later ones stay without an answer.
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        for (const one of wanted.filter((it, index) => index % LANES === lane && !it.done)) {
          if (!(await tryToFulfil(listening, one))) return;
        }
      }),
    );
    await ended;
  }
  const { child, port } = await start(env);
  const listening = await port;
  for (const one of wanted) expect(await tryToFulfil(listening, one)).toBe(true);
  child.kill('SIGTERM');
  await once(child, 'exit');

  const log = createLogger(systemClock, () => {});
  const appliance = await openAppliance(
    loadConfig(env, () => null),
    { clock: systemClock, log, engines: fakeEngines() },
  );
  appliance.runner.start();
  await appliance.runner.settle();
  await assertInvariants(appliance);
  const companies = wanted.filter(({ kind }) => kind === 'company');
  const rowsOf = (sql: string) => appliance.db.prepare(sql).raw().all();
  const ids = [...wanted.map(({ id }) => [id]), ...companies.map(({ personId }) => [personId])];
  expect(rowsOf('SELECT id FROM verifications ORDER BY id')).toEqual(ids.sort());
  expect(appliance.queue.counts()).toMatchObject({ queued: 0, running: 0, dead: 0, done: ids.length });
  const companiesOnce = companies.map(({ id }) => [id, 1]).sort();
  expect(
    rowsOf(`SELECT verification_id, count(*) FROM documents
      WHERE verification_id LIKE 'kyb_%' GROUP BY verification_id ORDER BY verification_id`),
  ).toEqual(companiesOnce);
  const links = companies.flatMap(({ id, personId }) => [
    [id, personId],
    [id, personId],
  ]);
  expect(rowsOf('SELECT kyb_id, verification_id FROM person_verifications ORDER BY kyb_id')).toEqual(links.sort());
  const reviewed = wanted.filter(({ kind }) => kind === 'reviewed').map(({ id }) => id);
  const went = ['created', ...Array(3).fill(['processing', 'needs_review']).flat(), 'completed'];
  for (const id of reviewed) {
    const countOf = (table: string) => rowsOf(`SELECT 1 FROM ${table} WHERE verification_id = '${id}'`).length;
    const events = rowsOf(`SELECT kind FROM events WHERE subject_id = '${id}' ORDER BY seq`).flat();
    expect(events).toEqual(went.map((state) => `verification.${state}`));
    expect(['documents', 'former_attempts', 'reviews'].map(countOf)).toEqual([3, 2, 1]);
  }
  for (const { id } of companies) {
    const record = must(getKybVerification(appliance, must(id, 'it was answered'), true), 'it was stored');
    const { read, documents, late_documents: late } = record.results;
    const judged = [...(documents?.documents ?? []), ...(late?.documents ?? [])];
    const given = record.documents.map((document) => document.id);
    expect(read?.documents.map(({ document_id }) => document_id)).toEqual(given);
    expect(judged.map(({ document_id }) => document_id)).toEqual(given);
  }
  await appliance.close(0);
});
