import type { Migration } from '../migrate.ts';

/**
 * Imported list versions and their entries. Lists are public data and are stored unsealed. A version's entries never
 * change; an import and a roll-back activate another version of the same list.
 */
export const watchlists: Migration = {
  version: 2,
  name: 'watchlists',
  sql: `
    CREATE TABLE watchlists (
      code TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      age_days_max INTEGER CHECK (age_days_max > 0)
    ) STRICT;

    CREATE TABLE watchlist_versions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      code TEXT NOT NULL REFERENCES watchlists (code),
      format TEXT NOT NULL,
      importer_version INTEGER NOT NULL,
      content_hash TEXT NOT NULL,
      published_at TEXT,
      imported_at INTEGER NOT NULL,
      entries INTEGER NOT NULL CHECK (entries > 0),
      names INTEGER NOT NULL,
      rows_skipped INTEGER NOT NULL,
      active INTEGER NOT NULL CHECK (active IN (0, 1)),
      UNIQUE (code, content_hash, importer_version)
    ) STRICT;
    CREATE UNIQUE INDEX watchlist_versions_active ON watchlist_versions (code) WHERE active = 1;

    CREATE TABLE watchlist_entries (
      id TEXT PRIMARY KEY,
      version_id TEXT NOT NULL REFERENCES watchlist_versions (id),
      position INTEGER NOT NULL,
      source_id TEXT,
      name TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('person', 'entity', 'vessel', 'aircraft', 'unknown')),
      names TEXT NOT NULL,
      birth_dates TEXT NOT NULL,
      countries TEXT NOT NULL,
      identifiers TEXT NOT NULL,
      programs TEXT NOT NULL,
      topics TEXT NOT NULL,
      listed_at TEXT,
      original TEXT NOT NULL,
      UNIQUE (version_id, position)
    ) STRICT;
  `,
};
