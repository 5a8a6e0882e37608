import type { Migration } from '../migrate.ts';

/** Imported list versions and their entries. Lists are public data and stand in the clear. */
export const watchlists: Migration = {
  version: 2,
  name: 'watchlists',
  sql: `SELECT 1;`,
};
