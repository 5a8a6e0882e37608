import type { Migration } from '../migrate.ts';

/**
 * Login by the site's own directory. An operator of the directory is found by an HMAC of their unique id in it, which is their `login_mark`; they
 * have no password here. The settings are sealed as a whole: address, secret, and which group has which role.
 */
export const directory: Migration = {
  version: 33,
  name: 'directory',
  sql: `
    ALTER TABLE operators ADD COLUMN source TEXT NOT NULL DEFAULT 'local' CHECK (source IN ('local', 'directory'));

    -- Until when the directory has confirmed the operator; NULL: an operator of this appliance alone.
    ALTER TABLE sessions ADD COLUMN confirmed_until INTEGER;
    -- What the directory needs to confirm the operator again; NULL: the operator must log in again.
    ALTER TABLE sessions ADD COLUMN sealed_grant BLOB;
    -- 1: the operator has not entered the code of the second factor yet.
    ALTER TABLE sessions ADD COLUMN code_due INTEGER NOT NULL DEFAULT 0 CHECK (code_due IN (0, 1));

    CREATE TABLE directory (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      sealed_settings BLOB NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
  `,
};
