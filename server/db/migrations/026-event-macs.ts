import type { Migration } from '../migrate.ts';

/** Each event carries a code, as other rows do (`server/rows/tables.ts`): receivers act on events, and deliveries are signed. */
export const eventMacs: Migration = {
  version: 26,
  name: 'codes of events',
  sql: 'ALTER TABLE events ADD COLUMN mac BLOB;',
};
