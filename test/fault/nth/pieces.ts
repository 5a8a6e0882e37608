import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import { isWholeRun, sampleOf } from '../../support/long.ts';
import { installDatabaseFaults } from './database-faults.ts';
import { installDiskFaults } from './disk-faults.ts';
import { KINDS, type Kind } from './gate.ts';
import { failEach, type Tally, type Templates } from './loop.ts';
import { ACCESS } from './operations/access.ts';
import { BACKUPS } from './operations/backup.ts';
import { CREATES } from './operations/create.ts';
import { DATASETS } from './operations/datasets.ts';
import { ENDS } from './operations/ends.ts';
import { LINES } from './operations/line.ts';
import { REVIEWS } from './operations/review.ts';
import { STARTS } from './operations/start.ts';
import { WEBHOOKS } from './operations/webhooks.ts';
import { openRig, populate, type Rig, type World } from './rig.ts';
import { installInThreads } from './threads.ts';

const OPERATIONS = [
  ...CREATES,
  ...LINES,
  ...REVIEWS,
  ...WEBHOOKS,
  ...DATASETS,
  ...ENDS,
  ...BACKUPS,
  ...ACCESS,
  ...STARTS,
];

const worlds = new Map<World, Promise<Rig>>();

async function makeWorld(world: World): Promise<Rig> {
  const rig = await openRig(null);
  await populate(rig, world);
  await rig.server.stop();
  return rig;
}

const templates: Templates = async (world) => {
  const made = worlds.get(world) ?? makeWorld(world);
  worlds.set(world, made);
  return (await made).folder;
};

/** Test files that divide the whole run, so they run in parallel. */
const PIECES = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts')).length;

/** Every `npm test` draws some of these, and tries one moment of each way to fail. */
const SAMPLE = 1;
const SHARE: Readonly<Record<Kind, readonly string[]>> = {
  database: ['create a person with files', 'the line of a person', 'a start on what is there'],
  disk: ['create a person with files', 'a start on what is there'],
  clock: ['create a company'],
  engine: ['the line of a person'],
};
/** Only these operations call an engine. */
const WITH_ENGINES = [...LINES.map(({ name }) => name), 'take a report'];

const CELLS = KINDS.flatMap((kind) =>
  OPERATIONS.filter(({ name }) => kind !== 'engine' || WITH_ENGINES.includes(name)).map((operation) => ({
    kind,
    operation,
  })),
);

function cellsOf(piece: number): typeof CELLS {
  if (isWholeRun()) return CELLS.filter((_, at) => at % PIECES === piece);
  const share = CELLS.filter(({ kind, operation: { name } }) => SHARE[kind].includes(name));
  return sampleOf('failing calls', share, SAMPLE);
}

/** The tests of one piece of the whole run; the first piece has the sample of `npm test`. */
export function failPiece(piece: number): void {
  const tallies: Tally[] = [];
  beforeAll(() => {
    installDatabaseFaults();
    installDiskFaults();
    installInThreads();
  });
  afterAll(async () => {
    for (const rig of worlds.values()) await (await rig)[Symbol.asyncDispose]();
    const sum = (of: keyof Tally): number => tallies.reduce((all, tally) => all + tally[of], 0);
    console.info(
      `in all: ${sum('moments')} moments, ${sum('struck')} failed calls, ${(sum('cpuMs') / 1000).toFixed(1)} CPU-s`,
    );
  });
  it.each(cellsOf(piece))('$kind: $operation.name', async ({ kind, operation }) => {
    const { calls, moments, struck, cpuMs } = await failEach(operation, kind, templates, 1);
    tallies.push({ calls, moments, struck, cpuMs });
    const cpu = `${(cpuMs / 1000).toFixed(1)} CPU-s`;
    console.info(`${operation.name}, ${kind}: ${calls} calls, failed at ${moments} moments (${struck} calls), ${cpu}`);
  });
}
