import { readCheckpoints } from '../audit/checkpoints.ts';
import { type AuditRow, entriesBehind, FIRST_LINK, lastEntry } from '../audit/entries.ts';
import type { AuditHead } from '../audit/head.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { KeyStore } from '../vault/key-store.ts';

/** The head of the log now. */
export function currentHead(db: Db): AuditHead {
  const entry = lastEntry(db);
  return entry ? { count: entry.seq, link: entry.link } : { count: 0, link: FIRST_LINK };
}

/** Returns up to `limit` entries after a position, oldest first. */
export function entriesAfter(db: Db, { count }: AuditHead, limit: number): AuditRow[] {
  return entriesBehind(db, { seq: count, fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER, limit });
}

/** Whether the log still holds this entry, unchanged. */
export function holds(db: Db, { count, link }: AuditHead): boolean {
  if (count === 0) return true;
  const found = prepared(db, 'SELECT link FROM audit WHERE seq = ?').pluck().get(count) as Buffer | undefined;
  return found?.equals(link) ?? false;
}

/** Returns the newest signed entry up to a position that the log still holds: what was sent until there is still true. */
export function lastCommonHead(db: Db, { db: keyDb }: Pick<KeyStore, 'db'>, position: AuditHead): AuditHead {
  const common = readCheckpoints(keyDb)
    .reverse()
    .find((checkpoint) => checkpoint.count <= position.count && holds(db, checkpoint));
  return common ? { count: common.count, link: common.link } : { count: 0, link: FIRST_LINK };
}
