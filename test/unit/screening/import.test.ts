import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ageOfList } from '../../../server/datasets/age.ts';
import type { InspectedFile } from '../../../server/datasets/inspect.ts';
import type { ImportProgress } from '../../../server/datasets/progress.ts';
import { must } from '../../../server/lib/assert.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { recogniseFormat } from '../../../server/screening/import/recognise.ts';
import { activeVersions, listVersions } from '../../../server/screening/store/versions.ts';
import { writeSmallList } from '../../support/lists.ts';
import { inWholeRunAlone } from '../../support/long.ts';
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
  expect(screening.entries()).toHaveLength(5);
  const lists = await screening.lists();
  expect(await lists.activate(first.id, 'cli')).toMatchObject({ id: first.id, active: true });
  expect(screening.entries()).toHaveLength(4);
  expect(screening.changes()).toBe(3);
  expect(screening.audited.map(({ action }) => action)).toEqual(Array(3).fill('watchlist.activated'));
});

test('a broken file leaves the version in force as it was', async () => {
  using screening = openScreening();
  const first = await screening.importList({ paths: [writeSmallList(screening.dir)] });
  const broken = writeSmallList(screening.dir, ['U-5,Odo Fenwright,balloon,,,,,,,,']);
  expect(await failureOf(screening.importList({ paths: [broken] }))).toContain('line 6');
  expect(activeVersions(screening.db).map(({ id }) => id)).toEqual([first.id]);
  await (await screening.lists()).settled();
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
  await (await screening.lists()).settled();
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

test('progress counts the rows that were read', inWholeRunAlone('1 s'), async () => {
  using screening = openScreening();
  const rows = Array.from({ length: 1_500 }, (_, index) => `N-${index},Odo Fenwright,,,,,,,,,`);
  const seen: ImportProgress[] = [];
  await screening.importList({
    paths: [writeSmallList(screening.dir, rows)],
    onProgress: (progress) => void seen.push(progress),
  });
  expect(seen.map(({ rows }) => rows)).toEqual([1_000, 1_504]);
  const bytes = statSync(join(screening.dir, 'small-list.csv')).size;
  expect(seen.at(-1)).toMatchObject({ entries: 1_504, bytesRead: bytes, bytesTotal: bytes });
});

test.each([
  ['no file', { paths: [] }, 'Give at least one list file'],
  ['a bad code', { paths: ['x.csv'], code: 'Not OK' }, 'code must have at most 64 characters'],
  ['a bad date', { paths: ['x.csv'], publishedAt: '2025-02-30' }, 'published_at must be a date'],
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
  const lists = await screening.lists();
  const first = await screening.importList({ paths: [writeSmallList(screening.dir)], publishedAt: '2025-06-01' });
  expect(ageOfList(first, NOW_MS).stale).toBe(false);
  await lists.setAgeLimit('small_list', 10, 'cli');
  expect(screening.changes()).toBe(2);
  const path = writeSmallList(screening.dir, ['U-5,Odo,,,,,,,,,']);
  const second = await screening.importList({ paths: [path], publishedAt: '2025-06-01' });
  expect(ageOfList(second, NOW_MS).stale).toBe(true);
  expect(await screening.importList({ paths: [path], ageDaysMax: 20 })).toMatchObject({ ageDaysMax: 20 });
  await lists.setAgeLimit('small_list', null, 'cli');
  expect(activeVersions(screening.db)).toMatchObject([{ ageDaysMax: null }]);
  await expect(lists.setAgeLimit('nothing', 10, 'cli')).rejects.toThrow('no list with this code');
});

test('a removed list is searched no more, and can be brought back', async () => {
  using screening = openScreening();
  const lists = await screening.lists();
  const { id } = await screening.importList({ paths: [writeSmallList(screening.dir)] });
  await lists.remove('small_list', 'cli');
  expect(activeVersions(screening.db)).toEqual([]);
  expect(screening.changes()).toBe(2);
  await expect(lists.remove('small_list', 'cli')).rejects.toThrow('No list with this code is active');
  await lists.activate(id, 'cli');
  expect(activeVersions(screening.db)).toHaveLength(1);
});

/** A list of `count` invented people, published on one day. */
const people = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `N-${index},Odo F${index},,,,,,,,,`);

test('a list that has lost more than a tenth of its entries is refused unless that is asked for', async () => {
  using screening = openScreening();
  const whole = await screening.importList({ paths: [writeSmallList(screening.dir, people(96))] });
  const path = writeSmallList(screening.dir, people(85));
  const failure = screening.importList({ paths: [path] });
  await expect(failure).rejects.toMatchObject({ code: 'list_invalid', details: { items: [{ code: 'list_shrunk' }] } });
  await expect(failure).rejects.toThrow('has 100 entries, and this one has 89');
  expect(activeVersions(screening.db).map(({ id }) => id)).toEqual([whole.id]);
  expect(listVersions(screening.db)).toHaveLength(1);
  expect(await screening.importList({ paths: [path], acceptSmaller: true })).toMatchObject({
    entries: 89,
    active: true,
  });
  expect(await screening.importList({ paths: [writeSmallList(screening.dir, people(77))] })).toMatchObject({
    entries: 81,
  });
});

test('a small list may lose a few entries, however large a part they are', async () => {
  using screening = openScreening();
  await screening.importList({ paths: [writeSmallList(screening.dir, people(LIMITS.listEntriesGoneMin + 1))] });
  const fewer = writeSmallList(screening.dir);
  await expect(screening.importList({ paths: [fewer] })).rejects.toMatchObject({
    details: { items: [{ code: 'list_shrunk' }] },
  });
  const few = writeSmallList(screening.dir, people(1));
  expect(await screening.importList({ paths: [few] })).toMatchObject({ entries: 5, active: true });
});

test('a list is fresh from the day before its date until its limit of age', () => {
  const aged = (publishedAt: string, ageDaysMax: number | null = null) =>
    ageOfList({ publishedAt, importedAtMs: 0, ageDaysMax }, NOW_MS);
  expect(aged('2025-05-17')).toEqual({ dated: '2025-05-17', ageDays: 29, stale: false });
  expect(aged('2025-05-16')).toEqual({ dated: '2025-05-16', ageDays: 30, stale: true });
  expect([aged('2025-06-14', 1).stale, aged('2025-06-15', 1).stale]).toEqual([true, false]);
  expect(aged('2025-06-16')).toEqual({ dated: '2025-06-16', ageDays: 0, stale: false });
  expect(aged('2025-06-17')).toEqual({ dated: '2025-06-17', ageDays: 0, stale: true });
});

test('the form of a file sets how large it may be', () => {
  const sized = (head: string, sizeBytes: number) => [
    { name: 'l', head, tail: '', sizeBytes } as unknown as InspectedFile,
  ];
  const un = '<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2025-06-01T00:00:00Z">';
  const ftm = '{"id":"a","schema":"Person","properties":{"name":["Odo"]}}\n';
  const cases: [string, string, number][] = [
    [un, 'un_xml', LIMITS.listHeldFileBytesMax],
    [ftm, 'ftm_json', LIMITS.listJoinedFileBytesMax],
    ['id,name\n', 'plain_csv', LIMITS.listFileBytesMax],
  ];
  for (const [head, id, sizeBytesMax] of cases) {
    expect(recogniseFormat(sized(head, sizeBytesMax))).toMatchObject({ id });
    expect(() => recogniseFormat(sized(head, sizeBytesMax + 1))).toThrow(
      `the limit for the format ${id} is ${sizeBytesMax}`,
    );
  }
});

test('a list without a date is as old as its last import, changed or not', async () => {
  using screening = openScreening();
  const path = writeSmallList(screening.dir);
  const { id } = await screening.importList({ paths: [path] });
  screening.db.prepare('UPDATE watchlist_versions SET imported_at = 1000').run();
  expect(ageOfList(must(activeVersions(screening.db)[0], 'it is there'), NOW_MS).stale).toBe(true);
  expect(await screening.importList({ paths: [path] })).toMatchObject({ id, created: false, importedAtMs: NOW_MS });
  await screening.importList({ paths: [path], publishedAt: '2025-01-01' });
  screening.db.prepare('UPDATE watchlist_versions SET imported_at = 1000').run();
  expect(await screening.importList({ paths: [path] })).toMatchObject({
    importedAtMs: 1000,
    publishedAt: '2025-01-01',
  });
});

test('files of other scripts, or of very long names, are lists of their own', async () => {
  using screening = openScreening();
  const codes = new Set<string>();
  for (const name of ['名单', '人物', 'Списък 1', 'Лист 1', '🛑', `${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`]) {
    const path = screening.write(`${name}.csv`, `id,name\n1,${codes.size}\n`);
    codes.add((await screening.importList({ paths: [path] })).code);
  }
  expect(codes.size).toBe(7);
  expect(activeVersions(screening.db)).toHaveLength(7);
});

test('a list that is older than the one in force is refused unless that is asked for', async () => {
  using screening = openScreening();
  const paths = [writeSmallList(screening.dir)];
  const old = await screening.importList({ paths, publishedAt: '2025-05-01' });
  const rows = ['U-5,Odo,,,,,,,,,'];
  const now = await screening.importList({ paths: [writeSmallList(screening.dir, rows)], publishedAt: '2025-06-01' });
  const again = screening.importList({ paths: [writeSmallList(screening.dir)] });
  await expect(again).rejects.toMatchObject({ details: { items: [{ code: 'list_older' }] } });
  expect(activeVersions(screening.db).map(({ id }) => id)).toEqual([now.id]);
  expect(await screening.importList({ paths, allowOlder: true, acceptSmaller: true })).toMatchObject({
    id: old.id,
    active: true,
  });
});

test('what an import left that the process did not survive is gone after the next start', async () => {
  using screening = openScreening();
  const first = await screening.importList({ paths: [writeSmallList(screening.dir)] });
  screening.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF active ON watchlist_versions WHEN NEW.active = 1
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  // The clean-up fails as well, as if the process had ended in between.
  screening.db.exec(`CREATE TRIGGER kept BEFORE DELETE ON watchlist_entries BEGIN SELECT RAISE(ABORT, 'ended'); END`);
  const path = writeSmallList(screening.dir, people(600));
  await expect(screening.importList({ paths: [path] })).rejects.toThrow('no room');
  await (await screening.lists()).settled();
  const count = () => screening.db.prepare('SELECT count(*) FROM watchlist_entries').pluck().get();
  expect(count()).toBe(608);
  screening.db.exec('DROP TRIGGER cut; DROP TRIGGER kept');
  expect(listVersions(screening.db).map(({ id }) => id)).toEqual([first.id]);
  await (await screening.reopen()).settled();
  expect(count()).toBe(4);
  expect(screening.db.prepare('SELECT count(*) FROM watchlist_records').pluck().get()).toBe(4);
  expect(await screening.importList({ paths: [path] })).toMatchObject({ created: true, entries: 604 });
});

test('two imports at once are done one after the other', async () => {
  using screening = openScreening();
  const lists = await screening.lists();
  const path = writeSmallList(screening.dir, people(1_200));
  const [one, two] = [lists.importList({ paths: [path] }, 'a'), lists.importList({ paths: [path] }, 'b')];
  expect(lists.imports.running()).toMatchObject([
    { files: ['small-list.csv'] },
    { files: ['small-list.csv'], progress: null },
  ]);
  const [first, second] = await Promise.all([one, two]);
  expect([first.created, second.created, second.id]).toEqual([true, false, first.id]);
  expect(first.importedBy).toBe('a');
  expect(lists.imports.running()).toEqual([]);
});

test('a limited number of imports may wait', async () => {
  using screening = openScreening();
  const lists = await screening.lists();
  const path = writeSmallList(screening.dir);
  const waiting = Array.from({ length: LIMITS.listImportsMax }, () => lists.importList({ paths: [path] }, 'a'));
  await expect(lists.importList({ paths: [path] }, 'a')).rejects.toMatchObject({ code: 'queue_full' });
  await expect(lists.importPack(path, {}, 'a')).rejects.toMatchObject({ code: 'queue_full' });
  await Promise.all(waiting);
  expect(await lists.importList({ paths: [path] }, 'a')).toMatchObject({ created: false });
});

test('others are served while a list is imported', inWholeRunAlone('1 s'), async () => {
  using screening = openScreening();
  const path = writeSmallList(screening.dir, people(5_000));
  let turns = 0;
  let done = false;
  const turn = (): void => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await screening.importList({ paths: [path] });
  done = true;
  expect(turns).toBeGreaterThan(5_000 / LIMITS.listChunkEntries);
});

test('a version tells what it was made from', async () => {
  using screening = openScreening();
  const path = writeSmallList(screening.dir);
  const version = await screening.importList({ paths: [path] });
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  expect(version).toMatchObject({
    fileHashes: [hash],
    types: { person: 3, entity: 1 },
    importedBy: 'cli',
    orphans: {},
  });
});

test('a file that is changed while it is read is refused', async () => {
  using screening = openScreening();
  const path = writeSmallList(screening.dir, people(1_500));
  const onProgress = (): void => writeFileSync(path, 'U-9,Ida,,,,,,,,,\n', { flag: 'a' });
  const failure = await failureOf(screening.importList({ paths: [path], onProgress }));
  expect(failure).toContain('small-list.csv: it changed while it was being read');
  expect(listVersions(screening.db)).toEqual([]);
});
