import type { Migration } from '../migrate.ts';

/** The records of one assignee are listed without the erased ones: with those in the index, it is the one that is taken. */
export const assigneePages: Migration = {
  version: 14,
  name: 'assignee pages',
  sql: `
    DROP INDEX verifications_by_assignee;
    CREATE INDEX verifications_by_assignee ON verifications (assignee, kind, livemode, erasure, seq)
      WHERE assignee IS NOT NULL;
  `,
};
