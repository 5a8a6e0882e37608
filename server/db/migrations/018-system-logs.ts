import type { Migration } from '../migrate.ts';

/**
 * Indexes the audit log by actor and by subject, so a search does not read all of it. `egress`: what this process connected to, or tried to; one row
 * is one destination with one verdict within a minute. An address without a port has 0.
 */
export const systemLogs: Migration = {
  version: 18,
  name: 'system logs',
  sql: `
    CREATE INDEX audit_by_actor ON audit (actor);
    CREATE INDEX audit_by_action ON audit (action);
    -- For both together: neither alone is enough where one is frequent and they seldom meet.
    CREATE INDEX audit_by_actor_and_action ON audit (actor, action);

    CREATE TABLE egress (
      seq INTEGER PRIMARY KEY,
      minute INTEGER NOT NULL,
      host TEXT NOT NULL,
      port INTEGER NOT NULL,
      allowed INTEGER NOT NULL CHECK (allowed IN (0, 1)),
      why TEXT NOT NULL,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      times INTEGER NOT NULL,
      UNIQUE (minute, host, port, allowed, why)
    ) STRICT;
  `,
};
