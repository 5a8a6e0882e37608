import { invalidField } from '../lib/errors.ts';
import type { Reach, Tx } from './db/transact.ts';

/** A record of a branch: ids, codes and times alone. */
export interface RecordRow {
  branch: string;
  id: string;
  kind: 'kyc' | 'kyb';
  state: string;
  decision: string | null;
  reasons: string[];
  created_at: number;
  changed_at: number;
}

export interface RecordFilter {
  id?: string | undefined;
  branch?: string | undefined;
  kind?: 'kyc' | 'kyb' | undefined;
  state?: string | undefined;
  reason?: string | undefined;
  changedFromMs?: number | undefined;
  changedToMs?: number | undefined;
}

export interface RecordPage {
  rows: RecordRow[];
  /** Where the next page begins; null: there is none. */
  next: string | null;
}

const COLUMNS = 'branch, id, kind, state, decision, reasons, created_at, changed_at';
const ORDER = 'changed_at DESC, id DESC, branch DESC';
const CURSOR = /^(\d{1,15})~([\w]{1,64})~([\w]{1,64})$/;

/**
 * Returns a page of the records in reach, newest change first. The query has the condition on the branch, too: row-level security is the second
 * wall.
 * @param after `next` of the page before. Throws `invalid_request` for another text
 */
export async function searchRecords(
  tx: Tx,
  reach: Reach,
  filter: RecordFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<RecordPage> {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ['true'];
  const { id, branch, kind, state, reason, changedFromMs, changedToMs } = filter;
  if (reason !== undefined) conditions.push(`reason = ${value(reason)}`);
  if (id !== undefined) conditions.push(`id = ${value(id)}`);
  if (branch !== undefined) conditions.push(`branch = ${value(branch)}`);
  if (kind !== undefined) conditions.push(`kind = ${value(kind)}`);
  if (state !== undefined) conditions.push(`state = ${value(state)}`);
  if (changedFromMs !== undefined) conditions.push(`changed_at >= ${value(changedFromMs)}`);
  if (changedToMs !== undefined) conditions.push(`changed_at < ${value(changedToMs)}`);
  if (after !== undefined) {
    const [changedAt, lastId, lastBranch] = readCursor(after);
    conditions.push(`(changed_at, id, branch) < (${value(changedAt)}, ${value(lastId)}, ${value(lastBranch)})`);
  }
  const [table, columns] = reason === undefined ? ['records', COLUMNS] : ['record_reasons', 'branch, id, changed_at'];
  const page = (more: string): string =>
    `SELECT ${columns} FROM ${table} WHERE ${[...conditions, more].join(' AND ')} ORDER BY ${ORDER} LIMIT ${limit + 1}`;
  // A page of each branch by its own index: a search through all branches' records for a few branches would read nearly all of them.
  const found =
    reach === 'all' || branch !== undefined
      ? page(reach === 'all' ? 'true' : `branch = ANY (${value(reach)})`)
      : `SELECT p.* FROM unnest(${value(reach)}::text[]) AS b (of_branch)
         CROSS JOIN LATERAL (${page('branch = b.of_branch')}) AS p ORDER BY ${ORDER} LIMIT ${limit + 1}`;
  // OFFSET 0: first the page, then its records, whatever PostgreSQL expects of the join.
  const sql =
    reason === undefined
      ? found
      : `SELECT r.* FROM (${found}) AS f CROSS JOIN LATERAL
         (SELECT ${COLUMNS} FROM records WHERE branch = f.branch AND id = f.id OFFSET 0) AS r
         ORDER BY r.changed_at DESC, r.id DESC, r.branch DESC`;
  const { rows } = await tx.query<RecordRow>(sql, values);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last ? `${last.changed_at}~${last.id}~${last.branch}` : null };
}

function readCursor(text: string): [changedAt: number, id: string, branch: string] {
  const [, changedAt, id, branch] = CURSOR.exec(text) ?? [];
  if (changedAt === undefined || id === undefined || branch === undefined) {
    throw invalidField('after', 'after is not the "next" of a page; leave it out to begin.');
  }
  return [Number(changedAt), id, branch];
}
