import type { Hit } from '../checks/types.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { endComparisonScan, newestComparisonScan } from './comparison-scans.ts';
import type { Screening, Subject } from './subject.ts';
import { type RescreenDeps, walkSubjects } from './walk.ts';

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
  const isWhole = await walkSubjects(deps, { table: 'comparison_scans', ...scan }, interrupted, () => ({
    searchFor(row, result: ComparedScreening) {
      if (result.algorithm_version === scan.toVersion) return null;
      const isKnown = ({ party }: Subject, { entity }: Hit): boolean =>
        result.hits.some((hit) => hit.entity.id === entity.id && (hit.party ?? null) === party) ||
        hasAlert(deps, row.id, party, entity.id);
      return (subject) => search(subject).filter((hit) => !isKnown(subject, hit));
    },
    changeOf: () => 'comparison',
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

function hasAlert({ db }: RescreenDeps, verificationId: string, party: Subject['party'], entityId: string): boolean {
  const sql = 'SELECT 1 FROM alerts WHERE verification_id = ? AND party = ? AND entity_id = ?';
  return prepared(db, sql).get(verificationId, party ?? '', entityId) !== undefined;
}
