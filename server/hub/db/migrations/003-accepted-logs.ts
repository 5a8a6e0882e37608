import type { Migration } from '../../../db/migrate.ts';

/** Anchors that an administrator no longer holds a branch to stay as proof. */
export const acceptedLogs: Migration = {
  version: 3,
  name: 'accepted-logs',
  sql: `
    -- 0: it counts. Else when an administrator accepted a log that contradicts it.
    ALTER TABLE anchors ADD COLUMN until bigint NOT NULL DEFAULT 0;
    ALTER TABLE anchors DROP CONSTRAINT anchors_pkey;
    ALTER TABLE anchors ADD PRIMARY KEY (branch, line, count, until);
  `,
};
