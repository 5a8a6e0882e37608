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

/** The link before the first entry. */
export const FIRST_LINK = Buffer.alloc(32);

/** Returns the HMAC-SHA-256 over the previous link and the entry. */
export function linkOf(key: Buffer, before: Buffer, row: Omit<AuditRow, 'link'>): Buffer {
  const text = JSON.stringify([row.seq, row.at, row.actor, row.action, row.subject_id, row.details]);
  return createHmac('sha256', key).update(before).update(text).digest();
}

/** Returns an entry for display. */
export function showEntry({ seq, at, actor, action, subject_id, details, link }: AuditRow) {
  const told = JSON.parse(details) as Record<string, string | number | boolean | null>;
  return { seq, at: isoTime(at), actor, action, subject_id, details: told, link: link.toString('hex') };
}

/** Returns the entries about one subject, oldest first. */
export function entriesOf(db: Db, subjectId: string): AuditRow[] {
  return db.prepare('SELECT * FROM audit WHERE subject_id = ? ORDER BY seq').all(subjectId) as AuditRow[];
}

/** Returns up to `limit` entries after a position, written in [fromMs, untilMs), oldest first. */
export function entriesBehind(
  db: Db,
  { seq, fromMs, untilMs, limit }: { seq: number; fromMs: number; untilMs: number; limit: number },
): AuditRow[] {
  return db
    .prepare('SELECT * FROM audit WHERE seq > ? AND at >= ? AND at < ? ORDER BY seq LIMIT ?')
    .all(seq, fromMs, untilMs, limit) as AuditRow[];
}

/** Returns the newest entry, or null if the log is empty. */
export function lastEntry(db: Db): AuditRow | null {
  return (prepared(db, 'SELECT * FROM audit ORDER BY seq DESC LIMIT 1').get() as AuditRow | undefined) ?? null;
}

/**
 * Returns the anchor that people keep elsewhere for `custos audit verify --anchor`: `<number of entries>:<link of the newest>`; null if the log is
 * empty.
 */
export function newestAnchor(db: Db): string | null {
  const entry = lastEntry(db);
  return entry && `${entry.seq}:${entry.link.toString('hex')}`;
}
