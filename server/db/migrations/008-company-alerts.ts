import type { Migration } from '../migrate.ts';

/**
 * Alerts of companies: one verification names many parties, and an entry may match each of them. `party` is empty if
 * the verification is of one person.
 */
export const companyAlerts: Migration = {
  version: 8,
  name: 'company alerts',
  sql: `
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
      change TEXT NOT NULL CHECK (change IN ('added', 'changed')),
      state TEXT NOT NULL CHECK (state IN ('open', 'confirmed', 'dismissed')),
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      sealed_hit BLOB NOT NULL,
      CHECK ((kind = 'kyb') = (party <> '')),
      UNIQUE (verification_id, party, entity_id, revision)
    ) STRICT;
    INSERT INTO new_alerts
      SELECT seq, id, 'kyc', verification_id, '', livemode, entity_id, revision, list_version_id, change, state,
        created_at, updated_at, sealed_hit
      FROM alerts;
    DROP TABLE alerts;
    ALTER TABLE new_alerts RENAME TO alerts;
    CREATE INDEX alerts_by_mode ON alerts (livemode, seq);
    CREATE INDEX alerts_by_state ON alerts (livemode, state, seq);
    CREATE INDEX alerts_by_kind ON alerts (livemode, kind, seq);
    CREATE INDEX alerts_by_kind_and_state ON alerts (livemode, kind, state, seq);
  `,
};
