import type { Migration } from '../migrate.ts';

/**
 * Until when a record may wait for review. `review_due_ms`: the due time of its last wait, which stays when the wait ends, so that a
 * page of a list can begin after it. `due_at_ms`: the same while it waits. `overdue_reported_ms`: when the event of this wait was written.
 */
export const deadlines: Migration = {
  version: 30,
  name: 'deadlines',
  sql: `
    ALTER TABLE verifications ADD COLUMN review_due_ms INTEGER;
    ALTER TABLE verifications ADD COLUMN overdue_reported_ms INTEGER;
    ALTER TABLE verifications ADD COLUMN due_at_ms INTEGER
      GENERATED ALWAYS AS (CASE WHEN status = 'needs_review' AND erasure = 'none' THEN review_due_ms END) VIRTUAL;

    CREATE INDEX verifications_by_due_time ON verifications (kind, livemode, due_at_ms, seq) WHERE due_at_ms IS NOT NULL;
    CREATE INDEX verifications_not_reported ON verifications (due_at_ms, seq)
      WHERE due_at_ms IS NOT NULL AND overdue_reported_ms IS NULL;
  `,
};
