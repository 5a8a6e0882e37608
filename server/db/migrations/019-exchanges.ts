import type { Migration } from '../migrate.ts';

/**
 * When a key was last used, to the minute. What was sent with an attempt and what was answered, sealed with the key of the verification
 * that the event is about, so that an erasure reaches it; NULL: nothing was sent, or it was before this form.
 */
export const exchanges: Migration = {
  version: 19,
  name: 'exchanges',
  sql: `
    ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;
    ALTER TABLE webhook_attempts ADD COLUMN sealed_exchange BLOB;
  `,
};
