import { LIMITS } from '../lib/limits.ts';
import { noBranch } from './branches.ts';
import type { Tx } from './db/transact.ts';

/** A branch as the console lists it. Times are milliseconds. */
export interface BranchRow {
  id: string;
  name: string;
  state: 'active' | 'quarantined' | 'revoked';
  reason: string | null;
  state_at: number;
  created_at: number;
  called_at: number | null;
  parcel_at: number | null;
  level: number;
  version: string | null;
  /** The newest health report as JSON. */
  health: string | null;
  health_at: number | null;
  entries_count: number;
  records_count: number;
  directives_count: number;
  directives_answered: number;
}

export interface LineRow {
  line: string;
  number: number;
  last: number;
  head: Buffer;
  opened_at: number;
  audit_count: number;
}

export interface ProofRow {
  id: string;
  line: string;
  first: number;
  last: number;
  reason: string;
  came_by: 'tls' | 'file';
  received_at: number;
}

export interface DirectiveRow {
  number: number;
  kind: string;
  issued_at: number;
  outcome: 'done' | 'refused' | null;
  code: string | null;
  answered_at: number | null;
}

export interface CertificateRow {
  fingerprint: Buffer;
  not_before: number;
  not_after: number;
}

export interface BranchDetail {
  branch: BranchRow & { appliance_key: Buffer };
  lines: LineRow[];
  proofs: ProofRow[];
  directives: DirectiveRow[];
  certificates: CertificateRow[];
}

const COLUMNS = `id, name, state, reason, state_at, created_at, called_at, parcel_at, level, version, health, health_at,
  entries_count, records_count, directives_count, directives_answered`;

/** Returns the branches in reach, by name. */
export async function listBranches(tx: Tx): Promise<BranchRow[]> {
  const { rows } = await tx.query<BranchRow>(`SELECT ${COLUMNS} FROM branches ORDER BY lower(name), id`);
  return rows;
}

/** Returns a branch with its lines and the newest of what belongs to it. Throws `not_found`, too, if it is out of reach. */
export async function getBranch(tx: Tx, id: string): Promise<BranchDetail> {
  const { rows } = await tx.query<BranchRow & { appliance_key: Buffer }>(
    `SELECT ${COLUMNS}, appliance_key FROM branches WHERE id = $1`,
    [id],
  );
  const [branch] = rows;
  if (!branch) throw noBranch();
  const newest = async <Row extends object>(columns: string, table: string, order: string): Promise<Row[]> => {
    const sql = `SELECT ${columns} FROM ${table} WHERE branch = $1 ORDER BY ${order} DESC LIMIT $2`;
    return (await tx.query<Row>(sql, [id, LIMITS.hubBranchRowsShown])).rows;
  };
  return {
    branch,
    lines: await newest('line, number, last, head, opened_at, audit_count', 'lines', 'number'),
    proofs: await newest('id, line, first, last, reason, came_by, received_at', 'proofs', 'received_at'),
    directives: await newest('number, kind, issued_at, outcome, code, answered_at', 'directives', 'number'),
    certificates: await newest('fingerprint, not_before, not_after', 'certificates', 'not_before'),
  };
}
