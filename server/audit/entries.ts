import { createHmac } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { isoTime } from '../lib/clock.ts';

/** A row of the log. */
export interface AuditRow {
  seq: number;
  /** ms */
  at: number;
  actor: string;
  action: string;
  subject_id: string | null;
  /** JSON */
  details: string;
  link: Buffer;
}

/** Before the first entry. */
export const FIRST_LINK = Buffer.alloc(32);

/** HMAC-SHA-256 over the former link and the entry. */
export function linkOf(key: Buffer, before: Buffer, row: Omit<AuditRow, 'link'>): Buffer {
  const text = JSON.stringify([row.seq, row.at, row.actor, row.action, row.subject_id, row.details]);
  return createHmac('sha256', key).update(before).update(text).digest();
}

/** An entry as others are shown it. */
export function showEntry({ seq, at, actor, action, subject_id, details, link }: AuditRow) {
  const told = JSON.parse(details) as Record<string, string | number | boolean | null>;
  return { seq, at: isoTime(at), actor, action, subject_id, details: told, link: link.toString('hex') };
}

/** The entries about one subject, oldest first. */
export function entriesOf(db: Db, subjectId: string): AuditRow[] {
  return db.prepare('SELECT * FROM audit WHERE subject_id = ? ORDER BY seq').all(subjectId) as AuditRow[];
}

/** Up to `limit` entries behind a place, written in [fromMs, untilMs), oldest first. */
export function entriesBehind(
  db: Db,
  { seq, fromMs, untilMs, limit }: { seq: number; fromMs: number; untilMs: number; limit: number },
): AuditRow[] {
  return db
    .prepare('SELECT * FROM audit WHERE seq > ? AND at >= ? AND at < ? ORDER BY seq LIMIT ?')
    .all(seq, fromMs, untilMs, limit) as AuditRow[];
}

/** The newest entry, null in an empty log. */
export function lastEntry(db: Db): AuditRow | null {
  return (prepared(db, 'SELECT * FROM audit ORDER BY seq DESC LIMIT 1').get() as AuditRow | undefined) ?? null;
}

/** What others keep of the log, and `custos audit verify --anchor` takes: `<number of entries>:<link of the newest>`; null for an empty log. */
export function newestAnchor(db: Db): string | null {
  const entry = lastEntry(db);
  return entry && `${entry.seq}:${entry.link.toString('hex')}`;
}
