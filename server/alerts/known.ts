import type { ScreeningResult } from '../checks/types.ts';
import type { Db } from '../db/open.ts';
import { listVersions } from '../screening/store/versions.ts';
import type { RevisionOf } from './decisions.ts';
import { finishedScans } from './rescreenings.ts';

/** A stored result: its record's place, and the versions that it was screened against. */
export interface ScreenedRecord {
  seq: number;
  lists: ScreeningResult['lists'];
}

/**
 * Tells whether a record was screened against this very content of an entry before, so that there is nothing new to
 * tell: by its own result, or, where the version of that result is kept no more, by a scan that was over it. Holds for the
 * versions that are stored now; ask again after other work was done.
 */
export function findKnown(
  deps: { db: Db; revisionOf: RevisionOf },
  code: string,
): (record: ScreenedRecord, entityId: string, revision: string | null) => boolean {
  const stored = new Set(listVersions(deps.db, code).map(({ id }) => id));
  const scans = finishedScans(deps, code).filter(({ toVersionId }) => stored.has(toVersionId));
  return ({ seq, lists }, entityId, revision) => {
    const own = lists.find((list) => list.code === code);
    // Who was screened without the list can know it by scans alone, and a scan does not alert of the same content twice.
    if (!own) return false;
    if (stored.has(own.id)) return deps.revisionOf(entityId, own.id) === revision;
    return scans.some(
      ({ toVersionId, untilSeq }) => seq <= untilSeq && deps.revisionOf(entityId, toVersionId) === revision,
    );
  };
}
