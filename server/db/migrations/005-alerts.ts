import type { Migration } from '../migrate.ts';

/**
 * What happens to hits after a result: decisions of people, re-screenings against changed lists, and the alerts that
 * these raise. `subject_mark` is an HMAC of the query, so no row reveals the person; hits and notes are sealed with the
 * verification's key. All rows of a verification are deleted with it.
 */
export const alerts: Migration = {
  version: 5,
  name: 'alerts',
  sql: `
    CREATE TABLE rescreenings (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      code TEXT NOT NULL REFERENCES watchlists (code),
      from_version_id TEXT,
      -- NULL: no version of the list was searched from then on, so that whatever comes next is all new.
      to_version_id TEXT,
      state TEXT NOT NULL CHECK (state IN ('running', 'done', 'superseded')),
      -- Records up to and with this place in verifications.seq are done; those after until_seq were screened with the new
      -- version, or had not been screened, when the scan began or went on.
      cursor INTEGER NOT NULL,
      until_seq INTEGER NOT NULL,
      subjects INTEGER NOT NULL,
      alerts INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX rescreenings_running ON rescreenings (code) WHERE state = 'running';

    CREATE TABLE alerts (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      entity_id TEXT NOT NULL,
      revision TEXT NOT NULL,
      list_version_id TEXT NOT NULL,
      change TEXT NOT NULL CHECK (change IN ('added', 'changed')),
      state TEXT NOT NULL CHECK (state IN ('open', 'confirmed', 'dismissed')),
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      sealed_hit BLOB NOT NULL,
      UNIQUE (verification_id, entity_id, revision)
    ) STRICT;
    CREATE INDEX alerts_by_mode ON alerts (livemode, seq);
    CREATE INDEX alerts_by_state ON alerts (livemode, state, seq);

    CREATE TABLE hit_decisions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      hit_id TEXT NOT NULL,
      entity_id TEXT NOT NULL,
      revision TEXT NOT NULL,
      subject_mark BLOB NOT NULL,
      decision TEXT NOT NULL CHECK (decision IN ('confirmed', 'dismissed')),
      reason TEXT NOT NULL,
      decided_by TEXT NOT NULL,
      decided_at INTEGER NOT NULL,
      expires_at INTEGER,
      sealed_note BLOB
    ) STRICT;
    CREATE INDEX hit_decisions_by_subject ON hit_decisions (subject_mark, entity_id, seq);
    CREATE INDEX hit_decisions_by_verification ON hit_decisions (verification_id, seq);
  `,
};
