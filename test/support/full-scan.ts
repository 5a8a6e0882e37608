import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '../../server/lib/limits.ts';
import { compareVersions } from '../../server/screening/store/compare.ts';
import type { RescreeningLab, StoredSubject } from './rescreening.ts';

const SEARCHES_AT_ONCE = 200;

/**
 * What re-screening must find, computed the other way: it searches every subject in all lists in force. It keeps the hits on entries that the newer
 * version adds or changes. Each line is `record entity change`, in alphabetical order. A party of a company is a subject with the id `record party`.
 */
export async function scanFully(
  { db, watchlists }: RescreeningLab,
  subjects: readonly (StoredSubject & { id: string })[],
  { fromId, toId }: { fromId: string; toId: string },
): Promise<string[]> {
  const changes = new Map<string, string>();
  for await (const { id, change } of compareVersions(db, fromId, toId)) {
    if (change !== 'removed') changes.set(id, change);
  }
  const found = new Set<string>();
  for (const [at, { id, queries }] of subjects.entries()) {
    if (at % SEARCHES_AT_ONCE === 0) await setImmediate();
    for (const query of queries) {
      for (const { entity } of watchlists.search({ ...query, limit: LIMITS.searchCandidatesMax })) {
        const change = changes.get(entity.id);
        if (change !== undefined) found.add(`${id} ${entity.id} ${change}`);
      }
    }
  }
  return [...found].sort();
}
