import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '../../../server/db/open.ts';
import { makeSigningPair, readPrivateKey } from '../../../server/screening/packs/signing.ts';
import { writePack } from '../../../server/screening/packs/write-pack.ts';
import { activeVersions, listVersions } from '../../../server/screening/store/versions.ts';
import { writeSmallList } from '../../support/lists.ts';
import { inWholeRunAlone, isWholeRun } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { NOW_MS, openScreening } from './setup.ts';

const { privateKeyPem, publicKey } = makeSigningPair();
const ROW = 'U-5,Odo Fenwright,,,,,passport:AB123456,,,,';

const SEED = testSeed();
const random = seededRandom(SEED);
console.info(`which steps fail: CUSTOS_TEST_SEED=${SEED}`);
/** The distance to the next step that fails: every step in the whole run, otherwise one of several. */
const stride = (): number => (isWholeRun() ? 1 : 1 + Math.floor(random() * 12));

type Screening = ReturnType<typeof openScreening>;

/** Makes the nth step of the database fail from now on: each statement that runs, and the end of each transaction. */
function failing(db: Db) {
  let left = Number.POSITIVE_INFINITY;
  const step = (): void => {
    left -= 1;
    if (left === 0) throw new Error('the disk failed');
  };
  // Replaced on the class, because some statements are already compiled.
  const statements = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<
    'run' | 'get' | 'all',
    (...values: unknown[]) => unknown
  >;
  for (const method of ['run', 'get', 'all'] as const) {
    const real = statements[method];
    statements[method] = function (this: { database: Db }, ...values: unknown[]) {
      if (this.database === db) step();
      return real.apply(this, values);
    };
  }
  const { transaction } = db;
  db.transaction = ((work: () => unknown) =>
    transaction.call(db, () => {
      const result = work();
      step();
      return result;
    })) as unknown as Db['transaction'];
  return {
    at(nth: number): void {
      left = nth;
    },
    never(): void {
      left = Number.POSITIVE_INFINITY;
    },
  };
}

const TABLES = ['lists', 'list_versions', 'list_records', 'list_entries', 'list_identifiers', 'list_entities'];
const count = (db: Db, table: string): unknown => db.prepare(`SELECT count(*) FROM watch${table}`).pluck().get();

/** Everything in force, and everything stored. */
const inForce = ({ db, entries }: Screening): unknown => [
  listVersions(db),
  entries(),
  db.prepare('SELECT * FROM watchlists WHERE code IN (SELECT code FROM watchlist_versions WHERE active = 1)').all(),
];
/** Entities stay, so an entity that comes back keeps its old id. */
const stored = ({ db }: Screening): unknown[] => TABLES.slice(0, -1).map((table) => count(db, table));

/** The actions on lists, each on a list that has two versions. */
const ACTS: Record<string, (screening: Screening) => Promise<() => Promise<unknown>>> = {
  'an import': async (screening) => {
    const path = writeSmallList(screening.dir, [ROW, 'U-6,Ida,,,,,,,,,']);
    return () => screening.importList({ paths: [path], ageDaysMax: 9, name: 'Another name' });
  },
  'an import of a pack': async (screening) => {
    const path = join(screening.dir, 'a.zip');
    const lists = [
      { paths: [writeSmallList(screening.dir, [ROW])] },
      { paths: [screening.write('other.csv', 'id,name\n1,Odo\n')] },
    ];
    await writePack(path, lists, { privateKey: readPrivateKey(privateKeyPem), nowMs: NOW_MS });
    return async () => (await screening.lists()).importPack(path, {}, 'cli');
  },
  'a roll-back': async (screening) => {
    const old = listVersions(screening.db).at(-1)?.id ?? '';
    return async () => (await screening.lists()).activate(old, 'cli');
  },
  'a removal': async (screening) => async () => (await screening.lists()).remove('small_list', 'cli'),
  'a limit of age': async (screening) => async () => (await screening.lists()).setAgeLimit('small_list', 9, 'cli'),
};

test.each(Object.keys(ACTS))(
  '%s whose every step may fail is done as a whole or not at all',
  inWholeRunAlone('1 s'),
  async (name) => {
    using screening = openScreening([publicKey]);
    await screening.importList({ paths: [writeSmallList(screening.dir)] });
    await screening.importList({ paths: [writeSmallList(screening.dir, ['U-9,Ida Fenwright,,,,,,,,,'])] });
    const act = await ACTS[name]?.(screening);
    const fault = failing(screening.db);
    const [before, rows] = [inForce(screening), stored(screening)];
    let failures = 0;
    for (let step = 1, done = false; !done; step += stride()) {
      fault.at(step);
      done = await (act?.() ?? Promise.resolve()).then(
        () => true,
        (error) => {
          expect(error).toMatchObject({ message: 'the disk failed' });
          return false;
        },
      );
      fault.never();
      if (done) break;
      failures += 1;
      expect(inForce(screening), `step ${step}`).toEqual(before);
      await (await screening.reopen()).settled();
      expect(stored(screening), `step ${step}`).toEqual(rows);
      expect(existsSync(join(screening.dir, 'unpacked'))).toBe(false);
    }
    expect(failures).toBeGreaterThanOrEqual(isWholeRun() ? 3 : 1);
    expect(inForce(screening)).not.toEqual(before);
  },
);

test('what is deleted is deleted to its end, whichever step of it fails', async () => {
  using screening = openScreening();
  const fault = failing(screening.db);
  const broken = writeSmallList(screening.dir, [ROW, 'U-6,Ida,balloon,,,,,,,,']);
  const discard = async (nth: number): Promise<void> => {
    await expect(screening.importList({ paths: [broken], code: 'broken' })).rejects.toThrow('line 7');
    fault.at(nth);
    await (await screening.lists()).settled();
    fault.never();
  };
  const left = (): unknown => TABLES.map((table) => count(screening.db, table));
  const none = TABLES.map(() => 0);
  let nth = 1;
  for (; nth < 100; nth += stride()) {
    await discard(nth);
    const failed = JSON.stringify(left()) !== JSON.stringify(none);
    await (await screening.reopen()).settled();
    expect(left(), `step ${nth}`).toEqual(none);
    if (!failed) break;
  }
  expect(nth).toBeGreaterThan(5);
});

test('an import does not wait for what is left to delete, nor is it in its way', async () => {
  using screening = openScreening();
  const lists = await screening.lists();
  const path = writeSmallList(screening.dir, [ROW]);
  // Simulates that the process ended while it imported this same file.
  const fault = failing(screening.db);
  fault.at(40);
  await expect(lists.importList({ paths: [path] }, 'cli')).rejects.toThrow('the disk failed');
  fault.never();
  const staged = (): unknown =>
    screening.db.prepare("SELECT count(*) FROM watchlist_versions WHERE state = 'staged'").pluck().get();
  expect(staged()).toBe(1);
  const both = await Promise.all([lists.importList({ paths: [path] }, 'cli'), lists.remove('small_list', 'cli')]);
  expect([both[0].entries, staged(), activeVersions(screening.db)]).toEqual([5, 1, []]);
  await lists.settled();
  expect(staged()).toBe(0);
});

test('what is not deleted when the process ends is deleted after the next start', inWholeRunAlone('1 s'), async () => {
  using screening = openScreening();
  const lists = await screening.lists();
  await lists.settled();
  const rows = Array.from({ length: 5_000 }, (_, index) => `N-${index},Odo,,,,,,,,,`);
  const path = writeSmallList(screening.dir, [...rows, 'U-6,Ida,balloon,,,,,,,,']);
  await expect(lists.importList({ paths: [path] }, 'cli')).rejects.toThrow('line 5006');
  await lists.close(0);
  const left = count(screening.db, 'list_entries');
  await lists.settled();
  expect([left, count(screening.db, 'list_entries')]).toEqual([left, left]);
  expect(left).toBeGreaterThan(0);
  await (await screening.reopen()).settled();
  expect(count(screening.db, 'list_entries')).toBe(0);
});
