import type { Migration } from '../migrate.ts';

const part = (row: string): string => `${row}.livemode || ' ' || ${row}.state`;
const add = `INSERT INTO counts (what, part, n) VALUES ('capture_sessions', ${part('NEW')}, 1)
        ON CONFLICT (what, part) DO UPDATE SET n = n + 1;`;
const take = `UPDATE counts SET n = n - 1 WHERE what = 'capture_sessions' AND part = ${part('OLD')};`;

/**
 * Sessions in which applicants capture documents and face by themselves. The marks are keyed hashes of the link's token, the pairing code and the
 * device's cookie. `sealed_content`: the applicant's data and what was captured, sealed with the session's own key; the end of the session deletes
 * both. Counted by mode and state, like records.
 */
export const captureSessions: Migration = {
  version: 34,
  name: 'capture sessions',
  sql: `
    CREATE TABLE capture_sessions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      state TEXT NOT NULL
        CHECK (state IN ('created', 'claimed', 'consented', 'capturing', 'submitted', 'done', 'canceled', 'expired')),
      purpose TEXT NOT NULL CHECK (purpose IN ('verification', 'requested_documents')),
      verification_id TEXT REFERENCES verifications (id),
      client_reference TEXT,
      language TEXT NOT NULL,
      liveness TEXT NOT NULL CHECK (liveness IN ('required', 'offered', 'off')),
      created_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      claim_by INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      ended_at INTEGER,
      token_mark BLOB,
      pairing_mark BLOB,
      device_mark BLOB,
      device_kind TEXT CHECK (device_kind IN ('kiosk', 'link')),
      device_network TEXT CHECK (device_network IN ('machine', 'office')),
      confirmation TEXT NOT NULL CHECK (confirmation IN ('required', 'off')),
      confirmation_code TEXT,
      confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
      attended TEXT CHECK (attended IN ('cannot_turn', 'flashing', 'other')),
      last_error TEXT,
      steps TEXT NOT NULL,
      idempotency_key TEXT,
      fingerprint BLOB,
      sealed_content BLOB,
      mac BLOB,
      CHECK ((ended_at IS NULL) = (state NOT IN ('done', 'canceled', 'expired'))),
      CHECK ((sealed_content IS NULL) = (ended_at IS NOT NULL))
    ) STRICT;
    CREATE UNIQUE INDEX capture_sessions_by_token ON capture_sessions (token_mark) WHERE token_mark IS NOT NULL;
    CREATE UNIQUE INDEX capture_sessions_by_pairing ON capture_sessions (pairing_mark) WHERE pairing_mark IS NOT NULL;
    CREATE UNIQUE INDEX capture_sessions_by_device ON capture_sessions (device_mark) WHERE device_mark IS NOT NULL;
    CREATE INDEX capture_sessions_by_verification ON capture_sessions (verification_id);
    CREATE INDEX capture_sessions_open ON capture_sessions (id) WHERE ended_at IS NULL;
    CREATE INDEX capture_sessions_by_idempotency ON capture_sessions (created_by, idempotency_key)
      WHERE idempotency_key IS NOT NULL;

    CREATE TRIGGER capture_sessions_counted_insert AFTER INSERT ON capture_sessions BEGIN ${add} END;
    CREATE TRIGGER capture_sessions_counted_delete AFTER DELETE ON capture_sessions BEGIN ${take} END;
    CREATE TRIGGER capture_sessions_counted_update AFTER UPDATE ON capture_sessions
      WHEN ${part('OLD')} <> ${part('NEW')} BEGIN ${take} ${add} END;
  `,
};
