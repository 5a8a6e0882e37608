import type { Migration } from '../migrate.ts';

/**
 * Trust lists: what proves that chips, seals and mobile documents are genuine. `trust_items` holds each certificate and each revocation list once,
 * `trust_entries` says which versions hold it. `trust_anchors` are the certificates whose fingerprint an administrator confirmed.
 */
export const trustLists: Migration = {
  version: 35,
  name: 'trust lists',
  sql: `
    CREATE TABLE trust_lists (
      code TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      age_days_max INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE trust_versions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      code TEXT NOT NULL REFERENCES trust_lists (code),
      -- The kind of list, such as csca_master_list.
      format TEXT NOT NULL,
      importer_version INTEGER NOT NULL,
      content_hash TEXT NOT NULL,
      file_hashes TEXT NOT NULL,
      published_at TEXT,
      imported_at INTEGER NOT NULL,
      imported_by TEXT NOT NULL,
      certificates INTEGER NOT NULL,
      revocation_lists INTEGER NOT NULL,
      countries TEXT NOT NULL,
      skipped TEXT NOT NULL,
      -- The certificates (SHA-256) on which the version rests: its signer's anchor, or else its own topmost ones.
      rests_on TEXT NOT NULL,
      -- SHA-256 over its entries.
      entries_hash TEXT NOT NULL,
      -- When it first became active. NULL: it is staged.
      activated_at INTEGER,
      active INTEGER NOT NULL CHECK (active IN (0, 1)),
      mac BLOB,
      UNIQUE (code, content_hash, importer_version)
    ) STRICT;
    CREATE UNIQUE INDEX trust_versions_active ON trust_versions (code) WHERE active = 1;

    CREATE TABLE trust_items (
      sha256 TEXT PRIMARY KEY,
      der BLOB NOT NULL,
      country TEXT,
      subject TEXT NOT NULL,
      -- The subject key id of a certificate, the authority key id of a revocation list.
      key_id TEXT,
      not_before INTEGER NOT NULL,
      not_after INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE trust_entries (
      version INTEGER NOT NULL REFERENCES trust_versions (seq) ON DELETE CASCADE,
      item TEXT NOT NULL REFERENCES trust_items (sha256),
      role TEXT NOT NULL CHECK (role IN ('anchor', 'signer', 'crl', 'proof')),
      -- The types of documents that it may sign, JSON. NULL: all.
      doc_types TEXT,
      PRIMARY KEY (version, role, item)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX trust_entries_by_item ON trust_entries (item);

    CREATE TABLE trust_anchors (
      kind TEXT NOT NULL,
      item TEXT NOT NULL REFERENCES trust_items (sha256),
      confirmed_at INTEGER NOT NULL,
      confirmed_by TEXT NOT NULL,
      mac BLOB,
      PRIMARY KEY (kind, item)
    ) STRICT;
  `,
};
