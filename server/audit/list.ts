import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { AuditRow } from './entries.ts';
import type { SeqRange } from './times.ts';

export interface AuditQuery {
  /** All of them exact. */
  actor?: string;
  action?: string;
  subject?: string;
  /** ms; from this on, up to before that. */
  fromMs?: number;
  untilMs?: number;
  /** Where entries of that time are, so that not all others are read. */
  within?: SeqRange;
  /** Numbers of entries, exclusive; not both. */
  startingAfter?: number;
  endingBefore?: number;
  limit: number;
}

/** One page of the log, newest first. `endingBefore` gives the page just before that entry; `hasMore` then tells of still newer ones. */
export function listAudit(db: Db, query: AuditQuery): { rows: AuditRow[]; hasMore: boolean } {
  const { actor, action, subject, fromMs, untilMs, within, startingAfter, endingBefore, limit } = query;
  const plus = subject === undefined ? '' : '+';
  const conditions = [
    // Of one subject there are few: a plus keeps the other indexes out of it.
    ...(actor === undefined ? [] : [`${plus}actor = @actor`]),
    ...(action === undefined ? [] : [`${plus}action = @action`]),
    ...(subject === undefined ? [] : ['subject_id = @subject']),
    // The numbers lead to the times, which no index knows; the times are what counts.
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

/** Every action and every actor of the log, sorted: an index is asked for the next one as often as there are any. */
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
