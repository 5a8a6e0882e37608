import type { Migration } from '../migrate.ts';

/**
 * What reviewers do with a verification that waits for review. Their decisions are stored next to the automatic one and change no result. When a
 * record is reopened, its earlier decision and findings are kept, sealed for the same place. All rows of a verification are deleted with it.
 */
export const reviews: Migration = {
  version: 11,
  name: 'reviews',
  sql: `
    CREATE TABLE reviews (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      decision TEXT NOT NULL CHECK (decision IN ('approve', 'reject')),
      reason TEXT NOT NULL,
      sealed_note BLOB NOT NULL,
      decided_by TEXT NOT NULL,
      decided_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('proposed', 'withdrawn', 'decided')),
      -- Of a second person: the proposal that this confirms.
      confirms TEXT REFERENCES reviews (id) ON DELETE CASCADE,
      withdrawn_by TEXT,
      withdrawn_at INTEGER
    ) STRICT;
    CREATE INDEX reviews_by_verification ON reviews (verification_id, seq);
    CREATE UNIQUE INDEX reviews_proposed ON reviews (verification_id) WHERE state = 'proposed';
    CREATE INDEX reviews_by_confirmed ON reviews (confirms) WHERE confirms IS NOT NULL;

    CREATE TABLE document_requests (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      requested_by TEXT NOT NULL,
      requested_at INTEGER NOT NULL,
      sealed_request BLOB NOT NULL
    ) STRICT;
    CREATE INDEX document_requests_by_verification ON document_requests (verification_id, seq);

    CREATE TABLE notes (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      written_by TEXT NOT NULL,
      written_at INTEGER NOT NULL,
      sealed_text BLOB NOT NULL
    ) STRICT;
    CREATE INDEX notes_by_verification ON notes (verification_id, seq);

    -- What a record had come to before it was opened again; those of its results that the opening took away.
    CREATE TABLE former_attempts (
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      attempt INTEGER NOT NULL,
      cause TEXT NOT NULL CHECK (cause IN ('document', 'person', 'rerun')),
      opened_by TEXT NOT NULL,
      opened_at INTEGER NOT NULL,
      policy_version INTEGER,
      sealed_decision BLOB,
      PRIMARY KEY (verification_id, attempt)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE former_results (
      verification_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      step TEXT NOT NULL,
      finished_at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      sealed_result BLOB NOT NULL,
      PRIMARY KEY (verification_id, attempt, step),
      FOREIGN KEY (verification_id, attempt) REFERENCES former_attempts (verification_id, attempt) ON DELETE CASCADE
    ) STRICT;

    ALTER TABLE verifications ADD COLUMN assignee TEXT;
    ALTER TABLE verifications ADD COLUMN assigned_by TEXT;
    ALTER TABLE verifications ADD COLUMN assigned_at INTEGER;
    CREATE INDEX verifications_by_assignee ON verifications (assignee, kind, livemode, seq) WHERE assignee IS NOT NULL;
  `,
};
