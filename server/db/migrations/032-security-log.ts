import type { Migration } from '../migrate.ts';

/**
 * Where entries of the audit log are sent. `sealed_settings`: the kind and place of the receiver, with certificates and keys, sealed with a key of
 * the key store. `position`: the receiver has taken the entries up to and with this one, whose link is `position_link`.
 */
export const securityLog: Migration = {
  version: 32,
  name: 'security log',
  sql: `
    CREATE TABLE security_receivers (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      sealed_settings BLOB NOT NULL,
      position INTEGER NOT NULL,
      position_link BLOB NOT NULL,
      taken_at INTEGER,
      -- The newest head of the chain that the receiver has taken.
      head_count INTEGER NOT NULL,
      head_at INTEGER,
      -- When entries that it has taken were no longer in the log.
      shortened_at INTEGER,
      created_at INTEGER NOT NULL,
      mac BLOB
    ) STRICT;
  `,
};
