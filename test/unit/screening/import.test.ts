import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWatchlistSearch } from '../../../server/screening/search.ts';
import {
  activateVersion,
  activeVersions,
  listVersions,
  setListAgeLimit,
} from '../../../server/screening/store/versions.ts';
import { writeSmallList } from '../../support/lists.ts';
import { failureOf, NOW_MS, openScreening } from './setup.ts';

test('a new version takes the place of the old one, which can be rolled back to', async () => {
  using screening = openScreening();
  const first = await screening.importList({ paths: [writeSmallList(screening.dir)] });
  const second = await screening.importList({ paths: [writeSmallList(screening.dir, ['U-5,Odo Fenwright,,,,,,,,,'])] });
  expect([first.created, second.created, second.entries]).toEqual([true, true, 5]);
  expect(listVersions(screening.db).map(({ id, active }) => [id, active])).toEqual([
    [second.id, true],
    [first.id, false],
  ]);
  const search = createWatchlistSearch(screening);
  expect(search.search({ name: 'Odo Fenwright' })).toHaveLength(1);
  activateVersion(screening.db, first.id);
  expect(search.search({ name: 'Odo Fenwright' })).toHaveLength(1);
  search.reload();
  expect(search.search({ name: 'Odo Fenwright' })).toHaveLength(0);
});

test('a broken file leaves the version in force as it was', async () => {
  using screening = openScreening();
  const first = await screening.importList({ paths: [writeSmallList(screening.dir)] });
  const broken = writeSmallList(screening.dir, ['U-5,Odo Fenwright,balloon,,,,,,,,']);
  expect(await failureOf(screening.importList({ paths: [broken] }))).toContain('line 6');
  expect(activeVersions(screening.db).map(({ id }) => id)).toEqual([first.id]);
  expect(screening.db.prepare('SELECT count(*) AS rows FROM watchlist_entries').get()).toEqual({ rows: 4 });
  const entry = { actor: 'cli', action: 'watchlist.activated', subjectId: first.id };
  expect(screening.audited).toEqual([expect.objectContaining(entry)]);
});

test('a failure while the rows are stored undoes all of them', async () => {
  using screening = openScreening();
  await screening.importList({ paths: [writeSmallList(screening.dir)] });
  screening.db.exec(`CREATE TRIGGER full BEFORE INSERT ON watchlist_entries WHEN NEW.position = 3
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  const path = writeSmallList(screening.dir, ['U-5,Odo Fenwright,,,,,,,,,']);
  await expect(screening.importList({ paths: [path] })).rejects.toThrow('no room');
  expect(listVersions(screening.db)).toMatchObject([{ active: true, entries: 4 }]);
  expect(screening.db.prepare('SELECT count(*) AS rows FROM watchlist_entries').get()).toEqual({ rows: 4 });
});

test('the same content again makes no copy, and takes over a new publication date', async () => {
  using screening = openScreening();
  const path = writeSmallList(screening.dir);
  const first = await screening.importList({ paths: [path] });
  const again = await screening.importList({ paths: [path], publishedAt: '2025-06-01' });
  expect(again).toMatchObject({ id: first.id, created: false, publishedAt: '2025-06-01', active: true });
  expect(listVersions(screening.db)).toHaveLength(1);
});

test('the same content under another name of the file is recognised too', async () => {
  using screening = openScreening();
  const path = writeSmallList(screening.dir);
  const copy = join(screening.dir, 'copy.csv');
  writeFileSync(copy, readFileSync(path));
  const first = await screening.importList({ paths: [path], code: 'own' });
  expect(await screening.importList({ paths: [copy], code: 'own' })).toMatchObject({ id: first.id, created: false });
});

test('lists of different codes are in force side by side', async () => {
  using screening = openScreening();
  const path = writeSmallList(screening.dir);
  await screening.importList({ paths: [path], code: 'one', name: 'List one' });
  await screening.importList({ paths: [path], code: 'two', name: 'List two' });
  expect(activeVersions(screening.db).map(({ code, name }) => [code, name])).toEqual([
    ['one', 'List one'],
    ['two', 'List two'],
  ]);
});

test('progress counts the rows that were read', async () => {
  using screening = openScreening();
  const rows = Array.from({ length: 1_500 }, (_, index) => `N-${index},Odo Fenwright,,,,,,,,,`);
  const seen: number[] = [];
  await screening.importList({
    paths: [writeSmallList(screening.dir, rows)],
    onProgress: (progress) => seen.push(progress.rows),
  });
  expect(seen).toEqual([1_000, 1_504]);
});

test.each([
  ['no file', { paths: [] }, 'Name at least one list file'],
  ['a bad code', { paths: ['x.csv'], code: 'Not OK' }, 'The code takes small letters'],
  ['a bad date', { paths: ['x.csv'], publishedAt: '2025-02-30' }, 'The publication date must be'],
  ['a date to come', { paths: ['x.csv'], publishedAt: '2025-06-16' }, 'not in the future'],
])('%s is refused', async (_, options, message) => {
  using screening = openScreening();
  expect(await failureOf(screening.importList(options))).toMatch(new RegExp(`^invalid_request: .*${message}`));
});

test('a file that is not there, and a folder, are named', async () => {
  using screening = openScreening();
  const missing = await failureOf(screening.importList({ paths: [join(screening.dir, 'none.csv')] }));
  expect(missing).toContain('list_invalid: none.csv cannot be opened');
  expect(await failureOf(screening.importList({ paths: [screening.dir] }))).toContain('is not a file');
});

test('a list has its own limit of age, which outlives its versions', async () => {
  using screening = openScreening();
  const publishedAt = '2025-06-01';
  await screening.importList({ paths: [writeSmallList(screening.dir)], publishedAt });
  const search = createWatchlistSearch(screening);
  const states = (): boolean[] => search.lists(NOW_MS).map(({ stale }) => stale);
  expect(states()).toEqual([false]);
  setListAgeLimit(screening.db, 'small_list', 10);
  await screening.importList({ paths: [writeSmallList(screening.dir, ['U-5,Odo,,,,,,,,,'])], publishedAt });
  search.reload();
  expect(states()).toEqual([true]);
  expect(() => setListAgeLimit(screening.db, 'nothing', 10)).toThrow('no list with this code');
});
