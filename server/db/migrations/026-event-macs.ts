import type { Migration } from '../migrate.ts';

/** Events bear a code each, as other rows do (`server/rows/tables.ts`): receivers act on them, and they are signed for them when they are sent. */
export const eventMacs: Migration = {
  version: 26,
  name: 'codes of events',
  sql: 'ALTER TABLE events ADD COLUMN mac BLOB;',
};
