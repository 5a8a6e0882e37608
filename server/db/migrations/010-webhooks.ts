import type { Migration } from '../migrate.ts';

/**
 * The receivers of events, and each delivery. The address and secrets of an endpoint are sealed with a key of the key store; the `webhook_url` of a
 * verification with the verification's own key. `lane`: the queue of one receiver, an endpoint's id or a keyed hash of the origin of another address.
 */
export const webhooks: Migration = {
  version: 10,
  name: 'webhooks',
  sql: `
    CREATE TABLE webhook_endpoints (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      sealed_url BLOB NOT NULL,
      description TEXT NOT NULL,
      kinds TEXT,
      state TEXT NOT NULL CHECK (state IN ('enabled', 'disabled')),
      disabled_reason TEXT CHECK (disabled_reason IN ('by_hand', 'gone', 'failing')),
      failing_since INTEGER,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL))
    ) STRICT;

    CREATE TABLE webhook_secrets (
      owner TEXT PRIMARY KEY,
      sealed_secret BLOB NOT NULL,
      sealed_previous BLOB,
      previous_until INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE webhook_urls (
      verification_id TEXT PRIMARY KEY REFERENCES verifications (id) ON DELETE CASCADE,
      lane TEXT NOT NULL,
      sealed_url BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE webhook_deliveries (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      event_seq INTEGER NOT NULL REFERENCES events (seq) ON DELETE CASCADE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      endpoint_id TEXT REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
      verification_id TEXT REFERENCES webhook_urls (verification_id) ON DELETE CASCADE,
      lane TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'blocked', 'cancelled')),
      attempts INTEGER NOT NULL DEFAULT 0,
      next_at INTEGER NOT NULL,
      last_status INTEGER,
      last_error TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      CHECK ((endpoint_id IS NULL) <> (verification_id IS NULL))
    ) STRICT;
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (lane, next_at) WHERE state = 'pending';
    CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, seq);
    CREATE INDEX webhook_deliveries_by_verification ON webhook_deliveries (verification_id, seq);
    CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_seq);
    CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (state);

    CREATE TABLE webhook_attempts (
      delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      status INTEGER,
      error TEXT,
      PRIMARY KEY (delivery_id, number)
    ) STRICT, WITHOUT ROWID;
  `,
};
