import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/appliance/config.ts';
import { openAppliance } from '../../server/context.ts';
import { createLogger } from '../../server/lib/log.ts';
import { entryClient } from '../support/entry/entry-client.ts';
import { type EntryProcess, placesOf, startEntry } from '../support/entry/entry-process.ts';
import { type HookReceiver, startHookReceiver } from '../support/entry/hook-receiver.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { assertInvariants } from '../support/invariants.ts';
import { writeSmallList } from '../support/lists.ts';
import { seededRandom } from '../support/random.ts';
import { attack } from './soak/attack.ts';
import { type Branch, liveOneDay, receive } from './soak/day.ts';
import { type Figures, findGrowth, growthTable } from './soak/growth.ts';
import { feedHostileFiles } from './soak/hostile.ts';
import { drawPapers, FAKE_PAPERS, type Papers } from './soak/papers.ts';
import { isComparable, type Plan, planDay } from './soak/plan.ts';
import { takeFigures } from './soak/take-figures.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The receiver refuses every ninth webhook. */
const REFUSED_EVERY = 9;
const PROGRESS_EVERY = 10;
const MORNING_MS_MAX = 300;
/** After this time idle connections have been closed (Node keeps them for five seconds), and no work of the day is in progress. */
const REST_MS = 6_500;

/** The state of one run. */
interface Run {
  folder: string;
  plan: Plan;
  engines: 'fake' | 'real';
  hooks: HookReceiver;
  random: () => number;
  papers: Papers;
  server: EntryProcess;
  /** How far the server's clock is ahead. */
  aheadMs: number;
}

/**
 * Runs a branch office for a number of days with a real server, whose clock advances by a day each time. The server is restarted and killed in
 * between, and after each restart the invariants must hold. At the end nothing may have grown since the first tenth, except data that is kept on
 * purpose. Exits with 1 and the name of what grew. Ctrl-C ends the run after the current day, with the measurements so far.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      cycles: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      engines: { type: 'string', default: 'fake' },
      'restart-every': { type: 'string', default: '50' },
      'kill-every': { type: 'string', default: '100' },
      attack: { type: 'boolean', default: false },
    },
  });
  if (values.attack) {
    process.exitCode = (await attack()) + (await feedHostileFiles()) === 0 ? 0 : 1;
    return;
  }
  const plan = {
    days: Number(values.cycles),
    restartEvery: Number(values['restart-every']),
    killEvery: Number(values['kill-every']),
  };
  const engines = values.engines === 'real' ? 'real' : 'fake';
  const seed = Number(values.seed);
  say(`soak: ${plan.days} days, seed ${seed}, ${engines} engines`);
  using folder = tempFolder();
  for (const name of ['tmp', 'lists', 'backups']) mkdirSync(join(folder.path, name));
  await using hooks = await startHookReceiver((before) => (before % REFUSED_EVERY === 0 ? 500 : 204));
  const server = await start(folder.path, engines, 0);
  const papers = engines === 'real' ? await drawPapers() : FAKE_PAPERS;
  const random = seededRandom(seed);
  const run: Run = { folder: folder.path, plan, engines, hooks, random, papers, server, aheadMs: 0 };
  try {
    await openBranch(run);
    const { first, last } = await liveAll(run);
    report(plan, first, last);
  } finally {
    await run.server.kill();
  }
}

async function liveAll(run: Run): Promise<{ first: Figures | null; last: Figures | null }> {
  const beganMs = performance.now();
  let first: Figures | null = null;
  let last: Figures | null = null;
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isAsked = true;
      say('Ends after this day; what was measured last is compared. Again: at once.');
    });
  }
  for (let day = 1; day <= run.plan.days && !isAsked; day++) {
    const { measure, end } = planDay(run.plan, day);
    await liveOneDay(branchOf(run, day));
    if (measure !== null) {
      const figures = await takeFigures(await rested(run), run.folder);
      if (first === null && measure === 'first') first = figures;
      else last = figures;
      say(`  day ${day}: ${tellShortly(figures)}`);
    }
    if (day % PROGRESS_EVERY === 0) say(progress(day, run.plan.days, performance.now() - beganMs));
    if (end === null) {
      await run.server.advance(DAY_MS);
      run.aheadMs += DAY_MS;
    } else await restart(run, day, end);
  }
  return { first, last };
}

function branchOf(run: Run, day: number): Branch {
  const { random, papers, folder, hooks, server } = run;
  return { client: entryClient(server), day, random, papers, listsDir: join(folder, 'lists'), hook: hooks.url };
}

/** Ends the server, checks what it leaves, and starts it again on the next day. */
async function restart(run: Run, day: number, end: 'stop' | 'kill'): Promise<void> {
  if (end === 'stop') await run.server.stop();
  else {
    // The kill comes in the middle of a morning.
    const morning = receive(branchOf(run, day)).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, run.random() * MORNING_MS_MAX));
    await run.server.kill();
    await morning;
  }
  run.aheadMs += DAY_MS;
  await holdInvariants(run);
  run.server = await start(run.folder, run.engines, run.aheadMs);
  say(`  day ${day}: ${end === 'stop' ? 'restarted' : 'killed and started again'}, the invariants hold`);
}

/** Opens the folder as a start does, and asserts the invariants. */
async function holdInvariants({ folder, aheadMs }: Run): Promise<void> {
  const clock = { now: () => Date.now() + aheadMs };
  const appliance = await openAppliance(
    loadConfig(settingsOf(folder), () => null),
    { clock, log: createLogger(clock, () => {}), engines: fakeEngines() },
  );
  try {
    await assertInvariants(appliance);
  } finally {
    await appliance.close(0);
  }
}

const settingsOf = (folder: string): Record<string, string> => ({
  ...placesOf(folder),
  // Records are purged after a month, so their number soon stops growing.
  CUSTOS_RETENTION_MONTHS: '1',
  CUSTOS_BACKUP_DIR: join(folder, 'backups'),
  CUSTOS_BACKUP_KEEP: '2',
});

async function start(folder: string, engines: 'fake' | 'real', aheadMs: number): Promise<EntryProcess> {
  const settings = { ...settingsOf(folder), TMPDIR: join(folder, 'tmp') };
  const server = await startEntry({ folder, engines, aheadMs, settings });
  await server.ready();
  return server;
}

async function openBranch({ server, folder, hooks }: Run): Promise<void> {
  const client = entryClient(server);
  const list = { paths: [writeSmallList(join(folder, 'lists'))], code: 'small', name: 'Fictitious list' };
  await client.post('/v1/watchlists', list);
  await client.post('/v1/webhook-endpoints', { url: hooks.url, description: 'branch' });
}

/** The server, once no work of the day is in progress. */
async function rested({ server }: Run): Promise<EntryProcess> {
  await entryClient(server).post('/v1/search/counts', {});
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return server;
}

function report(plan: Plan, first: Figures | null, last: Figures | null): void {
  if (first === null || last === null || !isComparable(plan)) {
    say('Growth was not looked at: too few days. The invariants held.');
    return;
  }
  const grown = findGrowth(first, last);
  say('                  first tenth    the end');
  for (const line of growthTable(first, last)) say(line);
  for (const one of grown) say(`GREW: ${one}`);
  if (grown.length === 0) say('Nothing has grown but what is kept on purpose.');
  say(JSON.stringify({ plan, first, last, grown }));
  process.exitCode = grown.length === 0 ? 0 : 1;
}

function tellShortly({ rssMib, heapMib, openFiles, threads, handles, walMib, kibPerRecord, rows }: Figures): string {
  const [rss, heap, wal, kib] = [rssMib, heapMib, walMib, kibPerRecord].map((value) => value.toFixed(1));
  return (
    `RSS ${rss} MiB, heap ${heap} MiB, ${openFiles} open files, ${threads} threads, ${handles} handles, ` +
    `WAL ${wal} MiB, ${kib} KiB a record of ${rows['verifications']}`
  );
}

function progress(day: number, days: number, tookMs: number): string {
  const leftMinutes = Math.ceil(((tookMs / day) * (days - day)) / 60_000);
  return `day ${day} of ${days}, about ${leftMinutes} more minutes`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
