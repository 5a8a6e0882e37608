import type { Migration } from '../migrate.ts';

/**
 * The versions of the policy, and the version of each run, which stays the same from start to end. Runs that began
 * before there were others use the first.
 */
export const policies: Migration = {
  version: 17,
  name: 'policies',
  sql: `
    CREATE TABLE policies (
      version INTEGER PRIMARY KEY,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      note TEXT,
      changes TEXT NOT NULL,
      policy TEXT NOT NULL
    ) STRICT;

    ALTER TABLE jobs ADD COLUMN policy_version INTEGER;
    UPDATE jobs SET policy_version = 1 WHERE state <> 'queued' OR attempts > 0 OR interruptions > 0;
  `,
};
