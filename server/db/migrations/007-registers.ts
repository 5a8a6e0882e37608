import type { Migration } from '../migrate.ts';

/** Company registers: each version is a separate database file in the data folder, named after its id. */
export const registers: Migration = {
  version: 7,
  name: 'registers',
  sql: `
    CREATE TABLE registers (
      code TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      age_days_max INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE register_versions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      code TEXT NOT NULL REFERENCES registers (code),
      format TEXT NOT NULL,
      importer_version INTEGER NOT NULL,
      content_hash TEXT NOT NULL,
      file_hashes TEXT NOT NULL,
      published_at TEXT,
      imported_at INTEGER NOT NULL,
      imported_by TEXT NOT NULL,
      companies INTEGER NOT NULL,
      owners INTEGER NOT NULL,
      complete_for TEXT NOT NULL,
      countries TEXT NOT NULL,
      skipped TEXT NOT NULL,
      active INTEGER NOT NULL CHECK (active IN (0, 1)),
      UNIQUE (code, content_hash, importer_version)
    ) STRICT;
    CREATE UNIQUE INDEX register_versions_active ON register_versions (code) WHERE active = 1;
  `,
};
