import type { Migration } from '../migrate.ts';

/**
 * How long records are kept, and what remains of erased ones. `erasure`: an erased record keeps its row without personal data, and nothing refers to
 * it but `erasures`, its links to companies, and used idempotency keys. `ended_at`: when it became final.
 */
export const retention: Migration = {
  version: 12,
  name: 'retention',
  sql: `
    ALTER TABLE verifications ADD COLUMN erasure TEXT NOT NULL DEFAULT 'none'
      CHECK (erasure IN ('none', 'erasing', 'erased'));
    ALTER TABLE verifications ADD COLUMN ended_at INTEGER;
    ALTER TABLE verifications ADD COLUMN relationship_ended_at INTEGER;
    ALTER TABLE verifications ADD COLUMN legal_hold INTEGER NOT NULL DEFAULT 0 CHECK (legal_hold IN (0, 1));
    ALTER TABLE verifications ADD COLUMN sealed_hold_reason BLOB;
    UPDATE verifications SET ended_at = coalesce(
      (SELECT max(e.created_at) FROM events e WHERE e.subject_id = verifications.id
        AND e.kind IN ('verification.completed', 'verification.failed', 'kyb.verification.completed', 'kyb.verification.failed')),
      updated_at)
    WHERE status IN ('completed', 'failed');

    DROP INDEX verifications_by_kind;
    DROP INDEX verifications_by_status;
    CREATE INDEX verifications_by_kind ON verifications (kind, livemode, erasure, seq);
    CREATE INDEX verifications_by_status ON verifications (kind, livemode, erasure, status, seq);
    CREATE INDEX verifications_by_retention ON verifications (coalesce(relationship_ended_at, ended_at))
      WHERE erasure = 'none' AND legal_hold = 0;
    CREATE INDEX verifications_erasing ON verifications (erasure) WHERE erasure = 'erasing';

    CREATE TABLE erasures (
      verification_id TEXT PRIMARY KEY REFERENCES verifications (id),
      cause TEXT NOT NULL CHECK (cause IN ('request', 'retention')),
      requested_by TEXT NOT NULL,
      requested_at INTEGER NOT NULL,
      documents INTEGER NOT NULL,
      erased_at INTEGER,
      -- Signed JSON.
      certificate TEXT,
      CHECK ((erased_at IS NULL) = (certificate IS NULL))
    ) STRICT, WITHOUT ROWID;
  `,
};
