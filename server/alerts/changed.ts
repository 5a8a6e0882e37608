import type { Db } from '../db/open.ts';
import { LIMITS } from '../lib/limits.ts';
import { changeOf, compareVersions } from '../screening/store/compare.ts';
import type { Rescreening } from './rescreenings.ts';
import type { Alert } from './types.ts';

type Versions = Pick<Rescreening, 'fromVersionIds' | 'toVersionId'>;

/**
 * Row numbers of the entities that the newer version adds or has otherwise; all of its where the older one is kept no
 * more. Null: more than `LIMITS.changedEntitiesIndexMax`.
 */
export async function changedEntities(db: Db, { fromVersionIds, toVersionId }: Versions): Promise<number[] | null> {
  const changed = new Set<number>();
  for (const fromId of fromVersionIds) {
    for await (const { change, entity } of compareVersions(db, fromId, toVersionId)) {
      if (change === 'removed') break;
      changed.add(entity);
      if (changed.size > LIMITS.changedEntitiesIndexMax) return null;
    }
  }
  return [...changed];
}

/** What happened to an entity (`ent_...`) of the newer version; null: nothing. */
export function changeOfEntity(db: Db, { fromVersionIds, toVersionId }: Versions, id: string): Alert['change'] | null {
  for (const fromId of fromVersionIds) {
    const change = fromId === null ? 'added' : changeOf(db, fromId, toVersionId, id)?.change;
    if (change === 'added' || change === 'changed') return change;
  }
  return null;
}
