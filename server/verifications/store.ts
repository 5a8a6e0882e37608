import type { KycResults } from '../checks/types.ts';
import { type Cursor, readPage } from '../db/page.ts';
import type { Decision } from '../decision/types.ts';
import { AppError } from '../lib/errors.ts';
import type { VerificationDeps } from './deps.ts';
import type { StoredDocument, Submission, Verification, VerificationStatus } from './types.ts';

type ReadDeps = Pick<VerificationDeps, 'db' | 'vault'>;

interface VerificationRow {
  seq: number;
  id: string;
  livemode: number;
  status: VerificationStatus;
  created_at: number;
  updated_at: number;
  step: string | null;
  sealed_submission: Buffer;
  sealed_decision: Buffer | null;
}

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
  /** 1..100 */
  limit: number;
}

/** One KYC verification, or null where there is none with this id in this mode. */
export function getVerification(deps: ReadDeps, id: string, livemode: boolean): Verification | null {
  const row = deps.db
    .prepare("SELECT * FROM verifications WHERE id = ? AND livemode = ? AND kind = 'kyc'")
    .get(id, Number(livemode)) as VerificationRow | undefined;
  return row ? assemble(deps, row) : null;
}

/** One page, newest first (`readPage`). Throws `invalid_cursor` where the cursor is no verification of this mode. */
export function listVerifications(deps: ReadDeps, query: ListQuery): { data: Verification[]; hasMore: boolean } {
  const { livemode, status, ...page } = query;
  const { rows, hasMore } = readPage<VerificationRow>(deps.db, 'verifications', {
    ...page,
    where: { kind: 'kyc', livemode: Number(livemode), status },
    seqOf: (id, field) => cursorSeq(deps, id, livemode, field),
  });
  return { data: rows.map((row) => assemble(deps, row)), hasMore };
}

function cursorSeq(deps: ReadDeps, id: string, livemode: boolean, field: string): number {
  const seq = deps.db
    .prepare("SELECT seq FROM verifications WHERE id = ? AND livemode = ? AND kind = 'kyc'")
    .pluck()
    .get(id, Number(livemode)) as number | undefined;
  if (seq !== undefined) return seq;
  throw new AppError('invalid_cursor', {
    detail: `${field} is not the id of a verification. Use an id from the list, or leave it out to start at the newest.`,
    items: [{ code: 'invalid_cursor', message: 'There is no verification with this id.', field }],
  });
}

/** Verifications by status, for the metrics. */
export function countByStatus(deps: Pick<VerificationDeps, 'db'>): { status: VerificationStatus; count: number }[] {
  return deps.db
    .prepare("SELECT status, count(*) AS count FROM verifications WHERE kind = 'kyc' GROUP BY status")
    .all() as {
    status: VerificationStatus;
    count: number;
  }[];
}

function assemble(deps: ReadDeps, row: VerificationRow): Verification {
  const { vault } = deps;
  return {
    id: row.id,
    livemode: row.livemode === 1,
    status: row.status,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    step: row.step,
    submission: vault.openJson<Submission>(row.id, 'verifications.submission', row.sealed_submission),
    documents: readDocuments(deps, row.id),
    results: readResults(deps, row.id),
    decision: row.sealed_decision && vault.openJson<Decision>(row.id, 'verifications.decision', row.sealed_decision),
  };
}

function readDocuments(deps: ReadDeps, id: string): StoredDocument[] {
  const rows = deps.db
    .prepare('SELECT * FROM documents WHERE verification_id = ? ORDER BY position')
    .all(id) as DocumentRow[];
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    ...deps.vault.openJson<Pick<StoredDocument, 'name' | 'type' | 'side' | 'sha256'>>(
      id,
      'documents.description',
      row.sealed_description,
    ),
  }));
}

/** The results of the steps that have ended, by step. */
function readResults(deps: ReadDeps, id: string): KycResults {
  const rows = deps.db.prepare('SELECT step, sealed_result FROM step_results WHERE verification_id = ?').all(id) as {
    step: string;
    sealed_result: Buffer;
  }[];
  return Object.fromEntries(
    rows.map((row) => [row.step, deps.vault.openJson(id, `step_results.${row.step}`, row.sealed_result)]),
  );
}
