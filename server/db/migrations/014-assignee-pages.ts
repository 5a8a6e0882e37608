import type { Migration } from '../migrate.ts';

/** Lists the records of one assignee without the erased ones. The index includes `erasure`, so SQLite chooses it. */
export const assigneePages: Migration = {
  version: 14,
  name: 'assignee pages',
  sql: `
    DROP INDEX verifications_by_assignee;
    CREATE INDEX verifications_by_assignee ON verifications (assignee, kind, livemode, erasure, seq)
      WHERE assignee IS NOT NULL;
  `,
};
