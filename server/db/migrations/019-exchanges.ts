import type { Migration } from '../migrate.ts';

/**
 * When a key was last used, to the minute. Also the request and answer of each attempt, sealed with the key of the
 * event's verification, so an erasure reaches them; NULL: nothing was sent, or the attempt is from before this schema.
 */
export const exchanges: Migration = {
  version: 19,
  name: 'exchanges',
  sql: `
    ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;
    ALTER TABLE webhook_attempts ADD COLUMN sealed_exchange BLOB;
  `,
};
