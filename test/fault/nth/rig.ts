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

/** One appliance on a folder of its own, whose clock stands until it is moved, and whose line runs only when it is told to. */
export interface Rig extends AsyncDisposable {
  server: TestServer;
  clock: TestClock;
  folder: string;
  /** One of the records that its world began with; each is given once. */
  nextId(): string;
  /** Ends the appliance as it stands, and starts another one on the same folder. */
  restart(): Promise<void>;
}

/** What operations need besides: given the folder in which the data folder lies. */
export type RigOptions = (
  folder: string,
) => Omit<TestServerOptions, 'folder' | 'config'> & { config?: Partial<Config> };

/** Nothing here is about how often one may ask, and what waits for a while waits in the clock of the test alone. */
const HOUR_MS = 3600 * 1000;
const PER_MINUTE = { requestsPerMinute: 1e6, createsPerMinute: 1e6, screeningsPerMinute: 1e6 };
Object.assign(LIMITS, { jobBackoffMs: 1 });

/** Starts on a copy of `template`, or on an empty folder. */
export async function openRig(template: string | null, options: RigOptions = () => ({})): Promise<Rig> {
  const folder = tempFolder();
  if (template !== null) cpSync(template, folder.path, { recursive: true });
  const clock = testClock();
  // What lies in the template was written before.
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
    // Whoever repeats a request after a restart is the same.
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

/** So many moments share an appliance. */
export const MOMENTS_A_RIG = 16;

/**
 * Records that lie there when an operation begins: people who wait for a person to decide, people who were completed, companies that wait;
 * or one person who was completed.
 */
export type World = 'empty' | 'waiting' | 'completed' | 'companies' | 'one';

/** Brings the records of `world` into an appliance that has none. */
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

/** Turns of the line that end it whatever fails. */
const TURNS_MAX = 5_000;

/** Lets the line run to its end while its calls fail. */
export async function runLine({ server, clock }: Rig): Promise<void> {
  const { runner, queue } = server.appliance;
  runner.start();
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { queued, running, dueMs } = aside(() => ({ ...queue.counts(), dueMs: queue.nextDueMs() }));
    if (queued + running === 0) return;
    // While a job runs it is left alone, so that each time has the same calls.
    if (running === 0) {
      clock.advance(dueMs ?? 0);
      runner.wake();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets all that waits end, with nothing failing. */
export async function finishLine({ server, clock }: Rig): Promise<void> {
  server.appliance.runner.start();
  await settleMoving(server, clock);
}

export const countOf = ({ server }: Pick<Rig, 'server'>, table: string): number =>
  aside(() => server.appliance.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number);

/** What an operation came to: an answer over HTTP, one that ended early, or an end that has none. */
export type Outcome = Answer | 'done' | 'cut off';

/** What a moment was like. */
export interface Told {
  /** The first time was told as failed, and may have been done. */
  doubtful: boolean;
  /** So many calls failed, in this way. */
  struck: number;
  code: string;
}

/** Something to be done under a fault, and again without. */
export interface Act {
  run(): Promise<Outcome>;
  /** Once more, as a caller would who was told of a failure; the same as `run` unless given. Not called where `run` went well. */
  again?(): Promise<Outcome>;
  /** Throws unless it is done, and once. */
  verify(told: Told): Promise<void> | void;
}

export interface Operation {
  name: string;
  /** What is there when it begins; nothing unless given. */
  world?: World;
  /** Where its appliance is set up otherwise. */
  options?: RigOptions;
  /** A new appliance for each time; by default some moments share one. */
  alone?: true;
  /** What fails halfway is finished by the same request, or by the next start: nothing is asserted in between. */
  resumes?: true;
  /** It ends the appliance in `prepare`, and is about starts. */
  starts?: true;
  /** Nobody waits for it: an error that it throws would end the process. */
  silent?: true;
  /** Each time takes a second: the whole run too tries so many moments of each way alone, spread evenly. */
  costly?: number;
  /** So many failures are "from then on until mended"; all of them until its end unless given. */
  lasting?: number;
  /** Makes ready what it is done to. Nothing of this is counted or fails. */
  prepare(rig: Rig): Promise<Act>;
}
