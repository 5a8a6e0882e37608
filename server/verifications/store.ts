import type { Correction } from '../checks/read/corrections.ts';
import type { KycResults } from '../checks/types.ts';
import { countsOf } from '../db/counts.ts';
import { type Cursor, readPage } from '../db/page.ts';
import { prepared } from '../db/prepared.ts';
import type { Decision } from '../decision/types.ts';
import { AppError } from '../lib/errors.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import { correctedRead, correctionsOf } from './corrections.ts';
import type { DbDeps, ReadDeps, VerificationDeps } from './deps.ts';
import { ATTACHMENT_POSITION } from './documents.ts';
import { type Erasure, refuseErased } from './erased.ts';
import { faceChoicesOf } from './face-choices.ts';
import { linksOf } from './links.ts';
import type {
  CompanyDocument,
  KybVerification,
  StoredDocument,
  Verification,
  VerificationKind,
  VerificationStatus,
} from './types.ts';

/** A row of the records table, without the columns that other modules use. */
export interface VerificationRow {
  seq: number;
  id: string;
  kind: VerificationKind;
  livemode: number;
  erasure: Erasure;
  status: VerificationStatus;
  created_at: number;
  updated_at: number;
  step: string | null;
  /** The due time of its last wait for review. */
  review_due_ms: number | null;
  /** The same while it waits, otherwise null. */
  due_at_ms: number | null;
  sealed_submission: Buffer;
  sealed_decision: Buffer | null;
}

/** The fields common to both kinds, by what the row holds. */
type Assembled<V extends Verification | KybVerification> = Pick<V, keyof Verification & keyof KybVerification>;

interface DocumentRow {
  id: string;
  position: number;
  media_type: StoredDocument['mediaType'];
  size_bytes: number;
  sealed_description: Buffer;
}

export interface ListQuery extends Cursor {
  livemode: boolean;
  status?: VerificationStatus;
  /** The assigned reviewer. */
  assignee?: string;
  /** `due`: only records with a due time, the earliest first. By default the newest first. */
  order?: 'newest' | 'due';
  /** Only records that were due by then. */
  dueByMs?: number;
  /** 1..100 */
  limit: number;
}

/** Whether there is such a verification in this mode. Decrypts nothing. Throws `erased` if there was one. */
export function hasVerification(
  deps: DbDeps,
  { kind, id, livemode }: { kind: VerificationKind; id: string; livemode: boolean },
): boolean {
  return findKept(deps, kind, id, livemode) !== undefined;
}

/** Returns one KYC verification, or null if there is none with this id in this mode. Throws `erased` if there was one. */
export function getVerification(deps: ReadDeps, id: string, livemode: boolean): Verification | null {
  const row = findKept(deps, 'kyc', id, livemode);
  return row ? assembleKyc(deps, row) : null;
}

/** Returns the submission of a KYC verification and decrypts only that. Null and `erased` as above. */
export function getSubmission(deps: ReadDeps, id: string, livemode: boolean): Verification['submission'] | null {
  const row = findKept(deps, 'kyc', id, livemode);
  return row ? deps.vault.openJson(id, 'verifications.submission', row.sealed_submission) : null;
}

/** Returns the result of one step of a KYC verification and decrypts only that. Readings include later corrections. */
export function getStepResult<S extends keyof KycResults>(
  { db, vault }: ReadDeps,
  id: string,
  step: S,
): KycResults[S] | undefined {
  const select = prepared(db, 'SELECT * FROM step_results WHERE verification_id = ? AND step = ?');
  const row = select.get(id, step) as StepRow | undefined;
  if (!row) return undefined;
  const result = vault.openJson<KycResults>(id, `step_results.${step}`, genuine(db, 'step_results', row).sealed_result);
  return correctedResults({ [step]: result }, correctionsOf({ db, vault }, id))[step];
}

/** Returns one KYB verification in the same way. */
export function getKybVerification(deps: ReadDeps, id: string, livemode: boolean): KybVerification | null {
  const row = findKept(deps, 'kyb', id, livemode);
  return row ? assembleKyb(deps, row) : null;
}

/** Returns one page (`readPage`). Throws `invalid_cursor` if the cursor is not a KYC verification of this mode, or has no place in this order. */
export function listVerifications(deps: ReadDeps, query: ListQuery): { data: Verification[]; hasMore: boolean } {
  const { rows, hasMore } = readRows(deps, 'kyc', query);
  return { data: rows.map((row) => assembleKyc(deps, row)), hasMore };
}

/** Returns one page of KYB verifications in the same way. */
export function listKybVerifications(deps: ReadDeps, query: ListQuery): { data: KybVerification[]; hasMore: boolean } {
  const { rows, hasMore } = readRows(deps, 'kyb', query);
  return { data: rows.map((row) => assembleKyb(deps, row)), hasMore };
}

function findRow(deps: DbDeps, kind: VerificationKind, id: string, livemode: boolean): VerificationRow | undefined {
  const sql = 'SELECT * FROM verifications WHERE id = ? AND livemode = ? AND kind = ?';
  return prepared(deps.db, sql).get(id, Number(livemode), kind) as VerificationRow | undefined;
}

/** Returns the row of a record that can be read. */
function findKept(deps: DbDeps, kind: VerificationKind, id: string, livemode: boolean): VerificationRow | undefined {
  const row = findRow(deps, kind, id, livemode);
  if (!row) return undefined;
  refuseErased(row);
  return genuine(deps.db, 'verifications', row);
}

function readRows(
  deps: ReadDeps,
  kind: VerificationKind,
  { livemode, status, assignee, order, dueByMs, ...page }: ListQuery,
): { rows: VerificationRow[]; hasMore: boolean } {
  const found = readPage<VerificationRow>(deps.db, 'verifications', {
    ...page,
    where: { kind, livemode: Number(livemode), erasure: 'none', status, assignee },
    atMost: { due_at_ms: dueByMs ?? (order === 'due' ? Number.MAX_SAFE_INTEGER : undefined) },
    ...(order === 'due' && { smallestFirst: { column: 'due_at_ms', kept: 'review_due_ms' } }),
    seqOf(id, field) {
      const row = findRow(deps, kind, id, livemode);
      return row && (order !== 'due' || row.review_due_ms !== null) ? row.seq : refuseCursor(field, order);
    },
  });
  // A refused row does not block others.
  return { ...found, rows: found.rows.filter((row) => isGenuine(deps.db, 'verifications', row)) };
}

function refuseCursor(field: string, order: ListQuery['order']): never {
  const isDue = order === 'due';
  throw new AppError('invalid_cursor', {
    detail: `${field} is not the id of a verification${isDue ? ' with a due time' : ''}. Use an id from the list, or leave it out to start at the ${isDue ? 'earliest' : 'newest'}.`,
    items: [{ code: 'invalid_cursor', message: 'There is no such verification in this list. Check the id.', field }],
  });
}

/** Returns counts of verifications in both modes by kind and status, for the metrics. */
export function countByStatus({ db }: DbDeps): { kind: VerificationKind; status: VerificationStatus; count: number }[] {
  const found = new Map<string, ReturnType<typeof countByStatus>[number]>();
  for (const { kind, status, n } of readCounts(db)) {
    const key = `${kind} ${status}`;
    found.set(key, { kind, status, count: (found.get(key)?.count ?? 0) + n });
  }
  return [...found.values()];
}

/** Counts live records, of people and of companies, that wait for a reviewer, and those that are processing or wait for that. */
export function countLive({ db }: DbDeps): { needsReview: number; processing: number } {
  const live = readCounts(db).filter(({ livemode }) => livemode);
  const of = (...statuses: VerificationStatus[]): number =>
    live.filter(({ status }) => statuses.includes(status)).reduce((sum, { n }) => sum + n, 0);
  return { needsReview: of('needs_review'), processing: of('pending', 'processing') };
}

function readCounts(db: VerificationDeps['db']) {
  return countsOf(db, 'verifications').map(({ part, n }) => {
    const [kind, livemode, status] = part.split(' ') as [VerificationKind, '0' | '1', VerificationStatus];
    return { kind, livemode: livemode === '1', status, n };
  });
}

function assembleKyc(deps: ReadDeps, row: VerificationRow): Verification {
  const assembled = assemble<Verification>(deps, row);
  const corrections = correctionsOf(deps, row.id);
  const results = correctedResults(assembled.results, corrections);
  return { ...assembled, results, corrections, faceChoices: faceChoicesOf(deps, row.id) };
}

function correctedResults(results: KycResults, corrections: readonly Correction[]): KycResults {
  return results.read && corrections.length > 0
    ? { ...results, read: correctedRead(results.read, corrections) }
    : results;
}

function assembleKyb(deps: ReadDeps, row: VerificationRow): KybVerification {
  return { ...assemble<KybVerification>(deps, row), links: linksOf(deps, row.id) };
}

function assemble<V extends Verification | KybVerification>(deps: ReadDeps, row: VerificationRow): Assembled<V> {
  const open = deps.vault.opener(row.id);
  const assembled: Omit<Assembled<V>, 'documents'> & { documents: V['documents'][number][] } = {
    id: row.id,
    livemode: row.livemode === 1,
    status: row.status,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    step: row.step,
    dueAtMs: row.due_at_ms,
    submission: open<V['submission']>('verifications.submission', row.sealed_submission),
    documents: readDocuments<V['documents'][number]>(deps, row.id, open),
    results: readResults<V['results']>(deps, row.id, open),
    decision: row.sealed_decision && open<Decision>('verifications.decision', row.sealed_decision),
  };
  return assembled as Assembled<V>;
}

interface StepRow {
  step: string;
  sealed_result: Buffer;
}

type Open = ReturnType<ReadDeps['vault']['opener']>;

function readDocuments<D extends StoredDocument | CompanyDocument>({ db }: ReadDeps, id: string, open: Open): D[] {
  const select = prepared(db, 'SELECT * FROM documents WHERE verification_id = ? AND position < ? ORDER BY position');
  return (select.all(id, ATTACHMENT_POSITION) as DocumentRow[]).map((found) => {
    const row = genuine(db, 'documents', found);
    const described = { id: row.id, position: row.position, mediaType: row.media_type, sizeBytes: row.size_bytes };
    const sealed = open<Omit<D, keyof typeof described>>('documents.description', row.sealed_description);
    return { ...described, ...sealed } as unknown as D;
  });
}

/** Returns the results of the completed steps, by step. */
function readResults<Results>({ db }: ReadDeps, id: string, open: Open): Results {
  const select = prepared(db, 'SELECT * FROM step_results WHERE verification_id = ?');
  const rows = (select.all(id) as StepRow[]).map((row) => genuine(db, 'step_results', row));
  return Object.fromEntries(
    rows.map(({ step, sealed_result }) => [step, open(`step_results.${step}`, sealed_result)]),
  ) as Results;
}
