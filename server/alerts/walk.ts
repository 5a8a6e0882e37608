import { setImmediate } from 'node:timers/promises';
import type { Policy } from '../checks/policy.ts';
import type { Hit } from '../checks/types.ts';
import { transact } from '../db/transact.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { isPassing } from '../lib/transient-errors.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { findDismissals, type RevisionOf } from './decisions.ts';
import { raiseAlert } from './store.ts';
import { type Screening, type Subject, subjectMark, subjectsOf } from './subject.ts';
import type { Alert } from './types.ts';

/** The dependencies of scans of stored subjects. */
export interface RescreenDeps extends Pick<VerificationDeps, 'db' | 'clock' | 'vault' | 'keys' | 'audit' | 'events'> {
  newId: NewId;
  log: Logger;
  revisionOf: RevisionOf;
  policies: { current(): Pick<Policy, 'review'> };
  /**
   * Returns a search over these entities (row numbers) of a version, or over more if there are too many to name (null), by the same comparison that
   * searches the whole lists. Resolves when no subject is screened with a former version any more, or with null if this version is not in force.
   */
  openSearch(versionId: string, changed: readonly number[] | null): Promise<Search | null>;
  /** Returns a search over all lists in force. Resolves with null if they cannot be searched. */
  openWholeSearch(): Promise<Search | null>;
  /** The version of the name comparison, `ALGORITHM_VERSION`. */
  comparison: number;
}

/** A record with its encrypted screening result. */
export interface SubjectRow {
  seq: number;
  id: string;
  kind: VerificationKind;
  livemode: number;
  sealed_result: Buffer;
}

export type Search = (subject: Subject) => Hit[];

/** The work on a slice of records. */
export interface SliceWork {
  /** Returns a search for what is new about the subjects of a record. null: it needs no scan. */
  searchFor(row: SubjectRow, result: Screening): Search | null;
  /** Returns what an alert on this hit reports. null: none is raised. */
  changeOf(hit: Hit): Alert['change'] | null;
}

/** A running scan, a row of this table. */
export interface Scan {
  table: 'rescreenings' | 'comparison_scans';
  seq: number;
  cursor: number;
  untilSeq: number;
}

/** What was found for one record, by party. null: it needs no scan, or cannot be read. */
interface ScannedRow {
  row: SubjectRow;
  hits: { party: Subject['party']; subjectMark: Buffer; hit: Hit }[] | null;
}

/**
 * Walks through the screened records after `cursor`, up to and including `untilSeq`, a slice at a time. `beginSlice` is called for each slice. The
 * alerts and the cursor commit together, so an interruption at any moment neither loses nor duplicates anything. Returns false if it was interrupted.
 */
export async function walkSubjects(
  deps: RescreenDeps,
  scan: Scan,
  interrupted: () => boolean,
  beginSlice: () => SliceWork,
): Promise<boolean> {
  for (let at = scan.cursor; ; ) {
    // Lets steps that searched the former lists store their results first, and lets requests run.
    await setImmediate();
    if (interrupted()) return false;
    const rows = deps.db
      .prepare(
        `SELECT v.seq, v.id, v.kind, v.livemode, r.sealed_result
       FROM verifications v JOIN step_results r ON r.verification_id = v.id AND r.step = 'screening'
       WHERE v.seq > ? AND v.seq <= ? AND v.erasure = 'none' ORDER BY v.seq LIMIT ?`,
      )
      .all(at, scan.untilSeq, LIMITS.rescreeningSubjectsAtOnce) as SubjectRow[];
    if (rows.length === 0) return true;
    at = walkSlice(deps, scan, rows, beginSlice());
  }
}

/** Screens the first of these records, as many as there is time for, and returns how far it got. */
function walkSlice(deps: RescreenDeps, scan: Scan, rows: readonly SubjectRow[], work: SliceWork): number {
  const endMs = performance.now() + LIMITS.rescreeningSliceMs;
  const scanned: ScannedRow[] = [];
  let cursor = 0;
  for (const row of rows) {
    scanned.push({ row, hits: searchRow(deps, row, work) });
    cursor = row.seq;
    if (performance.now() >= endMs) break;
  }
  const subjects = scanned.filter(({ hits }) => hits !== null).length;
  transact(deps.db, () => {
    const alerts = scanned.reduce((sum, found) => sum + raiseAlerts(deps, found, work), 0);
    deps.db
      .prepare(
        `UPDATE ${scan.table} SET cursor = @cursor, subjects = subjects + @subjects, alerts = alerts + @alerts WHERE seq = @seq`,
      )
      .run({ cursor, subjects, alerts, seq: scan.seq });
  });
  return cursor;
}

/**
 * Returns what is new about a record, without dismissed hits. A record that cannot be read is logged and does not block others:
 * null. If the database fails, the scan fails and is retried, so that no record is skipped.
 */
function searchRow(deps: RescreenDeps, row: SubjectRow, { searchFor }: SliceWork): ScannedRow['hits'] {
  try {
    const result = deps.vault.openJson<Screening>(row.id, 'step_results.screening', row.sealed_result);
    const search = searchFor(row, result);
    if (!search) return null;
    return subjectsOf(row.id, row.livemode === 1, result).flatMap((subject) => {
      const hits = search(subject);
      if (hits.length === 0) return [];
      const dismissalOf = findDismissals({ ...deps, policy: deps.policies.current() }, subject);
      const mark = subjectMark(deps.keys.subjectKey, subject);
      const left = hits.filter((hit) => dismissalOf(hit) === null);
      return left.map((hit) => ({ party: subject.party, subjectMark: mark, hit }));
    });
  } catch (error) {
    if (isPassing(error)) throw error;
    deps.log.error('watchlist.subject_unreadable', { verification: row.id }, error);
    return null;
  }
}

/** Returns how many alerts were new. */
function raiseAlerts(deps: RescreenDeps, { row, hits }: ScannedRow, { changeOf }: SliceWork): number {
  let raised = 0;
  for (const { party, subjectMark, hit } of hits ?? []) {
    const change = changeOf(hit);
    if (change === null) continue;
    const revision = deps.revisionOf(hit.entity.id, hit.list.id) ?? '';
    const about = { kind: row.kind, verificationId: row.id, party, livemode: row.livemode === 1 };
    if (raiseAlert(deps, { ...about, change, hit, revision, subjectMark })) raised += 1;
  }
  return raised;
}
