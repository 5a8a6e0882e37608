import type { Migration } from '../migrate.ts';

/** What level 1 still reports of the records that were there before it, and the order in which confirmed entries go. */
export const earlierRecords: Migration = {
  version: 38,
  name: 'earlier-records',
  sql: `
    -- Records that were there before are reported in their order, after this seq; null: all are.
    ALTER TABLE uplink ADD COLUMN backfill_after INTEGER;
    -- Entries of a month may be hundreds of thousands, and each receipt asks for the oldest.
    CREATE INDEX uplink_entries_by_time ON uplink_entries (made_at);
  `,
};
