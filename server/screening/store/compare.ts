import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../db/open.ts';
import { LIMITS } from '../../lib/limits.ts';

/** In the order in which changes are reported. */
export const CHANGES = ['added', 'changed', 'removed'] as const;
export type Change = (typeof CHANGES)[number];

/** How an entity differs between two versions of a list. */
export interface EntityChange {
  change: Change;
  /** `ent_...` */
  id: string;
  /** Row number of the entity. */
  entity: number;
}

interface Window {
  here: number;
  there: number;
  from: number;
  until: number;
}

/** Entries of one version that the other one lacks, or has with different content. */
const CONDITIONS: Record<Change, string> = {
  added: 'other.record IS NULL',
  changed: 'other.record <> e.record',
  removed: 'other.record IS NULL',
};

const select = (change: Change): string => `
  SELECT '${change}' AS change, t.id, e.entity
  FROM watchlist_entries e
  LEFT JOIN watchlist_entries other ON other.entity = e.entity AND other.version = @there
  JOIN watchlist_entities t ON t.row = e.entity
  WHERE e.version = @here AND e.position >= @from AND e.position < @until AND ${CONDITIONS[change]}
  ORDER BY e.position`;

/**
 * Yields what `toId` changes against `fromId` (null, or one that is no longer kept: against nothing): the added entries in the order of the new file,
 * then the changed ones, then the removed ones in the order of the old file. It starts after the entity `after` if given. Contents are compared by
 * their hashes. It reads in pieces with pauses, so that the event loop stays free, and other work may run between two values. Versions never change,
 * so the answer is the same however long it takes. `only`: changes of this kind.
 */
export async function* compareVersions(
  db: Db,
  fromId: string | null,
  toId: string,
  after?: EntityChange,
  only?: Change,
): AsyncGenerator<EntityChange> {
  for (const change of after ? CHANGES.slice(CHANGES.indexOf(after.change)) : CHANGES) {
    if (only !== undefined && change !== only) continue;
    const [here, there] = change === 'removed' ? [fromId, toId] : [toId, fromId];
    const versions = { here: seqOf(db, here), there: seqOf(db, there) };
    const first = after?.change === change ? positionOf(db, versions.here, after.entity) + 1 : 0;
    yield* scan(db, change, versions, first);
  }
}

/** Returns the number of changes of each kind. */
export async function countChanges(db: Db, fromId: string | null, toId: string): Promise<Record<Change, number>> {
  const counts = { added: 0, changed: 0, removed: 0 };
  for await (const { change } of compareVersions(db, fromId, toId)) counts[change] += 1;
  return counts;
}

/** Counts like `countChanges`, once for each pair of versions, because they never change. The last `LIMITS.listCountsKept` pairs are kept. */
export function createChangeCounter(db: Db): (fromId: string, toId: string) => Promise<Record<Change, number>> {
  const known = new Map<string, Promise<Record<Change, number>>>();
  return (fromId, toId) => {
    const pair = `${fromId} ${toId}`;
    const counts = known.get(pair) ?? countChanges(db, fromId, toId);
    known.delete(pair);
    known.set(pair, counts);
    const [oldest] = known.keys();
    if (known.size > LIMITS.listCountsKept && oldest !== undefined) known.delete(oldest);
    counts.catch(() => known.delete(pair));
    return counts;
  };
}

/** Returns how this entity differs between the two versions. Null if it does not, or is in neither. */
export function changeOf(db: Db, fromId: string, toId: string, id: string): EntityChange | null {
  const row = db
    .prepare<[number, number, string], { entity: number; old: number | null; new: number | null }>(
      `SELECT t.row AS entity, old.record AS old, new.record AS new FROM watchlist_entities t
       LEFT JOIN watchlist_entries old ON old.entity = t.row AND old.version = ?
       LEFT JOIN watchlist_entries new ON new.entity = t.row AND new.version = ? WHERE t.id = ?`,
    )
    .get(seqOf(db, fromId), seqOf(db, toId), id);
  if (!row || row.old === row.new) return null;
  const change = row.old === null ? 'added' : row.new === null ? 'removed' : 'changed';
  return { change, id, entity: row.entity };
}

async function* scan(
  db: Db,
  change: Change,
  versions: Pick<Window, 'here' | 'there'>,
  first: number,
): AsyncGenerator<EntityChange> {
  const statement = db.prepare<[Window], EntityChange>(select(change));
  const last = db
    .prepare<[number], number | null>('SELECT max(position) FROM watchlist_entries WHERE version = ?')
    .pluck()
    .get(versions.here) as number | null;
  for (let from = first; last !== null && from <= last; from += LIMITS.listCompareEntries) {
    yield* statement.all({ ...versions, from, until: from + LIMITS.listCompareEntries });
    await nextTurn();
  }
}

/** Returns 0, which no version has, for none and for a version that is being deleted: only half of it would be compared. */
function seqOf(db: Db, id: string | null): number {
  const seq = db
    .prepare<[string | null], number>("SELECT seq FROM watchlist_versions WHERE id = ? AND state = 'ready'")
    .pluck();
  return (seq.get(id) as number | undefined) ?? 0;
}

function positionOf(db: Db, version: number, entity: number): number {
  const position = db.prepare<[number, number], number>(
    'SELECT position FROM watchlist_entries WHERE entity = ? AND version = ?',
  );
  return (position.pluck().get(entity, version) as number | undefined) ?? -1;
}
