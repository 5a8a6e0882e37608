import type { Db } from '../db/open.ts';

/**
 * Returns the ids of all records whose erasure has not begun, in order. It uses two indexes: scanning the rows takes four times
 * as long, and a start does this twice before it listens.
 */
export function idsOfRecords(db: Db): string[] {
  const begun = db.prepare(`
    SELECT id FROM verifications INDEXED BY verifications_by_kind
    WHERE kind IN ('kyc', 'kyb') AND livemode IN (0, 1) AND erasure IN ('erasing', 'erased')`);
  const gone = new Set(begun.pluck().all());
  const all = db.prepare('SELECT id FROM verifications ORDER BY id').pluck().all() as string[];
  return gone.size === 0 ? all : all.filter((id) => !gone.has(id));
}

/** Returns the records without a key, and the keys without a record. All ids are in order, as both databases return them. */
export function matchKeys(
  records: readonly string[],
  keyed: readonly string[],
): { keyless: string[]; unnamed: string[] } {
  const [keyless, unnamed]: [string[], string[]] = [[], []];
  let at = 0;
  for (const id of keyed) {
    for (; at < records.length && (records[at] as string) < id; at++) keyless.push(records[at] as string);
    if (records[at] === id) at += 1;
    else unnamed.push(id);
  }
  return { keyless: [...keyless, ...records.slice(at)], unnamed };
}
