import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../../server/lib/limits.ts';
import type { LogFields, Logger } from '../../../../server/lib/log.ts';
import { loadHere, loadInThread } from '../../../../server/screening/loader/load.ts';
import { createWatchlistSearch } from '../../../../server/screening/search.ts';
import { activeVersions } from '../../../../server/screening/store/versions.ts';
import { writeSmallList } from '../../../support/lists.ts';
import { inWholeRunAlone } from '../../../support/long.ts';
import { openScreening } from '../setup.ts';

/** Lowers the limit, so that a short list is enough to start a thread. */
const limits = LIMITS as { indexInlineNamesMax: number };
const { indexInlineNamesMax } = limits;
beforeAll(() => {
  limits.indexInlineNamesMax = 10;
});
afterAll(() => {
  limits.indexInlineNamesMax = indexInlineNamesMax;
});

const NEVER = new AbortController().signal;

function keepLog(): { log: Logger; lines: { event: string; fields: LogFields }[] } {
  const lines: { event: string; fields: LogFields }[] = [];
  const note = (event: string, fields: LogFields = {}): void => void lines.push({ event, fields });
  return { log: { info: note, warn: note, error: note }, lines };
}

function manyRows(surname: string): string {
  const rows = Array.from({ length: LIMITS.indexInlineNamesMax + 1 }, (_, at) => `${at},${surname} Number ${at}`);
  return ['id,name', ...rows].join('\n');
}

test(
  'a thread builds what would be built here, keeps it, and takes it from there the next time',
  inWholeRunAlone('1 s'),
  async () => {
    using screening = openScreening();
    await screening.importList({ paths: [writeSmallList(screening.dir)] });
    const { log, lines } = keepLog();
    const deps = { db: screening.db, cacheFolder: join(screening.dir, 'index'), log, signal: NEVER };
    const versions = activeVersions(screening.db);
    const here = loadHere(deps, versions);
    const [built, kept] = [await loadInThread(deps, versions), await loadInThread(deps, versions)];
    expect(lines.map(({ fields }) => [fields['fromCache'], fields['names']])).toEqual([
      [false, here.names.size],
      [true, here.names.size],
    ]);
    for (const { places, topics } of [built, kept])
      expect({ places, topics }).toEqual({ places: here.places, topics: [['sanction']] });
    expect(readdirSync(deps.cacheFolder)).toHaveLength(2);
  },
);

test('a damaged cache is rebuilt, and one of other versions is removed', inWholeRunAlone('1 s'), async () => {
  using screening = openScreening();
  await screening.importList({ paths: [writeSmallList(screening.dir)] });
  const { log, lines } = keepLog();
  const deps = { db: screening.db, cacheFolder: join(screening.dir, 'index'), log, signal: NEVER };
  await loadInThread(deps, activeVersions(screening.db));
  const files = readdirSync(deps.cacheFolder);
  for (const name of files) {
    const path = join(deps.cacheFolder, name);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 3));
    await loadInThread(deps, activeVersions(screening.db));
  }
  expect(lines.map(({ fields }) => fields['fromCache'])).toEqual([false, false, false]);
  await screening.importList({ paths: [writeSmallList(screening.dir, ['U-5,Odo Fenwright,,,,,,,,,'])] });
  await loadInThread(deps, activeVersions(screening.db));
  expect(readdirSync(deps.cacheFolder)).toHaveLength(files.length);
  expect(readdirSync(deps.cacheFolder)).not.toEqual(files);
});

test('a cache that cannot be written keeps nobody from searching', inWholeRunAlone('1 s'), async () => {
  using screening = openScreening();
  await screening.importList({ paths: [writeSmallList(screening.dir)] });
  const { log, lines } = keepLog();
  const cacheFolder = screening.write('index', 'a file in the way');
  const loaded = await loadInThread(
    { db: screening.db, cacheFolder, log, signal: NEVER },
    activeVersions(screening.db),
  );
  expect([loaded.names.size > 0, lines[0]?.fields['kept']]).toEqual([true, false]);
});

test(
  'many names are loaded aside: until then nothing is searched, and afterwards the old ones until the new are there',
  inWholeRunAlone('1 s'),
  async () => {
    using screening = openScreening();
    await screening.importList({ paths: [screening.write('many.csv', manyRows('Quillonez'))], code: 'many' });
    const search = createWatchlistSearch({ ...screening, cacheFolder: join(screening.dir, 'index') });
    expect([search.ready, search.lists(0)]).toEqual([false, []]);
    expect(() => search.search({ name: 'Quillonez Number 7' })).toThrow('still loading');
    expect(await search.whenReady()).toBe(true);
    const [first] = search.lists(0);
    const namesOf = (name: string): string[] => search.search({ name, limit: 1 }).map(({ entity }) => entity.name);
    expect(namesOf('Quillonez Number 7')).toEqual(['Quillonez Number 7']);

    await screening.importList({ paths: [screening.write('next.csv', manyRows('Wolkenbruch'))], code: 'many' });
    const pinned = search.current();
    const reloaded = search.reload();
    expect([search.ready, search.lists(0)[0]?.id]).toEqual([true, first?.id]);
    expect([namesOf('Quillonez Number 7').length, namesOf('Wolkenbruch Number 7').length]).toEqual([1, 0]);
    await reloaded;
    expect(search.lists(0)[0]?.id).not.toBe(first?.id);
    expect([namesOf('Quillonez Number 7').length, namesOf('Wolkenbruch Number 7').length]).toEqual([0, 1]);
    const [hit] = pinned.search({ name: 'Quillonez Number 7', limit: 1 });
    expect([hit?.list.id, pinned.lists(0)[0]?.id]).toEqual([first?.id, first?.id]);
  },
);

test('lists that cannot be loaded are not passed over: the search says so, and is not ready', async () => {
  using screening = openScreening();
  await screening.importList({ paths: [screening.write('many.csv', manyRows('Quillonez'))], code: 'many' });
  const { log, lines } = keepLog();
  rmSync(join(screening.dir, 'main.db'));
  const search = createWatchlistSearch({ ...screening, log, cacheFolder: join(screening.dir, 'index') });
  expect(await search.whenReady()).toBe(false);
  expect(search.problem).toContain('could not be loaded');
  expect(lines.map(({ event }) => event)).toEqual(['watchlists.failed']);
  expect(() => search.current()).toThrow('could not be loaded');
});

test(
  'lists that could not be loaded once are tried again, and until then nobody passes by the ones before',
  inWholeRunAlone('1 s'),
  async () => {
    using screening = openScreening();
    const cacheFolder = join(screening.dir, 'index');
    await screening.importList({ paths: [screening.write('many.csv', manyRows('Quillonez'))], code: 'many' });
    const search = createWatchlistSearch({ ...screening, cacheFolder });
    await search.whenReady();
    await screening.importList({ paths: [screening.write('next.csv', manyRows('Wolkenbruch'))], code: 'many' });
    const [database, aside] = [join(screening.dir, 'main.db'), join(screening.dir, 'aside.db')];
    renameSync(database, aside);
    await search.reload();
    expect(search.ready).toBe(false);
    expect(() => search.search({ name: 'Quillonez Number 7' })).toThrow('could not be loaded');
    renameSync(aside, database);
    expect(await search.whenReady()).toBe(true);
    expect(search.search({ name: 'Wolkenbruch Number 7', limit: 1 })).toHaveLength(1);
  },
);

test('a search that is closed ends what it loads, without a word', async () => {
  using screening = openScreening();
  await screening.importList({ paths: [screening.write('many.csv', manyRows('Quillonez'))], code: 'many' });
  const { log, lines } = keepLog();
  const search = createWatchlistSearch({ ...screening, log, cacheFolder: join(screening.dir, 'index') });
  search.close();
  expect([await search.whenReady(), search.problem, lines]).toEqual([false, null, []]);
});
