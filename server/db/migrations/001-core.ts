import type { Migration } from '../migrate.ts';

/** Columns named `sealed` are encrypted with the verification's own key (server/vault). */
export const core: Migration = {
  version: 1,
  name: 'core',
  sql: `
    CREATE TABLE verifications (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('kyc', 'kyb')),
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'needs_review')),
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      step TEXT,
      policy_version INTEGER,
      sealed_submission BLOB NOT NULL,
      sealed_decision BLOB
    ) STRICT;
    CREATE INDEX verifications_by_kind ON verifications (kind, livemode, seq);
    CREATE INDEX verifications_by_status ON verifications (kind, livemode, status, seq);

    CREATE TABLE documents (
      id TEXT PRIMARY KEY,
      verification_id TEXT NOT NULL REFERENCES verifications (id),
      position INTEGER NOT NULL,
      media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
      size_bytes INTEGER NOT NULL,
      sealed_description BLOB NOT NULL,
      UNIQUE (verification_id, position)
    ) STRICT;

    CREATE TABLE step_results (
      verification_id TEXT NOT NULL REFERENCES verifications (id),
      step TEXT NOT NULL,
      finished_at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      sealed_result BLOB NOT NULL,
      PRIMARY KEY (verification_id, step)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE jobs (
      verification_id TEXT PRIMARY KEY REFERENCES verifications (id),
      kind TEXT NOT NULL CHECK (kind IN ('kyc', 'kyb')),
      state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'dead')),
      attempts INTEGER NOT NULL DEFAULT 0,
      interruptions INTEGER NOT NULL DEFAULT 0,
      run_at INTEGER NOT NULL,
      lease_until INTEGER,
      lease_owner TEXT,
      problem TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX jobs_due ON jobs (state, run_at);

    CREATE TABLE events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_by_subject ON events (subject_id, seq);

    CREATE TABLE idempotency (
      key_id TEXT NOT NULL,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      fingerprint BLOB NOT NULL,
      verification_id TEXT NOT NULL REFERENCES verifications (id),
      status INTEGER NOT NULL,
      sealed_body BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (key_id, method, path, idempotency_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_by_age ON idempotency (created_at);

    CREATE TABLE audit (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      subject_id TEXT,
      details TEXT NOT NULL,
      link BLOB NOT NULL
    ) STRICT;

    CREATE TABLE api_keys (
      id TEXT PRIMARY KEY,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      label TEXT NOT NULL,
      hash BLOB NOT NULL UNIQUE,
      scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      revoked_at INTEGER,
      replaced_by TEXT REFERENCES api_keys (id)
    ) STRICT;
  `,
};
