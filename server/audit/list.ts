import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { AuditRow } from './entries.ts';
import type { SeqRange } from './times.ts';

export interface AuditQuery {
  /** All filters match exactly. */
  actor?: string;
  action?: string;
  subject?: string;
  /** ms; from `fromMs` (included) to `untilMs` (excluded). */
  fromMs?: number;
  untilMs?: number;
  /** Where entries of that period are, so the others need not be read. */
  within?: SeqRange;
  /** Entry numbers, exclusive; only one of the two. */
  startingAfter?: number;
  endingBefore?: number;
  limit: number;
}

/** Returns one page of the log, newest first. With `endingBefore` it is the page just before that entry, and `hasMore` refers to newer entries. */
export function listAudit(db: Db, query: AuditQuery): { rows: AuditRow[]; hasMore: boolean } {
  const { actor, action, subject, fromMs, untilMs, within, startingAfter, endingBefore, limit } = query;
  const plus = subject === undefined ? '' : '+';
  const conditions = [
    // One subject has few entries: the plus keeps SQLite from using the other indexes.
    ...(actor === undefined ? [] : [`${plus}actor = @actor`]),
    ...(action === undefined ? [] : [`${plus}action = @action`]),
    ...(subject === undefined ? [] : ['subject_id = @subject']),
    // No index covers the times. The entry numbers narrow the range, and the times decide.
    ...(within === undefined ? [] : ['seq >= @first', 'seq < @end']),
    ...(fromMs === undefined ? [] : ['at >= @fromMs']),
    ...(untilMs === undefined ? [] : ['at < @untilMs']),
    ...(startingAfter === undefined ? [] : ['seq < @startingAfter']),
    ...(endingBefore === undefined ? [] : ['seq > @endingBefore']),
  ];
  const backwards = endingBefore !== undefined;
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const found = prepared(
    db,
    `SELECT * FROM audit ${where} ORDER BY seq ${backwards ? 'ASC' : 'DESC'} LIMIT @count`,
  ).all({
    actor,
    action,
    subject,
    fromMs,
    untilMs,
    startingAfter,
    endingBefore,
    ...within,
    count: limit + 1,
  }) as AuditRow[];
  const rows = found.slice(0, limit);
  if (backwards) rows.reverse();
  return { rows, hasMore: found.length > limit };
}

/** Returns every action and every actor of the log, sorted. The index is asked for the next value, once per value. */
export function auditFilters(db: Db): { actions: string[]; actors: string[] } {
  const distinct = (column: 'action' | 'actor'): string[] =>
    prepared(
      db,
      `WITH RECURSIVE next(value) AS (
         SELECT min(${column}) FROM audit
         UNION ALL SELECT (SELECT min(${column}) FROM audit WHERE ${column} > value) FROM next WHERE value IS NOT NULL
       ) SELECT value FROM next WHERE value IS NOT NULL`,
    )
      .pluck()
      .all() as string[];
  return { actions: distinct('action'), actors: distinct('actor') };
}
