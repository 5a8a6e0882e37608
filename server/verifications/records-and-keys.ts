import type { Db } from '../db/open.ts';

/**
 * The ids of all records whose erasure was not begun, in order. They are found by two indexes: to go through the rows themselves takes
 * four times as long, and a start does this twice before it listens.
 */
export function idsOfRecords(db: Db): string[] {
  const begun = db.prepare(`
    SELECT id FROM verifications INDEXED BY verifications_by_kind
    WHERE kind IN ('kyc', 'kyb') AND livemode IN (0, 1) AND erasure IN ('erasing', 'erased')`);
  const gone = new Set(begun.pluck().all());
  const all = db.prepare('SELECT id FROM verifications ORDER BY id').pluck().all() as string[];
  return gone.size === 0 ? all : all.filter((id) => !gone.has(id));
}

/** The records that have no key, and the keys that have no record; all ids in order, as both databases give them. */
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
