import type { Migration } from '../migrate.ts';

/**
 * The appliance as a branch of a hub; without a row in `uplink` it has none. `sealed_settings` holds the hub's name, addresses, keys and certificates,
 * the level, and the own certificate with its key. `uplink_entries` is the line; confirmed entries stay for a while, in case the hub's database is
 * restored. `uplink_parcels` fixes the bounds of each parcel; `sha256` is null while its file must be sealed (again).
 */
export const uplink: Migration = {
  version: 37,
  name: 'uplink',
  sql: `
    CREATE TABLE uplink (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      sealed_settings BLOB NOT NULL,
      line TEXT NOT NULL,
      last INTEGER NOT NULL DEFAULT 0,
      head TEXT NOT NULL,
      confirmed INTEGER NOT NULL DEFAULT 0,
      -- Whether any record was ever reported, so that erasures must be.
      records_sent INTEGER NOT NULL DEFAULT 0 CHECK (records_sent IN (0, 1)),
      -- The length of the audit log that the hub last confirmed.
      audit_count INTEGER,
      directives_through INTEGER NOT NULL DEFAULT 0,
      -- Why nothing is sent until an administrator decides.
      stopped TEXT,
      health_at INTEGER,
      received_at INTEGER,
      -- The newest receipt as the hub signed it.
      receipt TEXT,
      created_at INTEGER NOT NULL,
      mac BLOB
    ) STRICT;

    CREATE TABLE uplink_entries (
      line TEXT NOT NULL,
      seq INTEGER NOT NULL,
      kind TEXT NOT NULL,
      record TEXT,
      digest TEXT NOT NULL,
      salt TEXT,
      content TEXT,
      head TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      PRIMARY KEY (line, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX uplink_entries_by_record ON uplink_entries (record) WHERE record IS NOT NULL;

    CREATE TABLE uplink_parcels (
      line TEXT NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      sha256 TEXT,
      size_bytes INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (line, first)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE uplink_directives (
      number INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      issued_at TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
      code TEXT,
      done_at INTEGER NOT NULL
    ) STRICT;
  `,
};
