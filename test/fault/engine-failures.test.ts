import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { must } from '../../server/lib/assert.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { codesOf, read, send, submit } from '../integration/drive.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, ANNA_ZONE, CARD_LINES, cardAndSelfie, type FormParts } from '../support/form.ts';
import { isWholeRun, sampleOf } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { canFail, FAULTS, type Fault, type FaultKind, isNonsense, PORTS, type Port } from './engines/faults.ts';
import { createFaultyEngines } from './engines/faulty-engines.ts';

interface Cell extends Pick<Fault, 'port' | 'kind'> {
  /** Only the first call fails. */
  once: boolean;
}

/**
 * An error that a worker itself throws counts as the file's fault, and is not retried. The second text engine is not
 * retried either: the first one's text stays.
 */
const ALL: readonly Cell[] = PORTS.flatMap((port) =>
  FAULTS.filter((kind) => canFail(port, kind)).flatMap((kind): Cell[] => [
    { port, kind, once: false },
    ...(kind === 'throws' || port === 'second_text' ? [] : [{ port, kind, once: true }]),
  ]),
);
/** One cell of each way to end, except hanging, which takes too long (test/unit/models/runtime-pool.test.ts has a hanging worker). */
const SHARE: readonly (readonly [Port, FaultKind, boolean])[] = [
  ['decode', 'wrong_shape', false],
  ['text', 'exits', false],
  ['second_text', 'exits', false],
  ['zone', 'throws', false],
  ['barcode', 'exits', true],
  ['face', 'above_one', false],
];
const CELLS: readonly Cell[] = isWholeRun()
  ? ALL
  : sampleOf('failing engines', SHARE, 1).map(([port, kind, once]) => ({ port, kind, once }));

// Retries follow quickly, so no test waits for them.
Object.assign(LIMITS, { jobBackoffMs: 20 });

/** A passport and a selfie that pass without a fault. The passport contains something for every engine. */
function passport(fault?: Fault): FormParts {
  const content = { lines: ['PASSPORT', ...ANNA_ZONE], barcodes: ['A NUMBER'], faces: [0], ...(fault && { fault }) };
  return {
    files: [
      { bytes: fakeFile(content, fault?.port === 'render' ? 'pdf' : 'jpeg'), type: 'passport' },
      { bytes: fakeFile({ faces: [0.1] }), type: 'selfie' },
    ],
    applicant: ANNA,
  };
}

/** A card and a selfie that pass if the second text engine reads what the first one misses. */
function card(fault?: Fault): FormParts {
  const lines = CARD_LINES.filter((line) => !/^Surname|^Date of expiry/.test(line));
  const content = { lines, secondLines: CARD_LINES, ...(fault && { fault }) };
  return { files: cardAndSelfie({ card: content }), applicant: ANNA };
}

const partsFor = ({ port }: Cell): ((fault?: Fault) => FormParts) => (port === 'second_text' ? card : passport);

const nameOf = ({ port, kind, once }: Cell): string => `${port} ${kind}${once ? ' once' : ''}`;

/** The name of an engine's failure in the job and in the record's reasons, and the attempt at which it ends. */
function endOf({ kind, port }: Cell): { status: string; codes: string[]; problem: string; attempts: number } {
  const attempts = LIMITS.jobAttemptsMax;
  if (port === 'second_text')
    return { status: 'needs_review', codes: ['expiry_date_unknown', 'name_not_compared'], problem: '', attempts: 1 };
  if (isNonsense(kind))
    return { status: 'needs_review', codes: ['appliance_fault'], problem: 'engine_nonsense', attempts };
  if (kind === 'hangs') return { status: 'failed', codes: ['processing_failed'], problem: 'engine_timeout', attempts };
  if (kind === 'throws')
    return port === 'decode' || port === 'render'
      ? { status: 'failed', codes: ['file_unreadable'], problem: '', attempts: 1 }
      : { status: 'failed', codes: ['processing_failed'], problem: 'engine_bad_input', attempts: 1 };
  // On a busy machine the call times out before the thread's memory is full.
  const problem = kind === 'hoards_memory' ? 'engine_crashed or engine_timeout' : 'engine_crashed';
  return { status: 'failed', codes: ['processing_failed'], problem, attempts };
}

type Checked = readonly { passed: boolean | null }[];

/** The record's checks that need this port. */
function checksOf({ checks, face_match }: VerificationAnswer, { port }: Cell): Checked {
  if (port === 'face') return [face_match];
  const ofText = [checks.document_validity, checks.consistency, checks.watchlists, face_match];
  return ['text', 'zone', 'barcode'].includes(port) ? ofText : [checks.document_quality, ...ofText];
}

/** The same if only the file is at fault: then its quality was still measured. Without the second text engine faces are still compared. */
const ofFile = ({ checks, face_match }: VerificationAnswer, { port }: Cell): Checked => [
  checks.document_validity,
  checks.consistency,
  ...(port === 'second_text' ? [] : [face_match]),
];

interface Job {
  state: string;
  attempts: number;
  problem: string | null;
}

describe('an engine that fails while it verifies', () => {
  const folder = tempFolder();
  const ids = new Map<string, string>();
  let good: string[] = [];
  let server: TestServer;
  const threads = (): number | null => (process.platform === 'linux' ? readdirSync('/proc/self/task').length : null);
  let threadsBefore: number | null = null;

  beforeAll(async () => {
    server = await startTestServer({
      engines: createFaultyEngines(),
      config: { concurrency: 4, createsPerMinute: 1e6, requestsPerMinute: 1e6 },
    });
    threadsBefore = threads();
    for (const cell of CELLS) {
      const { port, kind, once } = cell;
      const fault = { port, kind, ...(once && { once: join(folder.path, nameOf(cell)) }) };
      ids.set(nameOf(cell), await submit(server, partsFor(cell)(fault)));
      // A correct record beside each that fails.
      good.push(await submit(server, partsFor(cell)()));
    }
    await server.settle();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const jobOf = (id: string): Job =>
    server.appliance.db
      .prepare<[string], Job>('SELECT state, attempts, problem FROM jobs WHERE verification_id = ?')
      .get(id) as Job;

  it.each(CELLS.filter(({ once }) => !once).map((cell) => [nameOf(cell), cell] as const))(
    '%s: ends for all to see, and never as passed',
    async (name, cell) => {
      const id = must(ids.get(name), 'it was submitted');
      const record = await read(server, id);
      const end = endOf(cell);
      const told = `${record.status} ${JSON.stringify(record.errors)}`;
      expect(record.status, told).toBe(end.status);
      expect(codesOf(record.errors), told).toEqual(expect.arrayContaining(end.codes));
      const { state, attempts, problem } = jobOf(id);
      if (end.problem === '') {
        expect([state, attempts]).toEqual(['done', 1]);
        for (const { passed } of ofFile(record, cell)) expect(passed, told).not.toBe(true);
        return;
      }
      expect([state, attempts]).toEqual(['dead', end.attempts]);
      expect(end.problem.split(' or ')).toContain(problem);
      for (const { passed } of checksOf(record, cell)) expect(passed, told).toBeNull();
    },
  );

  it.each(CELLS.filter(({ once }) => once).map((cell) => [nameOf(cell), cell] as const))(
    '%s: is tried again, and nothing is left of it',
    async (name) => {
      const id = must(ids.get(name), 'it was submitted');
      expect(await read(server, id)).toMatchObject({ status: 'completed', errors: [] });
      expect(jobOf(id)).toMatchObject({ state: 'done', attempts: 2 });
    },
  );

  it('keeps no other verification from its end', async () => {
    for (const id of good) {
      expect(await read(server, id)).toMatchObject({ status: 'completed', errors: [] });
      expect(jobOf(id)).toMatchObject({ state: 'done', attempts: 1 });
    }
    good = [];
  });

  it('leaves every engine at work, and says so, with what was lost counted', async () => {
    const ready = await send(server, '/readyz');
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready', missing: [] } });
    const { text } = await send(server, '/metrics');
    const dead = CELLS.filter((cell) => !cell.once && endOf(cell).problem !== '').length;
    expect(text).toContain(`custos_jobs{state="dead"} ${dead}\n`);
    expect(text).toContain(`custos_jobs{state="done"} ${2 * CELLS.length - dead}\n`);
  });

  it('is logged with its kind, and without the text of the picture or of the library', () => {
    const failed = server.logged.filter((line) => line.includes('"event":"job.failed"'));
    const attempts = CELLS.map((cell) => (cell.once ? 1 : endOf(cell).problem === '' ? 0 : endOf(cell).attempts));
    expect(failed).toHaveLength(attempts.reduce((sum, one) => sum + one, 0));
    for (const secret of ['MARTELLO', 'Anna', 'secret input', 'A NUMBER', 'AAAAAAAA'])
      expect(server.logged.join('\n')).not.toContain(secret);
  });

  it('leaves no thread behind', async () => {
    if (threadsBefore === null) return console.info('Threads are not told on this system');
    const now = threads();
    console.info(`Threads: ${threadsBefore} before, ${now} after ${CELLS.length} failing and as many right ones`);
    // The workers of eight engines start with the first verification. Each dead one was replaced by one worker.
    expect((now ?? 0) - threadsBefore).toBeLessThanOrEqual(WORKER_THREADS);
  });
});

/** Two of each kind, except the barcode reader, and some of libuv's and V8's own. */
const WORKER_THREADS = 20;
