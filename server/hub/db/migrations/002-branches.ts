import type { Migration } from '../../../db/migrate.ts';
import { wallOf } from '../transact.ts';

const WALLED = [
  'certificates',
  'enrolments',
  'lines',
  'parcels',
  'entries',
  'records',
  'record_reasons',
  'record_keys',
  'wraps_due',
  'erasures',
  'anchors',
  'proofs',
  'directives',
  'rollout_branches',
  'carried_files',
];

/**
 * Branches and what they report. Times are milliseconds, hashes and keys are bytes, ids are text. Every table that holds what came from a branch names it in `branch` (`branches`: in
 * `id`), so that one condition limits an operator to some branches. No key begins with a sequence, and there are no triggers.
 */
export const branches: Migration = {
  version: 2,
  name: 'branches',
  sql: `
    CREATE TABLE branches (
      id text PRIMARY KEY,
      name text NOT NULL,
      appliance_key bytea NOT NULL,
      state text NOT NULL CHECK (state IN ('active', 'quarantined', 'revoked')),
      -- Why it is not active: a code of server/hub/branches.ts.
      reason text,
      state_at bigint NOT NULL,
      created_at bigint NOT NULL,
      -- The newest line, and the number of lines so far.
      line text,
      lines integer NOT NULL DEFAULT 0,
      -- When it last called over TLS, and when the hub last took a parcel from it, by whatever way.
      called_at bigint,
      parcel_at bigint,
      level integer NOT NULL DEFAULT 0,
      version text,
      -- The keys of the hub that the branch uses; the hub signs what it sends to it with them.
      hub_key_id text NOT NULL,
      -- A line that an administrator accepts, although it contradicts a known one.
      accepted_line text,
      -- The key under which the keys of new records are sealed.
      wrap text,
      -- The newest content of kind "health" as canonical JSON, and the time that the branch's parcel stated.
      health text,
      health_at bigint,
      -- Counters, so that no query counts a table.
      entries_count bigint NOT NULL DEFAULT 0,
      records_count bigint NOT NULL DEFAULT 0,
      directives_count integer NOT NULL DEFAULT 0,
      directives_answered integer NOT NULL DEFAULT 0
    );
    CREATE UNIQUE INDEX branches_by_key ON branches (appliance_key) WHERE state <> 'revoked';

    CREATE TABLE certificates (
      fingerprint bytea PRIMARY KEY,
      branch text NOT NULL REFERENCES branches,
      not_before bigint NOT NULL,
      not_after bigint NOT NULL
    );
    CREATE INDEX certificates_by_branch ON certificates (branch);

    CREATE TABLE invites (
      id text PRIMARY KEY,
      code_hash bytea NOT NULL UNIQUE,
      -- What the administrator calls the branch to come.
      name text NOT NULL,
      -- The keys of the hub that it names, with which the hub signs its answers.
      hub_key_id text NOT NULL,
      created_by text NOT NULL,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      enrolment text
    );

    CREATE TABLE enrolments (
      id text PRIMARY KEY,
      invite text NOT NULL UNIQUE REFERENCES invites,
      request_sha256 bytea NOT NULL,
      appliance_key bytea NOT NULL,
      certificate_key text NOT NULL,
      name text NOT NULL,
      version text NOT NULL,
      line text NOT NULL,
      came_by text NOT NULL CHECK (came_by IN ('tls', 'file')),
      state text NOT NULL CHECK (state IN ('waiting', 'refused', 'approved')),
      requested_at bigint NOT NULL,
      decided_at bigint,
      decided_by text,
      branch text REFERENCES branches,
      certificate text
    );
    CREATE INDEX enrolments_by_time ON enrolments (requested_at, id);

    CREATE TABLE lines (
      branch text NOT NULL REFERENCES branches,
      line text NOT NULL,
      -- 1 for the branch's first line.
      number integer NOT NULL,
      last bigint NOT NULL,
      head bytea NOT NULL,
      -- The highest number that a parcel of this line claimed to have a receipt for.
      receipts_through bigint NOT NULL,
      -- The greatest length of the branch's audit log so far, and the branch's time then.
      audit_count bigint NOT NULL,
      audit_at bigint NOT NULL,
      opened_at bigint NOT NULL,
      -- The time that the first parcel of the next line stated; later parcels of this line contradict it.
      closed_from bigint,
      PRIMARY KEY (branch, line)
    );

    CREATE TABLE parcels (
      branch text NOT NULL REFERENCES branches,
      sha256 bytea NOT NULL,
      line text NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      prev_head bytea NOT NULL,
      head bytea NOT NULL,
      -- Where its entries lie.
      month integer NOT NULL,
      came_by text NOT NULL CHECK (came_by IN ('tls', 'file')),
      branch_time bigint NOT NULL,
      received_at bigint NOT NULL,
      receipt text NOT NULL,
      PRIMARY KEY (branch, sha256)
    );
    CREATE INDEX parcels_by_last ON parcels (branch, line, last);

    -- "month" is the hub's, as in 202611; partitions are made by server/hub/months.ts.
    CREATE TABLE entries (
      month integer NOT NULL,
      branch text NOT NULL,
      line text NOT NULL,
      seq bigint NOT NULL,
      kind text NOT NULL,
      record text,
      digest bytea NOT NULL,
      -- Salt and canonical JSON: of a record sealed under its key, else plain; null after an erasure.
      content bytea,
      PRIMARY KEY (month, branch, line, seq)
    ) PARTITION BY LIST (month);
    CREATE INDEX entries_by_record ON entries (branch, record) WHERE record IS NOT NULL;

    CREATE TABLE records (
      branch text NOT NULL REFERENCES branches,
      id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('kyc', 'kyb')),
      state text NOT NULL,
      decision text,
      reasons text[] NOT NULL,
      created_at bigint NOT NULL,
      changed_at bigint NOT NULL,
      -- The order of what is known: number of the line, then number of the entry.
      line_number integer NOT NULL,
      seq bigint NOT NULL,
      PRIMARY KEY (branch, id)
    );
    CREATE INDEX records_by_time ON records (changed_at, id, branch);
    CREATE INDEX records_by_branch ON records (branch, changed_at, id);
    CREATE INDEX records_by_state ON records (state, changed_at, id, branch);
    CREATE INDEX records_by_branch_and_state ON records (branch, state, changed_at, id);
    CREATE INDEX records_by_id ON records (id);

    -- Each reason of a record once more, with what pages are filtered by, in their order. Row-level security keeps PostgreSQL from using an index on an
    -- array.
    CREATE TABLE record_reasons (
      branch text NOT NULL,
      reason text NOT NULL,
      changed_at bigint NOT NULL,
      id text NOT NULL,
      kind text NOT NULL,
      state text NOT NULL,
      PRIMARY KEY (branch, reason, changed_at, id)
    );
    CREATE INDEX record_reasons_by_time ON record_reasons (reason, changed_at, id, branch);

    -- A record's own key, sealed under the key of its branch and month, which lies outside of this database.
    CREATE TABLE record_keys (
      branch text NOT NULL,
      record text NOT NULL,
      wrap text NOT NULL,
      wrapped bytea NOT NULL,
      PRIMARY KEY (branch, record)
    );
    CREATE INDEX record_keys_by_wrap ON record_keys (branch, wrap);

    -- Wrapping keys under which an erased record's key was sealed: they must go within a day.
    CREATE TABLE wraps_due (
      branch text NOT NULL,
      wrap text NOT NULL,
      since bigint NOT NULL,
      PRIMARY KEY (branch, wrap)
    );

    -- Erased records: whatever else arrives about one is not kept.
    CREATE TABLE erasures (
      branch text NOT NULL REFERENCES branches,
      record text NOT NULL,
      erased_at bigint NOT NULL,
      PRIMARY KEY (branch, record)
    );

    -- What the branch's audit log was at a moment: its length and newest link, with the signed checkpoint that came with it.
    CREATE TABLE anchors (
      branch text NOT NULL REFERENCES branches,
      line text NOT NULL,
      count bigint NOT NULL,
      head bytea NOT NULL,
      signed text,
      signature bytea,
      received_at bigint NOT NULL,
      PRIMARY KEY (branch, line, count)
    );

    -- Parcels that contradict what is known, or that came from a branch that is not active: kept as proof, and no part of the branch's history.
    CREATE TABLE proofs (
      id text PRIMARY KEY,
      branch text NOT NULL REFERENCES branches,
      sha256 bytea NOT NULL,
      line text NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      -- A code of server/hub/branches.ts.
      reason text NOT NULL,
      came_by text NOT NULL CHECK (came_by IN ('tls', 'file')),
      header text NOT NULL,
      -- The whole parcel; null after the erasure of a record in it.
      parcel bytea,
      records text[] NOT NULL,
      received_at bigint NOT NULL,
      UNIQUE (branch, sha256)
    );

    CREATE TABLE directives (
      branch text NOT NULL REFERENCES branches,
      number integer NOT NULL,
      kind text NOT NULL CHECK (kind IN ('policy', 'pack', 'hub_key')),
      -- The signed text with its signature, as the branch gets it.
      signed text NOT NULL,
      issued_at bigint NOT NULL,
      issued_by text NOT NULL,
      rollout text,
      outcome text CHECK (outcome IN ('done', 'refused')),
      code text,
      answered_at bigint,
      PRIMARY KEY (branch, number)
    );
    CREATE INDEX directives_by_rollout ON directives (rollout, branch);

    CREATE TABLE packs (
      sha256 bytea PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('update', 'list', 'trust')),
      name text NOT NULL,
      size bigint NOT NULL,
      added_by text NOT NULL,
      added_at bigint NOT NULL
    );
    CREATE TABLE pack_parts (
      sha256 bytea NOT NULL REFERENCES packs ON DELETE CASCADE,
      part integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (sha256, part)
    );

    CREATE TABLE rollouts (
      id text PRIMARY KEY,
      name text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('policy', 'pack')),
      body text NOT NULL,
      -- The next wave may start when all branches of the former one are done and have been healthy for this long.
      healthy_ms bigint NOT NULL,
      created_by text NOT NULL,
      created_at bigint NOT NULL,
      stopped_at bigint
    );
    CREATE TABLE rollout_waves (
      rollout text NOT NULL REFERENCES rollouts,
      wave integer NOT NULL,
      -- Whether it starts by hand or on its own.
      starts text NOT NULL CHECK (starts IN ('by_hand', 'when_healthy')),
      started_at bigint,
      PRIMARY KEY (rollout, wave)
    );
    CREATE TABLE rollout_branches (
      rollout text NOT NULL,
      wave integer NOT NULL,
      branch text NOT NULL REFERENCES branches,
      -- The warnings that the branch had when its wave started.
      warnings text[],
      PRIMARY KEY (rollout, branch)
    );

    CREATE TABLE carried_files (
      id text PRIMARY KEY,
      branch text REFERENCES branches,
      direction text NOT NULL CHECK (direction IN ('to_hub', 'to_branch')),
      -- The n of a branch's files, from 1.
      number integer NOT NULL,
      sha256 bytea NOT NULL,
      size bigint NOT NULL,
      -- What was in it, and what came of it: counts and codes as JSON.
      content text NOT NULL,
      carried_at bigint NOT NULL,
      carried_by text NOT NULL
    );
    CREATE INDEX carried_files_by_time ON carried_files (carried_at, id);

    ${wallOf('branches', 'id')}
    ${WALLED.map((table) => wallOf(table)).join('\n')}
  `,
};
