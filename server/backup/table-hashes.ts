import { createHash } from 'node:crypto';
import type { Db } from '../db/open.ts';

/** How many rows a table has, and the SHA-256 of all their values in table order. */
export interface TableHash {
  name: string;
  rows: number;
  sha256: string;
}

/** Text is hashed in chunks of this size: one call per row would cost more than the hash. */
const HASHED_AT_CHARS = 64 * 1024;

/** Returns every table of a database, by name, with its hash. */
export function hashTables(db: Db): TableHash[] {
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  return names.map((name) => hashTable(db, name));
}

/** Hashes each value with its type and length, so no two different tables produce the same bytes. Reads the rows themselves, not the indexes. */
function hashTable(db: Db, name: string): TableHash {
  const hash = createHash('sha256');
  let rows = 0;
  let text = '';
  for (const row of db.prepare(`SELECT * FROM "${name}" NOT INDEXED`).raw().iterate() as Iterable<unknown[]>) {
    rows += 1;
    text += 'r';
    for (const value of row) {
      if (value === null) text += 'n';
      else if (typeof value === 'string') text += `s${value.length}:${value}`;
      else if (Buffer.isBuffer(value)) {
        hash.update(`${text}b${value.length}:`);
        hash.update(value);
        text = '';
      } else text += `d${value};`;
    }
    if (text.length < HASHED_AT_CHARS) continue;
    hash.update(text);
    text = '';
  }
  return { name, rows, sha256: hash.update(text).digest('hex') };
}
