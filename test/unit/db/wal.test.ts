import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase, openReadOnly } from '../../../server/db/open.ts';
import { emptyWal } from '../../../server/db/wal.ts';
import { tempFolder } from '../../support/folder.ts';

it('deleted data is neither in the write-ahead log nor in the database, unless somebody still reads from the log', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'some.db');
  const db = openDatabase(path);
  const holdsIt = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes('a secret word'));
  db.exec("CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('a secret word')");
  const reader = openReadOnly(path);
  reader.exec('BEGIN');
  expect(reader.prepare('SELECT count(*) FROM words').pluck().get()).toBe(1);
  db.exec('DELETE FROM words');
  expect(emptyWal(db)).toBe(false);
  expect(holdsIt()).toBe(true);
  expect(db.pragma('busy_timeout', { simple: true })).toBe(5000);
  reader.exec('COMMIT');
  expect(emptyWal(db)).toBe(true);
  expect(holdsIt()).toBe(false);
  expect(statSync(`${path}-wal`).size).toBe(0);
  reader.close();
  db.close();
});
