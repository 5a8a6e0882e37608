import type { Hit } from '../checks/types.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import {
  type ComparisonScan,
  endComparisonScan,
  keepComparisonProgress,
  newestComparisonScan,
} from './comparison-scans.ts';
import type { RescreenDeps } from './rescreen-deps.ts';
import { raiseAlert } from './store.ts';
import type { Screening, Subject } from './subject.ts';
import { findNewHits, readSubject, type ScannedRow, type Search, type SubjectRow, walkSubjects } from './walk.ts';

/** What tells by which comparison a record was screened; absent: by one of before it was told. */
type ComparedScreening = Screening & { algorithm_version?: number };

/**
 * Searches everybody who was screened by a former comparison of names again, in all lists in force, going on where a former process ended. What it finds
 * that neither the record's own result nor an alert knows, and nobody has dismissed, is an alert that is held: a better comparison finds
 * more of everybody at once, and nothing has happened that could not wait. Without a search it is tried again by the next call.
 */
export async function scanByComparison(deps: RescreenDeps, interrupted: () => boolean): Promise<void> {
  const scan = newestComparisonScan(deps);
  if (scan?.state !== 'running') return;
  const search = await deps.openWholeSearch();
  if (!search) return;
  const isWhole = await walkSubjects(deps, scan, interrupted, () => ({
    screen: (row) => screenRow(deps, scan, row, search),
    keep(scanned, progress) {
      const alerts = scanned.reduce((sum, found) => sum + holdAlerts(deps, found), 0);
      keepComparisonProgress(deps, scan, { ...progress, alerts });
    },
  }));
  if (!isWhole) return;
  const details = transact(deps.db, () => {
    const { fromVersion, toVersion, subjects, alerts } = endComparisonScan(deps, scan);
    const came = { from: fromVersion, to: toVersion, subjects, alerts };
    deps.audit.append({ actor: 'system', action: 'comparison.rescreened', details: came });
    return came;
  });
  deps.log.info('comparison.rescreened', details);
}

function screenRow(
  deps: RescreenDeps,
  { toVersion }: ComparisonScan,
  row: SubjectRow,
  search: Search,
): ScannedRow['hits'] {
  return readSubject<ScannedRow['hits'], ComparedScreening>(deps, row, (result) => {
    if (result.algorithm_version === toVersion) return null;
    const isKnown = ({ party }: Subject, { entity }: Hit): boolean =>
      result.hits.some((hit) => hit.entity.id === entity.id && (hit.party ?? null) === party) ||
      hasAlert(deps, row.id, party, entity.id);
    return findNewHits(deps, row, result, (subject) => search(subject).filter((hit) => !isKnown(subject, hit)));
  });
}

function hasAlert({ db }: RescreenDeps, verificationId: string, party: Subject['party'], entityId: string): boolean {
  const sql = 'SELECT 1 FROM alerts WHERE verification_id = ? AND party = ? AND entity_id = ?';
  return prepared(db, sql).get(verificationId, party ?? '', entityId) !== undefined;
}

/** Gives how many alerts were new. */
function holdAlerts(deps: RescreenDeps, { row, hits }: ScannedRow): number {
  let held = 0;
  for (const { party, subjectMark, hit } of hits ?? []) {
    const revision = deps.revisionOf(hit.entity.id, hit.list.id) ?? '';
    const about = { kind: row.kind, verificationId: row.id, party, livemode: row.livemode === 1 };
    if (raiseAlert(deps, { ...about, change: 'comparison', hit, revision, subjectMark })) held += 1;
  }
  return held;
}
