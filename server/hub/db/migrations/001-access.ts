import type { Migration } from '../../../db/migrate.ts';

/**
 * Operators of the hub, their sessions, and the audit log. Logins and names are sealed; `login_mark` is an HMAC that finds a login. Ended sessions are
 * deleted. All times are milliseconds.
 */
export const access: Migration = {
  version: 1,
  name: 'access',
  sql: `
    CREATE TABLE operators (
      id text PRIMARY KEY,
      login_mark bytea NOT NULL UNIQUE,
      sealed_profile bytea NOT NULL,
      role text NOT NULL CHECK (role IN ('hub_administrator', 'hub_viewer')),
      -- Whether the operator sees every branch, future ones too; else those of operator_branches.
      all_branches boolean NOT NULL,
      active boolean NOT NULL,
      -- Argon2id with its own parameters and salt.
      password_hash text NOT NULL,
      -- Until when a one-time password, which must be changed first, works; NULL: the operator has set a password.
      one_time_until bigint,
      -- The secret of the authenticator app, the last used step, hashes of recovery codes. NULL: there is none.
      sealed_factor bytea,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      CHECK (role <> 'hub_administrator' OR all_branches)
    );

    CREATE TABLE operator_branches (
      operator_id text NOT NULL REFERENCES operators (id),
      branch text NOT NULL,
      PRIMARY KEY (operator_id, branch)
    );

    CREATE TABLE sessions (
      token_hash bytea PRIMARY KEY,
      operator_id text NOT NULL REFERENCES operators (id),
      created_at bigint NOT NULL,
      last_seen_at bigint NOT NULL
    );
    CREATE INDEX sessions_by_operator ON sessions (operator_id, created_at);

    -- Failed logins of one login name, known or not, and of one source address, by an HMAC of it.
    CREATE TABLE login_failures (
      mark bytea PRIMARY KEY,
      failures integer NOT NULL,
      last_at bigint NOT NULL,
      locked_until bigint NOT NULL
    );

    -- A chain: mac = HMAC(key, mac before | what the row says). Holds ids and codes alone.
    CREATE TABLE audit (
      seq bigint PRIMARY KEY,
      at bigint NOT NULL,
      actor text NOT NULL,
      action text NOT NULL,
      subject text,
      details jsonb NOT NULL,
      mac bytea NOT NULL
    );
    -- One row, which each append locks.
    CREATE TABLE audit_head (
      place integer PRIMARY KEY CHECK (place = 1),
      count bigint NOT NULL,
      mac bytea NOT NULL
    );
  `,
};
