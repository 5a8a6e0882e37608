import { expect, it } from 'vitest';
import { hashTables } from '../../../server/backup/table-hashes.ts';
import { openDatabase } from '../../../server/db/open.ts';

type Row = [string | null, number | null, Buffer | null];

function hashOf(rows: Row[], withIndex = false): string {
  const db = openDatabase(':memory:');
  db.exec('CREATE TABLE t (a TEXT, b REAL, c BLOB)');
  if (withIndex) db.exec('CREATE INDEX t_all ON t (b DESC, a, c)');
  const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?)');
  for (const row of rows) insert.run(...row);
  const [table] = hashTables(db);
  expect(table).toMatchObject({ name: 't', rows: rows.length });
  return table?.sha256 ?? '';
}

it('no two contents of a table give the same hash, and an index changes nothing', () => {
  const bytes = Buffer.from('ab');
  const contents: Row[][] = [
    [],
    [[null, null, null]],
    [['', null, null]],
    [[null, null, Buffer.alloc(0)]],
    [['ab', 1, null]],
    [['a', 1, null]],
    [['ab', 1.5, null]],
    [['ab', null, null]],
    [[null, null, bytes]],
    [['s2:ab', null, null]],
    [
      ['a', 1, bytes],
      ['b', 2, bytes],
    ],
    [
      ['b', 2, bytes],
      ['a', 1, bytes],
    ],
    [
      ['a', 1, null],
      ['b', null, null],
    ],
  ];
  const hashes = contents.map((rows) => hashOf(rows));
  expect(new Set(hashes).size).toBe(contents.length);
  expect(contents.map((rows) => hashOf(rows, true))).toEqual(hashes);
});
