import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Policy } from '../checks/policy.ts';
import type { Db } from '../db/open.ts';
import { must } from '../lib/assert.ts';
import { isGenuine } from '../rows/guard.ts';
import type { PolicyChange } from './values.ts';

/** A stored version of the policy. Its content never changes. */
export interface PolicyVersion {
  version: number;
  createdAtMs: number;
  /** A key id, an operator id, or `system`. */
  createdBy: string;
  note: string | null;
  changes: PolicyChange[];
  /** SHA-256 of its canonical JSON (RFC 8785), hexadecimal. */
  sha256: string;
}

/** With the policy fields that the program that created it knew. */
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

/** Runs in the caller's transaction. */
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
  return row && isGenuine(db, 'policies', row) ? fromRow(row) : null;
}

/** Returns the newest version that is unaltered. */
export function newestVersion(db: Db): number | null {
  const rows = db.prepare('SELECT * FROM policies ORDER BY version DESC').iterate() as IterableIterator<Row>;
  for (const row of rows) if (isGenuine(db, 'policies', row)) return row.version;
  return null;
}

/** Returns the number of the next version, whatever happened to earlier ones. */
export function nextVersion(db: Db): number {
  return (db.prepare('SELECT coalesce(max(version), 0) FROM policies').pluck().get() as number) + 1;
}

/** Newest first, only versions before `before`. */
export function readPolicies(
  db: Db,
  { limit, before }: { limit: number; before?: number | undefined },
): StoredPolicy[] {
  const rows = db
    .prepare('SELECT * FROM policies WHERE @before IS NULL OR version < @before ORDER BY version DESC LIMIT @limit')
    .all({ before: before ?? null, limit }) as Row[];
  return rows.filter((row) => isGenuine(db, 'policies', row)).map(fromRow);
}

/** Returns what administrators have set, by path: the last value of each. */
export function valuesSet(db: Db): Map<string, PolicyChange['to']> {
  const rows = db.prepare("SELECT * FROM policies WHERE created_by <> 'system' ORDER BY version").all() as Row[];
  const genuine = rows.filter((row) => isGenuine(db, 'policies', row));
  const changes = genuine.flatMap((row) => JSON.parse(row.changes) as PolicyChange[]);
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
