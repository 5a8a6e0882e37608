import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Db } from '../db/open.ts';
import type { Policy } from '../decision/policy.ts';
import { must } from '../lib/assert.ts';
import type { PolicyChange } from './values.ts';

/** A version of the policy as it is stored: its content never changes. */
export interface PolicyVersion {
  version: number;
  createdAtMs: number;
  /** A key id, an operator id, or `system`. */
  createdBy: string;
  note: string | null;
  changes: PolicyChange[];
  /** Of its canonical JSON (RFC 8785), hexadecimal. */
  sha256: string;
}

/** With what the program that made it knew of the policy. */
export interface StoredPolicy extends PolicyVersion {
  content: object;
}

interface Row {
  version: number;
  created_at: number;
  created_by: string;
  note: string | null;
  changes: string;
  policy: string;
}

/** In the caller's transaction. */
export function insertPolicy(
  db: Db,
  policy: Policy,
  about: Pick<PolicyVersion, 'createdAtMs' | 'createdBy' | 'note' | 'changes'>,
): void {
  const text = must(canonicalize(policy), 'a policy is JSON');
  db.prepare(
    'INSERT INTO policies (version, created_at, created_by, note, changes, policy) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(policy.version, about.createdAtMs, about.createdBy, about.note, JSON.stringify(about.changes), text);
}

export function readPolicy(db: Db, version: number): StoredPolicy | null {
  const row = db.prepare('SELECT * FROM policies WHERE version = ?').get(version) as Row | undefined;
  return row ? fromRow(row) : null;
}

export function newestVersion(db: Db): number | null {
  return db.prepare('SELECT max(version) FROM policies').pluck().get() as number | null;
}

/** Newest first, those before `before`. */
export function readPolicies(
  db: Db,
  { limit, before }: { limit: number; before?: number | undefined },
): StoredPolicy[] {
  const rows = db
    .prepare('SELECT * FROM policies WHERE @before IS NULL OR version < @before ORDER BY version DESC LIMIT @limit')
    .all({ before: before ?? null, limit }) as Row[];
  return rows.map(fromRow);
}

/** What administrators have set, by path: the last value of each. */
export function valuesSet(db: Db): Map<string, PolicyChange['to']> {
  const rows = db
    .prepare("SELECT changes FROM policies WHERE created_by <> 'system' ORDER BY version")
    .pluck()
    .all() as string[];
  const changes = rows.flatMap((text) => JSON.parse(text) as PolicyChange[]);
  return new Map(changes.map(({ path, to }) => [path, to]));
}

function fromRow(row: Row): StoredPolicy {
  return {
    version: row.version,
    createdAtMs: row.created_at,
    createdBy: row.created_by,
    note: row.note,
    changes: JSON.parse(row.changes) as PolicyChange[],
    sha256: createHash('sha256').update(row.policy).digest('hex'),
    content: JSON.parse(row.policy) as object,
  };
}
