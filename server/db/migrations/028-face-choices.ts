import type { Migration } from '../migrate.ts';

/**
 * The faces that reviewers chose for comparison: their positions, and the reason, sealed. A choice reopens a record, so
 * former attempts get one more cause. SQLite cannot change a CHECK, so their two tables are recreated, row by row.
 */
export const faceChoices: Migration = {
  version: 28,
  name: 'face choices',
  sql: `
    CREATE TABLE face_choices (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      document_id TEXT NOT NULL,
      chosen_by TEXT NOT NULL,
      chosen_at INTEGER NOT NULL,
      sealed_choice BLOB NOT NULL,
      mac BLOB
    ) STRICT;
    CREATE INDEX face_choices_by_verification ON face_choices (verification_id, seq);

    CREATE TABLE new_former_attempts (
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      attempt INTEGER NOT NULL,
      cause TEXT NOT NULL CHECK (cause IN ('document', 'person', 'rerun', 'correction', 'face_choice')),
      opened_by TEXT NOT NULL,
      opened_at INTEGER NOT NULL,
      policy_version INTEGER,
      sealed_decision BLOB,
      mac BLOB,
      PRIMARY KEY (verification_id, attempt)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_former_attempts SELECT * FROM former_attempts;
    CREATE TABLE new_former_results (
      verification_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      step TEXT NOT NULL,
      finished_at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      sealed_result BLOB NOT NULL,
      mac BLOB,
      PRIMARY KEY (verification_id, attempt, step),
      FOREIGN KEY (verification_id, attempt) REFERENCES new_former_attempts (verification_id, attempt) ON DELETE CASCADE
    ) STRICT;
    INSERT INTO new_former_results SELECT * FROM former_results;
    DROP TABLE former_results;
    DROP TABLE former_attempts;
    ALTER TABLE new_former_attempts RENAME TO former_attempts;
    ALTER TABLE new_former_results RENAME TO former_results;
  `,
};
