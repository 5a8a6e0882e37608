import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { Appliance } from '../../server/appliance/appliance.ts';
import { openAppliance } from '../../server/context.ts';
import { MIGRATIONS } from '../../server/db/migrations/all.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { AppError } from '../../server/lib/errors.ts';
import { createLogger } from '../../server/lib/log.ts';
import { currentVersion } from '../../server/updates/home.ts';
import { readJournal, readResult } from '../../server/updates/journal.ts';
import { describeTree } from '../../server/updates/parts.ts';
import { SNAPSHOT } from '../../server/updates/snapshot.ts';
import { submit } from '../integration/drive.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, testConfig } from '../support/server.ts';
import { skipUnless } from '../support/skip.ts';
import {
  type Behaviour,
  copyInstallation,
  NEW,
  NEW_MIGRATIONS,
  OLD,
  writeHome,
  writeProgram,
} from '../support/update-home.ts';
import { makeMaker, writePack } from '../support/update-packs.ts';

/** An update makes more disk changes than this. */
const KILLS = 20;
const FULL = 8;
const RECORDS = 3;
const POLL_MS = 50;
const SCRIPT = fileURLToPath(new URL('killed-update.ts', import.meta.url));
const maker = makeMaker();
const template = tempFolder();
const seed = testSeed();
let ids: string[] = [];

beforeAll(async () => {
  writeHome(join(template.path, 'home'));
  const server = await startTestServer({ folder: template.path });
  for (let i = 0; i < RECORDS; i++) ids.push(await submit(server, { files: cardAndSelfie(), applicant: ANNA }));
  await server.settle();
  await server.stop();
  ids = ids.sort();
  return () => template[Symbol.dispose]();
});

async function packOf(folder: string, behaviour: Behaviour): Promise<string> {
  const tree = join(folder, `tree-${behaviour}`);
  writeProgram(tree, NEW, behaviour);
  const path = join(folder, `${behaviour}.custos-update`);
  await writePack(path, maker, { tree });
  return path;
}

/** Applies a pack in a separate process. Returns its output, and whether it was killed. */
async function apply(
  folder: string,
  pack: string,
  { killAt, fullAt }: { killAt?: number; fullAt?: number } = {},
): Promise<{ lines: string[]; killed: boolean }> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      ...process.env,
      CUSTOS_DATA_DIR: join(folder, 'data'),
      CUSTOS_MASTER_KEY_FILE: join(folder, 'master.key'),
      HOME_FOLDER: join(folder, 'home'),
      PACK: pack,
      KEY: maker.publicKey,
      ...(killAt === undefined ? {} : { KILL_AT: String(killAt) }),
      ...(fullAt === undefined ? {} : { FULL_AT: String(fullAt) }),
    },
    // On a full disk it ends with a failure.
    stdio: ['ignore', 'pipe', fullAt === undefined ? 'inherit' : 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  const killed = signal === 'SIGKILL';
  expect(killed || fullAt !== undefined || code === 0, printed).toBe(true);
  return { lines: printed.trimEnd().split('\n'), killed };
}

/** A start of the version in force. It waits for a trial that lost its starter, as a person would. */
async function startCurrent(folder: string): Promise<Appliance> {
  const log = createLogger(systemClock, () => {});
  const migrations = currentVersion(join(folder, 'home')) === NEW ? NEW_MIGRATIONS : MIGRATIONS;
  for (;;) {
    try {
      return await openAppliance(testConfig(folder), { clock: systemClock, log, engines: fakeEngines(), migrations });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'folder_in_use') throw error;
      await setTimeout(POLL_MS);
    }
  }
}

/** In every case the version in force is complete and starts, all records exist, and nothing of the update remains. */
async function expectWorking(folder: string, about: string): Promise<string> {
  const home = join(folder, 'home');
  const version = must(currentVersion(home), 'a version is in force');
  expect((await describeTree(join(home, 'versions', version), new Map())).version, about).toBe(version);
  const appliance = await startCurrent(folder);
  try {
    expect(appliance.db.prepare('SELECT id FROM verifications ORDER BY id').pluck().all(), about).toEqual(ids);
    await assertInvariants(appliance);
    const form = appliance.db.pragma('user_version', { simple: true });
    expect(form, about).toBe(version === NEW ? NEW_MIGRATIONS.length : MIGRATIONS.length);
  } finally {
    await appliance.close(0);
  }
  const data = join(folder, 'data');
  expect(existsSync(join(data, SNAPSHOT)), about).toBe(false);
  expect(readJournal(data), about).toBeNull();
  return version;
}

const shell = skipUnless(process.platform !== 'win32', 'the launcher of a headless version is a shell script');
const whole = shell.skip ? shell : inWholeRunAlone('each time starts two programs');

/** The number of changes of an update that is not killed. */
async function countChanges(): Promise<number> {
  using folder = tempFolder();
  copyInstallation(template.path, folder.path);
  const { lines } = await apply(folder.path, await packOf(folder.path, 'good'));
  expect(await expectWorking(folder.path, 'not killed')).toBe(NEW);
  expect(readdirSync(join(folder.path, 'home', 'versions')).sort()).toEqual([OLD, NEW]);
  expect(readResult(join(folder.path, 'data'))).toMatchObject({ from: OLD, to: NEW, outcome: 'applied', noted: true });
  return Number(must(lines.at(-1), 'it says so').replace('changes ', ''));
}
let counted: Promise<number> | null = null;
const changesOfUpdate = (): Promise<number> => {
  counted ??= countChanges();
  return counted;
};

it('can be applied again where it was killed at a seeded point of its beginning', {
  ...whole,
}, async () => {
  const killAt = Math.floor(seededRandom(seed)() * KILLS);
  const about = `killed before change ${killAt}, CUSTOS_TEST_SEED=${seed}`;
  console.info(`update: ${about}`);
  using folder = tempFolder();
  copyInstallation(template.path, folder.path);
  const pack = await packOf(folder.path, 'good');
  expect((await apply(folder.path, pack, { killAt })).killed, about).toBe(true);
  expect(await expectWorking(folder.path, about)).toBe(OLD);
  await apply(folder.path, pack);
  expect(await expectWorking(folder.path, `${about}, then again`)).toBe(NEW);
});

it(`ends in a working version over ${KILLS} kills at seeded points of an update`, {
  ...whole,
}, async () => {
  const random = seededRandom(seed);
  using packs = tempFolder();
  const pack = await packOf(packs.path, 'good');
  const changes = await changesOfUpdate();
  expect(changes).toBeGreaterThan(KILLS);
  const ended = new Map<string, number>();
  for (let i = 0; i < KILLS; i++) {
    using folder = tempFolder();
    copyInstallation(template.path, folder.path);
    const killAt = Math.floor(((i + random()) / KILLS) * changes);
    const about = `killed before change ${killAt} of ${changes}, seed ${seed}`;
    expect((await apply(folder.path, pack, { killAt })).killed, about).toBe(true);
    const version = await expectWorking(folder.path, about);
    ended.set(version, (ended.get(version) ?? 0) + 1);
    // The interrupted pack can be applied again.
    if (version === OLD && i % 5 === 4) {
      await apply(folder.path, pack);
      expect(await expectWorking(folder.path, `${about}, then again`)).toBe(NEW);
    }
  }
  expect([...ended.keys()].sort(), 'kills before and after the change of versions').toEqual([OLD, NEW]);
});

it(`ends in a working version where the disk is full at ${FULL} seeded points`, {
  ...whole,
}, async () => {
  const random = seededRandom(seed);
  using packs = tempFolder();
  const pack = await packOf(packs.path, 'good');
  const changes = await changesOfUpdate();
  for (let i = 0; i < FULL; i++) {
    using folder = tempFolder();
    copyInstallation(template.path, folder.path);
    const fullAt = Math.floor(((i + random()) / FULL) * changes);
    await apply(folder.path, pack, { fullAt });
    await expectWorking(folder.path, `full at change ${fullAt} of ${changes}, seed ${seed}`);
  }
});

it.for<Behaviour>(['kills-early', 'kills-migrated', 'kills-answered'])(
  'goes back where the update is killed by the trial (%s), once the trial has ended',
  whole,
  async (behaviour) => {
    using folder = tempFolder();
    copyInstallation(template.path, folder.path);
    const { killed } = await apply(folder.path, await packOf(folder.path, behaviour));
    expect(killed).toBe(true);
    expect(await expectWorking(folder.path, behaviour)).toBe(OLD);
    expect(readResult(join(folder.path, 'data'))?.outcome).toBe('interrupted');
    expect(readFileSync(join(folder.path, 'home', 'current'), 'utf8')).toBe(`${OLD}\n`);
  },
);
