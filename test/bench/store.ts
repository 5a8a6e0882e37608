import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { entryClient } from '../support/entry/entry-client.ts';
import { tempFolder } from '../support/folder.ts';
import { memoryOf } from './process-usage.ts';
import { round } from './statistics.ts';
import { fillStore } from './store/fill.ts';
import { measureOperation } from './store/measure.ts';
import { OPERATIONS, type Target } from './store/operations.ts';
import { type Compared, compare, missedOf, RATIO_MAX, type Samples, tableOf } from './store/ratios.ts';
import { takeSample } from './store/samples.ts';
import { type StartTimes, startMeasured } from './store/start-up.ts';
import { makeTemplates, type Template } from './store/templates.ts';

const TURNS = { warmUp: 8, measured: 40 };
/** Each start is a start of a whole process. */
const STARTS = 3;
const SMALL = 1_000;
const LARGE = 100_000;

/**
 * Measures the same operations in turns on a store of a thousand verifications and on one of a hundred thousand. Each
 * store has its own server, the real entry with fake engines. Prints a table and, as its last line, one JSON object.
 * Exits with 1 if an operation takes more than `RATIO_MAX` times as long on the larger store.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      large: { type: 'string', default: String(LARGE) },
      /** Measures only operations whose names contain this text; `--starts 0` skips the starts. */
      only: { type: 'string', default: '' },
      starts: { type: 'string', default: String(STARTS) },
      /** The two stores stay in this folder, and are reused if they exist. */
      folder: { type: 'string' },
      turns: { type: 'string', default: String(TURNS.measured) },
    },
  });
  const seed = Number(values.seed);
  const large = Number(values.large);
  using temp = tempFolder();
  const work = values.folder ?? temp.path;
  const folders = { small: join(work, `store-${SMALL}`), large: join(work, `store-${large}`) };
  if (!existsSync(folders.large)) await makeStores(work, [SMALL, large], seed);
  const starts = await measureStarts(folders, Number(values.starts));
  const [few, many] = [await startMeasured(folders.small), await startMeasured(folders.large)];
  try {
    const targets = {
      small: await targetOf(few.server, folders.small, SMALL),
      large: await targetOf(many.server, folders.large, large),
    };
    const compared = [...starts];
    for (const operation of OPERATIONS.filter(({ name }) => name.includes(values.only))) {
      compared.push(await measureOperation(operation, targets, { ...TURNS, measured: Number(values.turns) }));
      say(`  measured: ${operation.name}`);
    }
    report(compared, large, { small: memoryOf(few.server.pid)?.nowMib, large: memoryOf(many.server.pid)?.nowMib });
  } finally {
    await Promise.all([few.server.stop(), many.server.stop()]);
  }
}

async function makeStores(work: string, counts: readonly number[], seed: number): Promise<void> {
  say(`seed ${seed}; the product makes one record of each sort ...`);
  const made = join(work, 'templates');
  const templates = await makeTemplates(made);
  for (const count of counts) {
    const folder = join(work, `store-${count}`);
    cpSync(made, folder, { recursive: true });
    await fill(folder, templates, count, seed);
  }
}

async function fill(folder: string, templates: readonly Template[], count: number, seed: number): Promise<void> {
  const [beginMs, cpu] = [performance.now(), process.cpuUsage()];
  await fillStore({
    folder,
    templates,
    count,
    seed,
    onProgress: (stored) => {
      if (stored % 10_000 === 0) say(`  ${stored} of ${count} records`);
    },
  });
  const { user, system } = process.cpuUsage(cpu);
  say(
    `${count} records: ${round((performance.now() - beginMs) / 1000)} s, ${round((user + system) / 1e6)} CPU-seconds`,
  );
}

async function targetOf(server: { base: string; pid: number }, folder: string, count: number): Promise<Target> {
  const { base, pid } = server;
  return { base, pid, ...(await takeSample(folder, count, entryClient(server))) };
}

/** In turns. The first start of each is left out because it reads cold files. */
async function measureStarts(folders: { small: string; large: string }, starts: number): Promise<Compared[]> {
  if (starts === 0) return [];
  const times: Record<keyof typeof folders, StartTimes[]> = { small: [], large: [] };
  for (let turn = 0; turn <= starts; turn++) {
    for (const side of ['small', 'large'] as const) {
      const { server, times: took } = await startMeasured(folders[side]);
      await server.stop();
      if (turn > 0) times[side].push(took);
    }
  }
  const samples = (side: keyof typeof folders, until: keyof StartTimes): Samples => ({
    wallMs: times[side].map((took) => took[until].wallMs),
    cpuMs: times[side].flatMap((took) => took[until].cpuMs ?? []),
  });
  const both = (until: keyof StartTimes) => ({ small: samples('small', until), large: samples('large', until) });
  return [
    compare('start, until it listens', both('listening')),
    // Each record's name must be opened once, so this work grows with the records. It runs in the background.
    compare('start, until every name is found', both('named'), null),
  ];
}

function report(
  compared: Compared[],
  large: number,
  rss: { small: number | undefined; large: number | undefined },
): void {
  const heads = { small: `${SMALL}: p50 / p95 / CPU ms`, large: `${large}: p50 / p95 / CPU ms` };
  for (const line of tableOf(compared, heads)) say(line);
  const [smallMib, largeMib] = [rss.small, rss.large].map((mib) => (mib === undefined ? null : Math.round(mib)));
  say(
    `Memory of the server (RSS): ${smallMib ?? '-'} MiB with ${SMALL} records, ${largeMib ?? '-'} MiB with ${large}.`,
  );
  const missed = missedOf(compared);
  for (const miss of missed) say(`MISSED: ${miss}`);
  if (missed.length === 0) say(`Nothing takes more than ${RATIO_MAX} times as long.`);
  say(JSON.stringify({ compared, rss_mib: { small: smallMib, large: largeMib }, missed }));
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
