import type { Migration } from '../migrate.ts';

/**
 * What the queue of records is searched by, besides their state. `review_since`: when a record last began to wait for review; it stays when the
 * waiting ends. `verification_reasons`: the reason codes of the automatic decision, in order; they hold no personal data. `reasons_missing`: up to
 * this position in verifications.seq, the codes of older decisions have not been read yet; no row: all have been.
 */
export const queue: Migration = {
  version: 16,
  name: 'queue',
  sql: `
    ALTER TABLE verifications ADD COLUMN review_since INTEGER;
    UPDATE verifications SET review_since = coalesce(
      (SELECT max(e.created_at) FROM events e WHERE e.subject_id = verifications.id
        AND e.kind IN ('verification.needs_review', 'kyb.verification.needs_review')),
      updated_at)
    WHERE status = 'needs_review';

    CREATE TABLE verification_reasons (
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      code TEXT NOT NULL,
      PRIMARY KEY (verification_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE reasons_missing (until_seq INTEGER NOT NULL) STRICT;
    INSERT INTO reasons_missing
      SELECT seq FROM verifications WHERE sealed_decision IS NOT NULL ORDER BY seq DESC LIMIT 1;
  `,
};
