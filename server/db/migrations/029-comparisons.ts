import type { Migration } from '../migrate.ts';

/**
 * Scans of all subjects that were screened with an earlier name comparison. A hit that only the new comparison finds becomes an alert that is `held`,
 * so that all of them form one task. SQLite cannot change a CHECK, so the table of alerts is recreated, row by row.
 */
export const comparisons: Migration = {
  version: 29,
  name: 'comparisons',
  sql: `
    CREATE TABLE comparison_scans (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      -- NULL: records of before this table was there.
      from_version INTEGER,
      to_version INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'done', 'superseded')),
      -- Records up to and with this place in verifications.seq are done; those after until_seq were screened by the new comparison.
      cursor INTEGER NOT NULL,
      until_seq INTEGER NOT NULL,
      subjects INTEGER NOT NULL,
      alerts INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX comparison_scans_running ON comparison_scans (state) WHERE state = 'running';

    CREATE TABLE new_alerts (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('kyc', 'kyb')),
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      party TEXT NOT NULL,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      entity_id TEXT NOT NULL,
      revision TEXT NOT NULL,
      list_version_id TEXT NOT NULL,
      change TEXT NOT NULL CHECK (change IN ('added', 'changed', 'comparison')),
      state TEXT NOT NULL CHECK (state IN ('open', 'held', 'confirmed', 'dismissed')),
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      sealed_hit BLOB NOT NULL,
      mac BLOB,
      subject_mark BLOB,
      CHECK ((kind = 'kyb') = (party <> '')),
      UNIQUE (verification_id, party, entity_id, revision)
    ) STRICT;
    INSERT INTO new_alerts
      SELECT seq, id, kind, verification_id, party, livemode, entity_id, revision, list_version_id, change, state,
        created_at, updated_at, sealed_hit, mac, subject_mark
      FROM alerts;
    DROP TABLE alerts;
    ALTER TABLE new_alerts RENAME TO alerts;
    CREATE INDEX alerts_by_mode ON alerts (livemode, seq);
    CREATE INDEX alerts_by_state ON alerts (livemode, state, seq);
    CREATE INDEX alerts_by_kind ON alerts (livemode, kind, seq);
    CREATE INDEX alerts_by_kind_and_state ON alerts (livemode, kind, state, seq);
    CREATE INDEX alerts_by_subject ON alerts (subject_mark, entity_id, revision);
  `,
};
