import { setImmediate } from 'node:timers/promises';
import type { Hit, ScreeningResult } from '../checks/types.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { LIMITS } from '../lib/limits.ts';
import { changeOf, compareVersions } from '../screening/store/compare.ts';
import { listVersions } from '../screening/store/versions.ts';
import { beginComparisonScan, endComparisonScan, newestComparisonScan } from './comparison-scans.ts';
import type { RevisionOf } from './decisions.ts';
import {
  beginDue,
  endRescreening,
  finishedScans,
  fixEnd,
  isRunning,
  type Rescreening,
  runningRescreenings,
} from './rescreenings.ts';
import type { Screening, Subject } from './subject.ts';
import type { Alert } from './types.ts';
import { type RescreenDeps, walkSubjects } from './walk.ts';

/** Re-screens stored subjects: against what a new version of a list has changed, and by a new name comparison. */
export interface Rescreener {
  /**
   * Scans for every active version that has not been scanned for, then for the comparison, and continues where a former process ended. Resolves when
   * nothing is left to do, or when the rest has failed, which is logged and retried by the next call. A call while it runs adds what has become due.
   */
  run(): Promise<void>;
  /** Ends the scan after the current slice. The next start continues it. */
  stop(): Promise<void>;
}

/**
 * Reads the subjects from their encrypted results, so that no second register of people is needed, and searches them in a small index of the changed
 * entries. The cost depends on the size of the change, not of the lists. It finds what a search of the whole lists would find among those entries.
 */
export function createRescreener(deps: RescreenDeps): Rescreener {
  let stopped = false;
  let work: Promise<void> | null = null;
  /** Scans that the next call retries. */
  const held = new Set<number>();
  const attempt = async (due: Rescreening): Promise<void> => {
    try {
      if (!(await scan(deps, due, () => stopped || !isRunning(deps, due)))) held.add(due.seq);
    } catch (error) {
      deps.log.error('watchlist.rescreening_failed', { list: due.code }, error);
      held.add(due.seq);
    }
  };
  const hasLists = (): boolean => runningRescreenings(deps).length > 0;
  const compareAgain = async (): Promise<void> => {
    try {
      await scanByComparison(deps, () => stopped || hasLists());
    } catch (error) {
      deps.log.error('comparison.rescreening_failed', {}, error);
    }
  };
  const nextDue = () => (stopped ? undefined : runningRescreenings(deps).find(({ seq }) => !held.has(seq)));
  const runAll = async (): Promise<void> => {
    // Requests go first, and steps that searched the former lists store their results.
    await setImmediate();
    try {
      do {
        for (let due = nextDue(); due; due = nextDue()) await attempt(due);
        // Runs after every list, including retried ones: what a new list version finds is an alert on its own, and does not wait.
        if (!stopped && !hasLists()) await compareAgain();
      } while (nextDue());
    } catch (error) {
      deps.log.error('watchlist.rescreening_failed', {}, error);
    } finally {
      work = null;
    }
  };
  return {
    run() {
      if (stopped) return work ?? Promise.resolve();
      held.clear();
      try {
        beginDue(deps);
        beginComparisonScan(deps, deps.comparison);
      } catch (error) {
        deps.log.error('watchlist.rescreening_failed', {}, error);
      }
      work ??= runAll();
      return work;
    },
    async stop() {
      stopped = true;
      await work;
    },
  };
}

/** False: this version is not searched, so there is nothing to scan yet. */
async function scan(deps: RescreenDeps, rescreening: Rescreening, interrupted: () => boolean): Promise<boolean> {
  const changed = await changedEntities(deps.db, rescreening);
  const search = await deps.openSearch(rescreening.toVersionId, changed);
  if (!search) return false;
  const { seq, cursor, code, toVersionId } = rescreening;
  const endSeq = fixEnd(deps, rescreening);
  const untilSeq = changed?.length === 0 ? 0 : endSeq;
  const isWhole = await walkSubjects(deps, { table: 'rescreenings', seq, cursor, untilSeq }, interrupted, () => {
    const known = findKnown(deps, code);
    return {
      searchFor(row, { lists }) {
        if (lists.some(({ id }) => id === toVersionId)) return null;
        const record = { seq: row.seq, lists };
        const isNew = ({ entity }: Hit): boolean => !known(record, entity.id, deps.revisionOf(entity.id, toVersionId));
        return (subject) => search(subject).filter(isNew);
      },
      changeOf: (hit) => changeOfEntity(deps.db, rescreening, hit.entity.id),
    };
  });
  if (!isWhole) return true;
  const { subjects, alerts } = endRescreening(deps, rescreening);
  const entities = changed?.length ?? null;
  deps.log.info('watchlist.rescreened', { list: code, entities, subjects, alerts });
  return true;
}

type Versions = Pick<Rescreening, 'fromVersionIds' | 'toVersionId'>;

/**
 * Returns row numbers of the entities that the newer version adds or changes, or all of its entities if the older one is no
 * longer kept. Null: more than `LIMITS.changedEntitiesIndexMax`.
 */
async function changedEntities(db: Db, { fromVersionIds, toVersionId }: Versions): Promise<number[] | null> {
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

/** Returns what happened to an entity (`ent_...`) of the newer version. null: nothing. */
function changeOfEntity(db: Db, { fromVersionIds, toVersionId }: Versions, id: string): Alert['change'] | null {
  for (const fromId of fromVersionIds) {
    const change = fromId === null ? 'added' : changeOf(db, fromId, toVersionId, id)?.change;
    if (change === 'added' || change === 'changed') return change;
  }
  return null;
}

/** A stored result: its record's position, and the versions that it was screened against. */
interface ScreenedRecord {
  seq: number;
  lists: ScreeningResult['lists'];
}

/**
 * Returns a function that returns whether a record was already screened against this same content of an entry, so that there is
 * nothing new to report. It decides by the record's own result, or, if that version is no longer kept, by an earlier scan of the
 * record. The answer is valid for the versions stored now. Ask again after other work has run.
 */
function findKnown(
  deps: { db: Db; revisionOf: RevisionOf },
  code: string,
): (record: ScreenedRecord, entityId: string, revision: string | null) => boolean {
  const stored = new Set(listVersions(deps.db, code).map(({ id }) => id));
  const scans = finishedScans(deps, code).filter(({ toVersionId }) => stored.has(toVersionId));
  return ({ seq, lists }, entityId, revision) => {
    const own = lists.find((list) => list.code === code);
    // A record that was screened without the list can know it only through scans, and a scan does not alert on the same content twice.
    if (!own) return false;
    if (stored.has(own.id)) return deps.revisionOf(entityId, own.id) === revision;
    return scans.some(
      ({ toVersionId, untilSeq }) => seq <= untilSeq && deps.revisionOf(entityId, toVersionId) === revision,
    );
  };
}

/** Shows which comparison screened a record. Absent: one before versions were recorded. */
type ComparedScreening = Screening & { algorithm_version?: number };

/**
 * Searches all subjects that a former name comparison screened again, in all lists in force, and continues where a former process ended. A hit that
 * is in neither the record's own result nor an alert, and was not dismissed, becomes a held alert: a better comparison finds more for everyone at
 * once, and nothing has happened that is urgent. If no search is available, the next call retries.
 */
async function scanByComparison(deps: RescreenDeps, interrupted: () => boolean): Promise<void> {
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
