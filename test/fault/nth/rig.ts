import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../server/appliance/config.ts';
import { must } from '../../../server/lib/assert.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { type Answer, create, createCompany, LEAST_COMPANY, settleMoving } from '../../integration/drive.ts';
import { type TestClock, testClock } from '../../support/clock.ts';
import { tempFolder } from '../../support/folder.ts';
import { ANNA, cardAndSelfie } from '../../support/form.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/server.ts';
import { strikingClock } from './clock-faults.ts';
import { strikingEngines } from './engine-faults.ts';
import { aside } from './gate.ts';

/** One appliance on its own folder. Its clock moves only when the test moves it, and its line runs only on request. */
export interface Rig extends AsyncDisposable {
  server: TestServer;
  clock: TestClock;
  folder: string;
  /** One of the records of its world; each is returned once. */
  nextId(): string;
  /** Ends the appliance abruptly, and starts another one on the same folder. */
  restart(): Promise<void>;
}

/** Further options of an operation, from the folder that contains the data folder. */
export type RigOptions = (
  folder: string,
) => Omit<TestServerOptions, 'folder' | 'config'> & { config?: Partial<Config> };

/** These tests are not about rate limits. What waits for an hour waits only on the test's clock. */
const HOUR_MS = 3600 * 1000;
const PER_MINUTE = { requestsPerMinute: 1e6, createsPerMinute: 1e6, screeningsPerMinute: 1e6 };
Object.assign(LIMITS, { jobBackoffMs: 1 });

/** Starts on a copy of `template`, or on an empty folder. */
export async function openRig(template: string | null, options: RigOptions = () => ({})): Promise<Rig> {
  const folder = tempFolder();
  if (template !== null) cpSync(template, folder.path, { recursive: true });
  const clock = testClock();
  // The template's content was written earlier.
  if (template !== null) clock.advance(HOUR_MS);
  let key: string | null = null;
  const start = async (): Promise<TestServer> => {
    const own = options(folder.path);
    const config = { ...PER_MINUTE, listsDir: join(folder.path, 'lists'), ...own.config };
    const server = await startTestServer({
      clock: strikingClock(clock),
      engines: strikingEngines(),
      start: false,
      list: template === null,
      ...own,
      config,
      folder: folder.path,
    });
    // A caller who repeats a request after a restart uses the same key.
    key ??= server.key;
    const headers = { authorization: `Bearer ${key}` };
    const fetch: TestServer['fetch'] = (path, init = {}) =>
      server.fetch(path, { ...init, headers: { ...headers, ...init.headers } });
    return { ...server, key, fetch };
  };
  mkdirSync(join(folder.path, 'lists'), { recursive: true });
  let given = 0;
  const rig: Rig = {
    server: await start(),
    nextId() {
      const select = 'SELECT id FROM verifications ORDER BY id LIMIT 1 OFFSET ?';
      const id = aside(() => rig.server.appliance.db.prepare(select).pluck().get(given));
      given += 1;
      return must(id as string | undefined, 'a world has enough records');
    },
    clock,
    folder: folder.path,
    async restart() {
      await rig.server.stop();
      rig.server = await start();
    },
    async [Symbol.asyncDispose]() {
      await rig.server.stop();
      folder[Symbol.dispose]();
    },
  };
  await rig.server.appliance.watchlists.whenReady();
  return rig;
}

/** The number of moments that share an appliance. */
export const MOMENTS_A_RIG = 16;

/**
 * Records that exist when an operation begins: people whose records need review, people whose records are completed,
 * companies that wait, or one person whose record is completed.
 */
export type World = 'empty' | 'waiting' | 'completed' | 'companies' | 'one';

/** Creates the records of `world` in an appliance that has none. */
export async function populate(rig: Rig, world: World): Promise<void> {
  const count = { empty: 0, one: 1, waiting: MOMENTS_A_RIG, completed: MOMENTS_A_RIG, companies: MOMENTS_A_RIG }[world];
  if (count === 0) return;
  const card = world === 'waiting' ? { quality: { sharpness: 5 } } : {};
  for (let at = 0; at < count; at++) {
    if (world === 'companies') await createCompany(rig.server, { company: LEAST_COMPANY });
    else await create(rig.server, { files: cardAndSelfie({ card }), applicant: ANNA });
  }
  await finishLine(rig);
}

/** The limit of turns, which ends the line whatever fails. */
const TURNS_MAX = 5_000;

/** Lets the line run to its end while its calls fail. */
export async function runLine({ server, clock }: Rig): Promise<void> {
  const { runner, queue } = server.appliance;
  runner.start();
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { queued, running, dueMs } = aside(() => ({ ...queue.counts(), dueMs: queue.nextDueMs() }));
    if (queued + running === 0) return;
    // A running job is not disturbed, so each run has the same calls.
    if (running === 0) {
      clock.advance(dueMs ?? 0);
      runner.wake();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets everything that waits finish, without failures. */
export async function finishLine({ server, clock }: Rig): Promise<void> {
  server.appliance.runner.start();
  await settleMoving(server, clock);
}

export const countOf = ({ server }: Pick<Rig, 'server'>, table: string): number =>
  aside(() => server.appliance.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number);

/** The outcome of an operation: an answer over HTTP, one that was cut off, or an end without one. */
export type Outcome = Answer | 'done' | 'cut off';

/** The facts of a moment. */
export interface Told {
  /** The first attempt was reported as failed, but may have been carried out. */
  doubtful: boolean;
  /** The number of calls that failed, all with `code`. */
  struck: number;
  code: string;
}

/** An act to carry out under a fault, and again without. */
export interface Act {
  run(): Promise<Outcome>;
  /** The repetition by a caller who got an error; the same as `run` by default. Not called if `run` succeeded. */
  again?(): Promise<Outcome>;
  /** Throws unless the act was carried out exactly once. */
  verify(told: Told): Promise<void> | void;
}

export interface Operation {
  name: string;
  /** The records at the start; none by default. */
  world?: World;
  /** Options of its appliance, if they differ. */
  options?: RigOptions;
  /** A new appliance for each moment; by default some moments share one. */
  alone?: true;
  /** The same request or the next start finishes what failed halfway, so nothing is asserted in between. */
  resumes?: true;
  /** The operation is a start: `prepare` ends the appliance. */
  starts?: true;
  /** No caller waits for it, so an error that it throws would end the process. */
  silent?: true;
  /** Its moments are slow or very many, so even the whole run tries only this many of each way, spread evenly. */
  costly?: number;
  /** The number of failures that counts as "from then on"; all calls until its end by default. */
  lasting?: number;
  /** Prepares the operation. None of its calls is counted or fails. */
  prepare(rig: Rig): Promise<Act>;
}
