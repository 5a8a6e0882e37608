import { setImmediate } from 'node:timers/promises';
import type { Hit } from '../checks/types.ts';
import { isPassing } from '../db/passing.ts';
import { transact } from '../db/transact.ts';
import type { Policy } from '../decision/policy.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { changedEntities, changeOfEntity } from './changed.ts';
import { findDismissals, type RevisionOf } from './decisions.ts';
import { findKnown } from './known.ts';
import {
  beginDue,
  endRescreening,
  fixEnd,
  isRunning,
  keepProgress,
  type Rescreening,
  runningRescreenings,
} from './rescreenings.ts';
import { raiseAlert } from './store.ts';
import { type Screening, type Subject, subjectMark, subjectsOf } from './subject.ts';

export interface RescreenDeps extends Pick<VerificationDeps, 'db' | 'clock' | 'vault' | 'keys' | 'audit' | 'events'> {
  newId: NewId;
  log: Logger;
  revisionOf: RevisionOf;
  policies: { current(): Pick<Policy, 'review'> };
  /**
   * A search over these entities (row numbers) of a version, or over more where there are too many to name (null), by
   * the very comparison that searches the whole lists. Resolves when nobody is screened with a former version any more;
   * with null where this one is not in force.
   */
  openSearch(versionId: string, changed: readonly number[] | null): Promise<((subject: Subject) => Hit[]) | null>;
}

/** Screens those who were screened before again, against what a new version of a list has changed. */
export interface Rescreener {
  /**
   * Scans for every active version that has not been scanned for, going on where a former process ended. Resolves when
   * nothing is left to do, or what is left has failed, which is logged and tried again by the next call; a call while it
   * runs adds what has become due.
   */
  run(): Promise<void>;
  /** Ends the scan after the slice under way; the next start goes on. */
  stop(): Promise<void>;
}

interface SubjectRow {
  seq: number;
  id: string;
  kind: VerificationKind;
  livemode: number;
  sealed_result: Buffer;
}

type Search = (subject: Subject) => Hit[];

/** What a slice found of one record, by party; null: it was screened with the new list already, or cannot be read. */
interface ScannedRow {
  row: SubjectRow;
  hits: { party: Subject['party']; subjectMark: Buffer; hit: Hit }[] | null;
}

/**
 * The subjects are read from their sealed results, so that no second register of people has to be kept, and searched in
 * a small index of the changed entries: the cost follows the change, not the lists, and what is found is what a search
 * of the whole lists would find among those entries.
 */
export function createRescreener(deps: RescreenDeps): Rescreener {
  let stopped = false;
  let work: Promise<void> | null = null;
  /** Scans that the next call tries again. */
  const held = new Set<number>();
  const attempt = async (due: Rescreening): Promise<void> => {
    try {
      if (!(await scan(deps, due, () => stopped || !isRunning(deps, due)))) held.add(due.seq);
    } catch (error) {
      deps.log.error('watchlist.rescreening_failed', { list: due.code }, error);
      held.add(due.seq);
    }
  };
  const nextDue = () => (stopped ? undefined : runningRescreenings(deps).find(({ seq }) => !held.has(seq)));
  const runAll = async (): Promise<void> => {
    // Requests have their turn first, and steps that searched the former lists keep their results.
    await setImmediate();
    try {
      for (let due = nextDue(); due; due = nextDue()) await attempt(due);
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

/** False: this version is not searched, so that there is nothing to scan for as yet. */
async function scan(deps: RescreenDeps, rescreening: Rescreening, interrupted: () => boolean): Promise<boolean> {
  const changed = await changedEntities(deps.db, rescreening);
  const search = await deps.openSearch(rescreening.toVersionId, changed);
  if (!search) return false;
  const untilSeq = fixEnd(deps, rescreening);
  let { cursor } = rescreening;
  for (;;) {
    // Lets steps that searched the former lists keep their results first, and requests have their turn.
    await setImmediate();
    if (interrupted()) return true;
    const rows = changed?.length === 0 ? [] : nextSubjects(deps, cursor, untilSeq);
    if (rows.length === 0) break;
    cursor = scanSlice(deps, rescreening, rows, search);
  }
  const { subjects, alerts } = endRescreening(deps, rescreening);
  const entities = changed?.length ?? null;
  deps.log.info('watchlist.rescreened', { list: rescreening.code, entities, subjects, alerts });
  return true;
}

function nextSubjects({ db }: RescreenDeps, cursor: number, untilSeq: number): SubjectRow[] {
  return db
    .prepare(
      `SELECT v.seq, v.id, v.kind, v.livemode, r.sealed_result
       FROM verifications v JOIN step_results r ON r.verification_id = v.id AND r.step = 'screening'
       WHERE v.seq > ? AND v.seq <= ? AND v.erasure = 'none' ORDER BY v.seq LIMIT ?`,
    )
    .all(cursor, untilSeq, LIMITS.rescreeningSubjectsAtOnce) as SubjectRow[];
}

/**
 * Screens the first of these records, as many as there is time for, and gives how far it came. Alerts and cursor commit
 * together, so that an end at any moment neither loses nor doubles one.
 */
function scanSlice(deps: RescreenDeps, rescreening: Rescreening, rows: readonly SubjectRow[], search: Search): number {
  const known = findKnown(deps, rescreening.code);
  const endMs = performance.now() + LIMITS.rescreeningSliceMs;
  const scanned: ScannedRow[] = [];
  for (const row of rows) {
    scanned.push({ row, hits: screenRow(deps, rescreening, row, search, known) });
    if (performance.now() >= endMs) break;
  }
  const cursor = scanned.at(-1)?.row.seq ?? rescreening.cursor;
  transact(deps.db, () => {
    const alerts = scanned.reduce((sum, found) => sum + raiseAlerts(deps, rescreening, found), 0);
    const subjects = scanned.filter(({ hits }) => hits !== null).length;
    keepProgress(deps, rescreening, { cursor, subjects, alerts });
  });
  return cursor;
}

/** Gives how many alerts were new. */
function raiseAlerts(deps: RescreenDeps, rescreening: Rescreening, { row, hits }: ScannedRow): number {
  let raised = 0;
  for (const { party, subjectMark, hit } of hits ?? []) {
    const change = changeOfEntity(deps.db, rescreening, hit.entity.id);
    if (change === null) continue;
    const revision = deps.revisionOf(hit.entity.id, hit.list.id) ?? '';
    const about = { kind: row.kind, verificationId: row.id, party, livemode: row.livemode === 1 };
    if (raiseAlert(deps, { ...about, change, hit, revision, subjectMark })) raised += 1;
  }
  return raised;
}

/** A record that cannot be read is told of and holds nothing back. Where the database fails, the scan does, and is tried again: nobody is passed over. */
function screenRow(
  deps: RescreenDeps,
  { toVersionId }: Rescreening,
  row: SubjectRow,
  search: Search,
  known: ReturnType<typeof findKnown>,
): ScannedRow['hits'] {
  try {
    const result = deps.vault.openJson<Screening>(row.id, 'step_results.screening', row.sealed_result);
    if (result.lists.some(({ id }) => id === toVersionId)) return null;
    const record = { seq: row.seq, lists: result.lists };
    const isNew = ({ entity }: Hit): boolean => !known(record, entity.id, deps.revisionOf(entity.id, toVersionId));
    return subjectsOf(row.id, row.livemode === 1, result).flatMap((subject) => {
      const hits = withoutDismissed(deps, subject, search(subject).filter(isNew));
      if (hits.length === 0) return [];
      const mark = subjectMark(deps.keys.subjectKey, subject);
      return hits.map((hit) => ({ party: subject.party, subjectMark: mark, hit }));
    });
  } catch (error) {
    if (isPassing(error)) throw error;
    deps.log.error('watchlist.subject_unreadable', { verification: row.id }, error);
    return null;
  }
}

function withoutDismissed(deps: RescreenDeps, subject: Subject, hits: readonly Hit[]): readonly Hit[] {
  if (hits.length === 0) return hits;
  const dismissalOf = findDismissals({ ...deps, policy: deps.policies.current() }, subject);
  return hits.filter((hit) => dismissalOf(hit) === null);
}
