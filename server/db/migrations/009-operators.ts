import type { Migration } from '../migrate.ts';

/**
 * Operators and their sessions. Logins and names are sealed; `login_mark` is an HMAC that finds a login. Ended sessions
 * are deleted. Keys from before review actions had their own scopes keep their permissions.
 */
export const operators: Migration = {
  version: 9,
  name: 'operators',
  sql: `
    CREATE TABLE operators (
      id TEXT PRIMARY KEY,
      login_mark BLOB NOT NULL UNIQUE,
      sealed_profile BLOB NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('administrator', 'reviewer', 'operator', 'auditor')),
      active INTEGER NOT NULL CHECK (active IN (0, 1)),
      -- Argon2id with its own parameters and salt.
      password_hash TEXT NOT NULL,
      -- Until when a one-time password, which must be changed first, works; NULL: the operator has set a password.
      one_time_until INTEGER,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE sessions (
      token_hash BLOB PRIMARY KEY,
      operator_id TEXT NOT NULL REFERENCES operators (id),
      created_at INTEGER NOT NULL,
      last_seen_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_by_operator ON sessions (operator_id, created_at);

    -- Failed logins of one login name, known or not, and of one source address, by an HMAC of it.
    CREATE TABLE login_failures (
      mark BLOB PRIMARY KEY,
      failures INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      locked_until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX login_failures_by_age ON login_failures (last_at);

    UPDATE api_keys SET scopes = scopes || ' kyc:review' WHERE ' ' || scopes || ' ' LIKE '% kyc:write %';
    UPDATE api_keys SET scopes = scopes || ' kyb:review' WHERE ' ' || scopes || ' ' LIKE '% kyb:write %';
    UPDATE api_keys SET scopes = scopes || ' audit:read' WHERE ' ' || scopes || ' ' LIKE '% admin %';
  `,
};
