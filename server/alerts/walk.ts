import { setImmediate } from 'node:timers/promises';
import type { Hit } from '../checks/types.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Policy } from '../decision/policy.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { isPassing } from '../lib/transient-errors.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { findDismissals } from './decisions.ts';
import { type Screening, type Subject, subjectMark, subjectsOf } from './subject.ts';

/** A record with its sealed screening result. */
export interface SubjectRow {
  seq: number;
  id: string;
  kind: VerificationKind;
  livemode: number;
  sealed_result: Buffer;
}

export type Search = (subject: Subject) => Hit[];

/** What a slice found of one record, by party; null: it needs no scan, or cannot be read. */
export interface ScannedRow {
  row: SubjectRow;
  hits: { party: Subject['party']; subjectMark: Buffer; hit: Hit }[] | null;
}

/** How far a slice came, and how many of its records were searched. */
export interface SliceProgress {
  cursor: number;
  subjects: number;
}

/** What is done with a slice of records. */
export interface SliceWork {
  screen(row: SubjectRow): ScannedRow['hits'];
  /** Inside one transaction: what was found, and how far the scan came. */
  keep(scanned: readonly ScannedRow[], progress: SliceProgress): void;
}

/**
 * Walks along the screened records behind `cursor`, up to and with `untilSeq`, a slice at a time; `beginSlice` is asked anew for each. What is found and the
 * cursor commit together, so that an end at any moment neither loses nor doubles anything. False: it was interrupted.
 */
export async function walkSubjects(
  { db }: { db: Db },
  { cursor, untilSeq }: { cursor: number; untilSeq: number },
  interrupted: () => boolean,
  beginSlice: () => SliceWork,
): Promise<boolean> {
  for (let at = cursor; ; ) {
    // Lets steps that searched the former lists keep their results first, and requests have their turn.
    await setImmediate();
    if (interrupted()) return false;
    const rows = nextSubjects(db, at, untilSeq);
    if (rows.length === 0) return true;
    at = walkSlice(db, rows, beginSlice());
  }
}

function nextSubjects(db: Db, cursor: number, untilSeq: number): SubjectRow[] {
  return db
    .prepare(
      `SELECT v.seq, v.id, v.kind, v.livemode, r.sealed_result
       FROM verifications v JOIN step_results r ON r.verification_id = v.id AND r.step = 'screening'
       WHERE v.seq > ? AND v.seq <= ? AND v.erasure = 'none' ORDER BY v.seq LIMIT ?`,
    )
    .all(cursor, untilSeq, LIMITS.rescreeningSubjectsAtOnce) as SubjectRow[];
}

/** Screens the first of these records, as many as there is time for, and gives how far it came. */
function walkSlice(db: Db, rows: readonly SubjectRow[], { screen, keep }: SliceWork): number {
  const endMs = performance.now() + LIMITS.rescreeningSliceMs;
  const scanned: ScannedRow[] = [];
  let cursor = 0;
  for (const row of rows) {
    scanned.push({ row, hits: screen(row) });
    cursor = row.seq;
    if (performance.now() >= endMs) break;
  }
  const subjects = scanned.filter(({ hits }) => hits !== null).length;
  transact(db, () => keep(scanned, { cursor, subjects }));
  return cursor;
}

/**
 * Reads a record's result and gives what `work` makes of it. A record that cannot be read is told of and holds nothing back: null. Where the database fails,
 * the scan does, and is tried again: nobody is passed over.
 */
export function readSubject<Found, Result extends Screening>(
  deps: Pick<VerificationDeps, 'vault'> & { log: Logger },
  row: SubjectRow,
  work: (result: Result) => Found,
): Found | null {
  try {
    return work(deps.vault.openJson<Result>(row.id, 'step_results.screening', row.sealed_result));
  } catch (error) {
    if (isPassing(error)) throw error;
    deps.log.error('watchlist.subject_unreadable', { verification: row.id }, error);
    return null;
  }
}

/** What `search` finds of each subject of a record, without hits that were dismissed. */
export function findNewHits(
  deps: Pick<Parameters<typeof findDismissals>[0], 'db' | 'clock' | 'keys' | 'revisionOf'> & {
    policies: { current(): Pick<Policy, 'review'> };
  },
  row: SubjectRow,
  result: Screening,
  search: Search,
): NonNullable<ScannedRow['hits']> {
  return subjectsOf(row.id, row.livemode === 1, result).flatMap((subject) => {
    const hits = search(subject);
    if (hits.length === 0) return [];
    const dismissalOf = findDismissals({ ...deps, policy: deps.policies.current() }, subject);
    const mark = subjectMark(deps.keys.subjectKey, subject);
    const left = hits.filter((hit) => dismissalOf(hit) === null);
    return left.map((hit) => ({ party: subject.party, subjectMark: mark, hit }));
  });
}
