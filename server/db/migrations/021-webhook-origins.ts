import type { Migration } from '../migrate.ts';

/** How recently a delivery must have arrived, relative to the newest one, for its origin to stay allowed. */
const DELIVERED_WITHIN_DAYS = 90;

/**
 * The origins that the `webhook_url` of a verification may use, each sealed with a key of the key store and found by its lane. Origins with recent
 * deliveries go on the list, unconfirmed: the next start gives them an id and reads the origin from one of their verifications. Days count from the
 * newest delivery, because the clock may be wrong. A receiver's answer is kept if its endpoint asks for it.
 */
export const webhookOrigins: Migration = {
  version: 21,
  name: 'webhook-origins',
  sql: `
    CREATE TABLE webhook_origins (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT UNIQUE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      lane TEXT NOT NULL,
      sealed_origin BLOB,
      confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
      created_at INTEGER NOT NULL,
      UNIQUE (livemode, lane),
      CHECK ((id IS NULL) = (sealed_origin IS NULL))
    ) STRICT;

    INSERT INTO webhook_origins (livemode, lane, confirmed, created_at)
      SELECT livemode, lane, 0, max(updated_at) FROM webhook_deliveries
      WHERE verification_id IS NOT NULL AND state = 'delivered' AND updated_at >=
        (SELECT max(updated_at) - ${DELIVERED_WITHIN_DAYS} * 86400000 FROM webhook_deliveries WHERE state = 'delivered')
      GROUP BY livemode, lane;

    ALTER TABLE webhook_endpoints ADD COLUMN keep_answers INTEGER NOT NULL DEFAULT 0 CHECK (keep_answers IN (0, 1));
  `,
};
