import { setImmediate } from 'node:timers/promises';
import type { Hit, ScreeningResult } from '../checks/types.ts';
import { transact } from '../db/transact.ts';
import type { NewId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import { compareVersions, type EntityChange } from '../screening/store/compare.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import { findDismissals, type RevisionOf } from './decisions.ts';
import { beginDue, endRescreening, keepProgress, type Rescreening, runningRescreening } from './rescreenings.ts';
import { raiseAlert } from './store.ts';
import { type Subject, subjectOf } from './subject.ts';
import type { Alert } from './types.ts';

export interface RescreenDeps extends Pick<VerificationDeps, 'db' | 'clock' | 'vault' | 'keys' | 'audit' | 'events'> {
  newId: NewId;
  log: Logger;
  revisionOf: RevisionOf;
  /** A search over these entities of a version alone, by the very function that searches the whole lists. */
  openSearch(versionId: string, changed: readonly EntityChange[]): Promise<(subject: Subject) => Hit[]>;
}

/** Screens those who were screened before again, against what a new version of a list has changed. */
export interface Rescreener {
  /**
   * Scans for every active version that has not been scanned for, going on where a former process ended. Resolves when
   * nothing is left to do; a call while it runs makes it look again.
   */
  run(): Promise<void>;
  /** Ends the scan after the slice under way; the next start goes on. */
  stop(): Promise<void>;
}

interface SubjectRow {
  seq: number;
  id: string;
  livemode: number;
  sealed_result: Buffer;
}

/** Subjects scanned before other work has its turn: about 20 ms. */
const SUBJECTS_AT_ONCE = 50;

/**
 * The subjects are read from their sealed results, so that no second register of people has to be kept, and searched in
 * a small index of the changed entries: the cost follows the change, not the lists, and what is found is what a search
 * of the whole lists would find among those entries.
 */
export function createRescreener(deps: RescreenDeps): Rescreener {
  let stopped = false;
  let again = false;
  let work: Promise<void> | null = null;
  const runAll = async (): Promise<void> => {
    do {
      again = false;
      beginDue(deps);
      let due = runningRescreening(deps);
      while (due && !stopped && !again) {
        await scan(deps, due, () => stopped || again);
        due = runningRescreening(deps);
      }
    } while (again && !stopped);
  };
  return {
    run() {
      again = work !== null;
      work ??= runAll()
        .catch((error: unknown) => deps.log.error('watchlist.rescreening_failed', {}, error))
        .finally(() => {
          work = null;
        });
      return work;
    },
    async stop() {
      stopped = true;
      await work;
    },
  };
}

async function scan(deps: RescreenDeps, rescreening: Rescreening, interrupted: () => boolean): Promise<void> {
  const changed = await changedEntities(deps, rescreening);
  const changes = new Map(changed.map(({ id, change }) => [id, change]));
  const search = await deps.openSearch(rescreening.toVersionId, changed);
  let { cursor } = rescreening;
  for (;;) {
    // Lets steps that searched the former lists keep their results first, and requests have their turn.
    await setImmediate();
    if (interrupted()) return;
    const rows = changes.size === 0 ? [] : nextSubjects(deps, cursor, rescreening.untilSeq);
    if (rows.length === 0) break;
    cursor = scanSlice(deps, rescreening, rows, changes, search);
  }
  const { subjects, alerts } = endRescreening(deps, rescreening);
  deps.log.info('watchlist.rescreened', { list: rescreening.code, entities: changes.size, subjects, alerts });
}

/** The entities that the newer version adds or has otherwise; all of its where the older one is kept no more. */
async function changedEntities({ db }: RescreenDeps, rescreening: Rescreening): Promise<EntityChange[]> {
  const changed: EntityChange[] = [];
  for await (const entity of compareVersions(db, rescreening.fromVersionId, rescreening.toVersionId)) {
    if (entity.change === 'removed') break;
    changed.push(entity);
  }
  return changed;
}

function nextSubjects({ db }: RescreenDeps, cursor: number, untilSeq: number): SubjectRow[] {
  return db
    .prepare(
      `SELECT v.seq, v.id, v.livemode, r.sealed_result
       FROM verifications v JOIN step_results r ON r.verification_id = v.id AND r.step = 'screening'
       WHERE v.seq > ? AND v.seq <= ? ORDER BY v.seq LIMIT ?`,
    )
    .all(cursor, untilSeq, SUBJECTS_AT_ONCE) as SubjectRow[];
}

/** Alerts and cursor commit together, so that an end at any moment neither loses nor doubles one. */
function scanSlice(
  deps: RescreenDeps,
  rescreening: Rescreening,
  rows: readonly SubjectRow[],
  changes: ReadonlyMap<string, EntityChange['change']>,
  search: (subject: Subject) => Hit[],
): number {
  const found = rows.map((row) => ({ row, hits: screenRow(deps, rescreening, row, search) }));
  const cursor = rows.at(-1)?.seq ?? rescreening.untilSeq;
  transact(deps.db, () => {
    let alerts = 0;
    for (const { row, hits } of found) {
      for (const hit of hits ?? []) {
        const change: Alert['change'] = changes.get(hit.entity.id) === 'added' ? 'added' : 'changed';
        const revision = deps.revisionOf(hit.entity.id, hit.list.id) ?? '';
        const about = { verificationId: row.id, livemode: row.livemode === 1, change, hit, revision };
        if (raiseAlert(deps, about)) alerts += 1;
      }
    }
    const subjects = found.filter(({ hits }) => hits !== null).length;
    keepProgress(deps, rescreening, { cursor, subjects, alerts });
  });
  return cursor;
}

/** null: this record was screened with the new list already, or cannot be read, which is told and holds nothing back. */
function screenRow(
  deps: RescreenDeps,
  rescreening: Rescreening,
  row: SubjectRow,
  search: (subject: Subject) => Hit[],
): Hit[] | null {
  try {
    const result = deps.vault.openJson<ScreeningResult>(row.id, 'step_results.screening', row.sealed_result);
    if (result.lists.some(({ id }) => id === rescreening.toVersionId)) return null;
    const subject = subjectOf(row.id, row.livemode === 1, result);
    const dismissalOf = findDismissals(deps, subject);
    return search(subject).filter((hit) => dismissalOf(hit) === null);
  } catch (error) {
    deps.log.error('watchlist.subject_unreadable', { verification: row.id }, error);
    return null;
  }
}
