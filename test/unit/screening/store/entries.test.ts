import { expect, test } from 'vitest';
import { transact } from '../../../../server/db/transact.ts';
import { createIds } from '../../../../server/lib/ids.ts';
import { LIMITS } from '../../../../server/lib/limits.ts';
import { createNumberLookup } from '../../../../server/screening/loader/numbers.ts';
import { compareVersions, countChanges, createChangeCounter } from '../../../../server/screening/store/compare.ts';
import { discardStaged, retireVersions } from '../../../../server/screening/store/discard.ts';
import { createEntryReader, readEntries, readNames, readNamesOf } from '../../../../server/screening/store/entries.ts';
import { foldIdentifier } from '../../../../server/screening/store/identifier.ts';
import { stageVersion } from '../../../../server/screening/store/stage.ts';
import { activeVersions, getVersion, listStore, listVersions } from '../../../../server/screening/store/versions.ts';
import { type ListEntry, newEntry } from '../../../../server/screening/types.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { inWholeRunAlone } from '../../../support/long.ts';

const activate = (db: Db, id: string): void =>
  listStore.activate({ db, audit: { append() {} } }, getVersion(db, id), 'cli');

const activeIds = (db: Db): string[] => activeVersions(db).map(({ id }) => id);

const newId = createIds({ now: () => 1 });

type Db = ReturnType<typeof memoryDatabase>;

/** Stores a version of the list "l" with these entries, active unless `ready` is false. */
function store(db: Db, id: string, entries: ListEntry[], ready = true): boolean[] {
  return transact(db, () => {
    const version = { id, code: 'l', name: 'L', format: 'plain_csv', importerVersion: 1, contentHash: id };
    const stage = stageVersion(db, { ...version, fileHashes: [], importedAtMs: 0, importedBy: 'cli' }, newId);
    const added = entries.map(stage.add);
    const counts = { entries: entries.length, names: entries.length, types: {}, orphans: {}, recordsDeclared: null };
    if (ready) stage.finish({ ...counts, publishedAt: null });
    if (ready) activate(db, id);
    return added;
  });
}

const person = (sourceId: string | null, name: string, more: Partial<ListEntry> = {}): ListEntry => ({
  ...newEntry(sourceId, 'person', name),
  ...more,
});

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const rows = (db: Db, table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

test('an entry comes back as it was, whatever the order of its fields was', () => {
  const db = memoryDatabase();
  const full = person('1', 'Odo "Ö" Fenwright', {
    birthDates: ['1961-02'],
    identifiers: [{ kind: 'passport', value: 'AB 123456', country: 'MT' }],
    media: [{ source: 'Gazette', date: '2020', title: 'Report' }],
    original: { remarks: 'x', lines: ['a', 'b'] },
  });
  const reordered = Object.fromEntries(Object.entries(full).reverse()) as unknown as ListEntry;
  store(db, 'lst_1', [full]);
  store(db, 'lst_2', [reordered]);
  const [stored] = [...readEntries(db, 'lst_2')];
  expect(stored).toMatchObject(full);
  expect(createEntryReader(db).get(stored?.entity ?? 0, 'lst_1')).toEqual(stored);
  expect(rows(db, 'watchlist_records')).toBe(1);
});

test('names are read with their entity, in the order of the file', () => {
  const db = memoryDatabase();
  const weak = { name: 'Heron', kind: 'alias', quality: 'weak' } as const;
  const two = person('2', 'Ida', { names: [{ name: 'Ida', kind: 'primary', quality: 'strong' }, weak] });
  store(db, 'lst_1', [two, { ...person('1', 'Odo'), type: 'vessel' }]);
  const [first, second] = [...readNames(db, 'lst_1')];
  expect(first?.names).toEqual([{ name: 'Ida', kind: 'primary', quality: 'strong' }, weak]);
  expect([second?.type, second?.names[0]?.name]).toEqual(['vessel', 'Odo']);
  expect(createEntryReader(db).get(first?.entity ?? 0, 'lst_1')).toMatchObject({ sourceId: '2' });
});

test('names are read in pieces, between which other work can be done', inWholeRunAlone('1 s'), () => {
  const db = memoryDatabase();
  const count = LIMITS.listCompareEntries;
  for (const size of [count, count + 1]) {
    const people = Array.from({ length: size }, (_, index) => person(`${index}`, `Odo ${index}`));
    store(db, `lst_${size}`, people);
    const read: string[] = [];
    for (const { names } of readNames(db, `lst_${size}`)) {
      read.push(names[0]?.name ?? '');
      if (read.length === 1) db.exec(`CREATE TABLE other_${size} (a)`);
    }
    expect(read).toEqual(people.map(({ names }) => names[0].name));
  }
  expect([...readNames(db, 'lst_none')]).toEqual([]);
});

test('an entity keeps its id from version to version', async () => {
  const idsOf = (db: Db, version: string) => [...readEntries(db, version)].map(({ id }) => id);
  const one = memoryDatabase();
  store(one, 'lst_1', [person('7', 'Odo'), person(null, 'Ida', { birthDates: ['1950'] })]);
  store(one, 'lst_2', [person(null, 'Ida', { birthDates: ['1950'], programs: ['P'] }), person('7', 'Odo Changed')]);
  expect(idsOf(one, 'lst_2')).toEqual(idsOf(one, 'lst_1').toReversed());
  expect(idsOf(one, 'lst_1')[0]).toMatch(/^ent_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
});

test('entries without a number of their own that are alike are all kept', () => {
  const db = memoryDatabase();
  const twin = person(null, 'Twin');
  expect(store(db, 'lst_1', [twin, twin, twin])).toEqual([true, true, true]);
  const ids = [...readEntries(db, 'lst_1')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  store(db, 'lst_2', [twin, twin]);
  expect([...readEntries(db, 'lst_2')].map(({ id }) => id)).toEqual(ids.slice(0, 2));
});

test('the same entry twice counts once, and two of one number are refused', () => {
  const db = memoryDatabase();
  expect(store(db, 'lst_1', [person('1', 'Odo'), person('1', 'Odo')])).toEqual([true, false]);
  expect(() => store(db, 'lst_2', [person('1', 'Odo'), person('1', 'Ida')])).toThrow(
    expect.objectContaining({ code: 'list_invalid', message: expect.stringContaining('The entry 1 appears') }),
  );
  expect(listVersions(db)).toHaveLength(1);
});

test('a number finds the entries of active versions alone, in any writing', () => {
  const db = memoryDatabase();
  const withNumber = (value: string) => [person('1', 'Odo', { identifiers: [{ kind: 'passport', value }] })];
  store(db, 'lst_1', withNumber('AB-123 456'));
  const find = (value: string) => createNumberLookup(db, activeIds(db))(value);
  expect(find('ab123456')).toEqual([{ entity: 1, versionId: 'lst_1' }]);
  store(db, 'lst_2', withNumber('ZZ 999999'));
  expect(find('ab123456')).toEqual([]);
  expect(find('zz999999')).toEqual([{ entity: 1, versionId: 'lst_2' }]);
  expect([foldIdentifier('12-34'), foldIdentifier('PASSPORT')]).toEqual([null, null]);
});

test('versions are compared by what their entries say', async () => {
  const db = memoryDatabase();
  store(db, 'lst_1', [person('1', 'Same'), person('2', 'Old'), person('3', 'Gone'), person('4', 'Gone too')]);
  store(db, 'lst_2', [person('9', 'New'), person('2', 'Newer'), person('1', 'Same'), person('8', 'Also new')]);
  const found = async (from: string | null, to: string) => {
    const changes: [string, string | undefined][] = [];
    for await (const { change, entity } of compareVersions(db, from, to)) {
      const entry = createEntryReader(db).get(entity, change === 'removed' ? String(from) : to);
      changes.push([change, entry?.names[0].name]);
    }
    return changes;
  };
  expect(await found('lst_1', 'lst_2')).toEqual([
    ['added', 'New'],
    ['added', 'Also new'],
    ['changed', 'Newer'],
    ['removed', 'Gone'],
    ['removed', 'Gone too'],
  ]);
  expect(await found('lst_1', 'lst_1')).toEqual([]);
  expect((await found(null, 'lst_1')).map(([change]) => change)).toEqual(['added', 'added', 'added', 'added']);
  expect(await countChanges(db, 'lst_2', 'lst_1')).toEqual({ added: 2, changed: 1, removed: 2 });
});

test('changes of a pair of versions are counted once', async () => {
  const db = memoryDatabase();
  store(db, 'lst_1', [person('1', 'A'), person('2', 'B')]);
  store(db, 'lst_2', [person('2', 'B2'), person('3', 'C')]);
  let statements = 0;
  const watched = Object.create(db, {
    prepare: {
      value: (sql: string) => {
        statements += 1;
        return db.prepare(sql);
      },
    },
  }) as Db;
  const count = createChangeCounter(watched);
  expect(await count('lst_1', 'lst_2')).toEqual({ added: 1, changed: 1, removed: 1 });
  const once = statements;
  expect(await count('lst_1', 'lst_2')).toEqual({ added: 1, changed: 1, removed: 1 });
  expect(statements).toBe(once);
  for (let pair = 0; pair < LIMITS.listCountsKept; pair++) await count(`lst_x${pair}`, 'lst_2');
  const others = statements;
  await count('lst_1', 'lst_2');
  expect(statements).toBeGreaterThan(others);
});

test('against a version that is being deleted everything is new, however much of it is left', async () => {
  const db = memoryDatabase();
  store(db, 'lst_1', [person('1', 'A'), person('2', 'B')]);
  store(db, 'lst_2', [person('1', 'A'), person('2', 'B')]);
  db.prepare("UPDATE watchlist_versions SET state = 'staged' WHERE id = 'lst_1'").run();
  expect(await countChanges(db, 'lst_1', 'lst_2')).toEqual({ added: 2, changed: 0, removed: 0 });
});

test('changes go on after any of them', async () => {
  const db = memoryDatabase();
  store(db, 'lst_1', [person('1', 'A'), person('2', 'B'), person('3', 'C')]);
  store(db, 'lst_2', [person('4', 'D'), person('1', 'A2'), person('5', 'E')]);
  const all = await collect(compareVersions(db, 'lst_1', 'lst_2'));
  expect(all.map(({ change }) => change)).toEqual(['added', 'added', 'changed', 'removed', 'removed']);
  for (const [index, after] of all.entries()) {
    expect(await collect(compareVersions(db, 'lst_1', 'lst_2', after))).toEqual(all.slice(index + 1));
  }
});

test('what is staged is seen by nobody, and deleted with all that is its own', async () => {
  const db = memoryDatabase();
  const shared = person('1', 'Odo', { identifiers: [{ kind: 'passport', value: 'AB123456' }] });
  store(db, 'lst_1', [shared]);
  const many = Array.from({ length: LIMITS.listChunkEntries + 1 }, (_, index) =>
    person(`x${index}`, 'Ida', { identifiers: [{ kind: 'number', value: `990000${index}` }] }),
  );
  store(db, 'lst_2', [shared, ...many], false);
  expect(listVersions(db).map(({ id }) => id)).toEqual(['lst_1']);
  expect(createNumberLookup(db, activeIds(db))('9900001')).toEqual([]);
  await discardStaged(db);
  const tables = ['versions', 'entries', 'entities', 'records', 'identifiers'];
  expect(tables.map((table) => rows(db, `watchlist_${table}`))).toEqual([1, 1, many.length + 1, 1, 1]);
  expect([...readEntries(db, 'lst_1')]).toMatchObject([shared]);
});

test('a list that never had a version leaves nothing', async () => {
  const db = memoryDatabase();
  store(db, 'lst_1', [person('1', 'Odo')], false);
  await discardStaged(db);
  expect(rows(db, 'watchlists')).toBe(0);
});

test('the newest versions are kept, and the active one whatever its age', async () => {
  const db = memoryDatabase();
  const ids = Array.from({ length: LIMITS.listVersionsKept + 2 }, (_, index) => `lst_${index}`);
  for (const [index, id] of ids.entries()) store(db, id, [person(`${index}`, 'Odo')]);
  transact(db, () => activate(db, 'lst_0'));
  expect(transact(db, () => retireVersions(db, 'l'))).toBe(2);
  await discardStaged(db);
  expect(listVersions(db).map(({ id }) => id)).toEqual([...ids.slice(3).toReversed(), 'lst_0']);
  expect(rows(db, 'watchlist_records')).toBe(LIMITS.listVersionsKept);
});

test('what is asked of every search, index and comparison is answered from indexes', async () => {
  const db = memoryDatabase();
  store(db, 'lst_1', [person('1', 'Odo')]);
  store(db, 'lst_2', [person('1', 'Ida')]);
  const seen = new Set<string>();
  const watched = Object.create(db, {
    prepare: {
      value: (sql: string) => {
        seen.add(sql);
        return db.prepare(sql);
      },
    },
  }) as Db;
  createEntryReader(watched);
  [...readNames(watched, 'lst_1')];
  readNamesOf(watched, 'lst_1', [1]);
  const [change] = await collect(compareVersions(watched, 'lst_1', 'lst_2'));
  await collect(compareVersions(watched, 'lst_1', 'lst_2', change));
  expect(seen.size).toBeGreaterThanOrEqual(9);
  for (const sql of seen) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+|\?/g, "'1'")}`).all() as { detail: string }[];
    const scans = plan.map(({ detail }) => detail).filter((detail) => /^SCAN (?!wanted)/.test(detail));
    expect(scans, sql).toEqual([]);
  }
});
