import type { Db } from '../db/open.ts';

/** Reads a single value of the key database; null: there is none. */
export function readMeta(keyDb: Db, name: string): Buffer | null {
  return (keyDb.prepare('SELECT value FROM meta WHERE name = ?').pluck().get(name) as Buffer | undefined) ?? null;
}

export function writeMeta(keyDb: Db, name: string, value: Buffer): void {
  keyDb
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, value);
}

export function removeMeta(keyDb: Db, name: string): void {
  keyDb.prepare('DELETE FROM meta WHERE name = ?').run(name);
}
