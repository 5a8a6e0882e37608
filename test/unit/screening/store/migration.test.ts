import { expect, test } from 'vitest';
import { migrate } from '../../../../server/db/migrate.ts';
import { MIGRATIONS } from '../../../../server/db/migrations/all.ts';
import { type Db, openDatabase } from '../../../../server/db/open.ts';
import { createNumberLookup } from '../../../../server/screening/loader/numbers.ts';
import { createEntryReader, readEntries, readNames } from '../../../../server/screening/store/entries.ts';
import { activeVersions, listVersions } from '../../../../server/screening/store/versions.ts';

const LIST = 'small';

/** A database in the form before version-independent entries, with two versions of one list. */
function olderDatabase(): Db {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, 3));
  db.prepare('INSERT INTO watchlists VALUES (?, ?, ?)').run(LIST, 'Small list', 12);
  const version = db.prepare(
    `INSERT INTO watchlist_versions (id, code, format, importer_version, content_hash, published_at, imported_at, entries,
       names, rows_skipped, active) VALUES (?, 'small', 'plain_csv', 1, ?, '2025-06-01', 1000, ?, 3, ?, ?)`,
  );
  version.run('lst_old', 'aa', 1, 0, 0);
  version.run('lst_new', 'bb', 4, 7, 1);
  const entry = db.prepare(
    `INSERT INTO watchlist_entries VALUES (@id, @version, @position, @sourceId, @name, @type, @names, '["1961-02"]', '["BG"]',
       @identifiers, '["P"]', @topics, '2020-02-03', '{"remarks":"as it was"}')`,
  );
  const names = JSON.stringify([
    { name: 'Odo "the" Fen', kind: 'primary' },
    { name: 'Heron', kind: 'weak' },
    { name: 'Odo Fenn', kind: 'former', quality: 'strong' },
  ]);
  const one = {
    sourceId: 'U-1',
    name: 'Odo "the" Fen',
    type: 'person',
    names,
    identifiers: '[]',
    topics: '["sanction"]',
  };
  entry.run({ ...one, id: 'ent_1', version: 'lst_old', position: 0 });
  const identifiers = '[{"kind":"passport","value":"ut-771 4902","country":"BG"},{"kind":"number","value":"12"}]';
  entry.run({ ...one, id: 'ent_2', version: 'lst_new', position: 0, identifiers, topics: '["sanction","own word"]' });
  const nameless = {
    ...one,
    sourceId: null,
    name: 'Twin',
    names: '[{"name":"Twin","kind":"primary"}]',
    type: 'entity',
  };
  entry.run({ ...nameless, id: 'ent_3', version: 'lst_new', position: 1 });
  entry.run({ ...nameless, id: 'ent_4', version: 'lst_new', position: 2 });
  entry.run({ ...one, id: 'ent_5', version: 'lst_new', position: 3, sourceId: 'U-2' });
  migrate(db, MIGRATIONS);
  return db;
}

test('lists of an older database are searched as before', () => {
  const db = olderDatabase();
  expect(listVersions(db).map(({ id, active }) => [id, active])).toEqual([
    ['lst_new', true],
    ['lst_old', false],
  ]);
  const [active] = activeVersions(db);
  expect(active).toMatchObject({ code: LIST, name: 'Small list', ageDaysMax: 12, entries: 4, rowsSkipped: 7 });
  expect(active).toMatchObject({ types: { person: 2, entity: 2 }, orphans: { rows: 7 }, importedBy: null });
  expect([...readEntries(db, 'lst_new')].map(({ id }) => id)).toEqual(['ent_2', 'ent_3', 'ent_4', 'ent_5']);
});

test('an entry of an older database keeps all that was known of it', () => {
  const reader = createEntryReader(olderDatabase());
  expect(reader.get('ent_2', 'lst_new')).toMatchObject({
    sourceId: 'U-1',
    type: 'person',
    names: [
      { name: 'Odo "the" Fen', kind: 'primary', quality: 'strong' },
      { name: 'Heron', kind: 'alias', quality: 'weak' },
      { name: 'Odo Fenn', kind: 'former', quality: 'strong' },
    ],
    birthDates: ['1961-02'],
    countries: ['BG'],
    nationalities: [],
    addresses: [],
    identifiers: [
      { kind: 'passport', value: 'ut-771 4902', country: 'BG' },
      { kind: 'number', value: '12' },
    ],
    programs: ['P'],
    topics: ['sanction', 'other'],
    listedAt: '2020-02-03',
    original: { remarks: 'as it was' },
  });
});

test('an entity of an older database has the id of its newest version in all of them', () => {
  const reader = createEntryReader(olderDatabase());
  expect(reader.get('ent_2', 'lst_old')).toMatchObject({ id: 'ent_2', topics: ['sanction'] });
  expect(reader.get('ent_1', 'lst_old')).toBeNull();
});

test('numbers of an older database are found in any writing', () => {
  const db = olderDatabase();
  const find = createNumberLookup(db, ['lst_new']);
  const [first] = readNames(db, 'lst_new');
  expect(find('UT7714902')).toEqual([{ entity: first?.entity, versionId: 'lst_new' }]);
  expect(find('12')).toEqual([]);
});
