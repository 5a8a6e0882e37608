import type { Migration } from '../migrate.ts';

/**
 * The second factor of an operator, sealed: the secret of the authenticator app, the last used step, hashes of recovery codes. NULL: there is none.
 */
export const secondFactors: Migration = {
  version: 25,
  name: 'second factors',
  sql: 'ALTER TABLE operators ADD COLUMN sealed_factor BLOB;',
};
