import { prepared } from '../db/prepared.ts';
import { must } from '../lib/assert.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import type { ReadDeps, VerificationDeps } from './deps.ts';
import type { DocumentRequest, NewDocumentRequest, NewReview, Review, ReviewAct } from './review-types.ts';

type Deps = ReadDeps;

interface ReviewRow {
  id: string;
  decision: ReviewAct['decision'];
  reason: ReviewAct['reason'];
  sealed_note: Buffer;
  decided_by: string;
  decided_at: number;
  state: 'proposed' | 'withdrawn' | 'decided';
  confirms: string | null;
  withdrawn_by: string | null;
  withdrawn_at: number | null;
}

interface RequestRow {
  requested_by: string;
  requested_at: number;
  sealed_request: Buffer;
}

function reviewRows(db: Deps['db'], id: string): ReviewRow[] {
  const rows = prepared(db, 'SELECT * FROM reviews WHERE verification_id = ? ORDER BY seq').all(id) as ReviewRow[];
  return rows.map((row) => genuine(db, 'reviews', row));
}

/** Returns reviewers' decisions about a verification and their requests, or null if there are none. */
export function reviewOf({ db, vault }: Deps, id: string): Review | null {
  const rows = reviewRows(db, id);
  const asked = (
    prepared(db, 'SELECT * FROM document_requests WHERE verification_id = ? ORDER BY seq').all(id) as RequestRow[]
  ).map((row) => genuine(db, 'document_requests', row));
  if (rows.length + asked.length === 0) return null;
  const open = vault.opener(id);
  const toAct = (row: ReviewRow): ReviewAct => ({
    id: row.id,
    decision: row.decision,
    reason: row.reason,
    note: open<string>('reviews.note', row.sealed_note),
    decidedBy: row.decided_by,
    decidedAtMs: row.decided_at,
  });
  const counting = rows.filter(({ state }) => state !== 'withdrawn');
  const first = counting.find(({ confirms }) => confirms === null);
  const second = counting.find(({ confirms }) => confirms !== null);
  return {
    state: first === undefined ? 'open' : first.state === 'proposed' ? 'proposed' : 'decided',
    first: first === undefined ? null : toAct(first),
    second: second === undefined ? null : toAct(second),
    withdrawn: rows
      .filter(({ state }) => state === 'withdrawn')
      .map((row) => ({
        ...toAct(row),
        withdrawnBy: must(row.withdrawn_by, 'somebody withdrew it'),
        withdrawnAtMs: must(row.withdrawn_at, 'it was withdrawn at some time'),
      })),
    requests: asked.map(
      (row): DocumentRequest => ({
        ...open<NewDocumentRequest>('document_requests.request', row.sealed_request),
        requestedBy: row.requested_by,
        requestedAtMs: row.requested_at,
      }),
    ),
  };
}

/** A proposal that waits for a second person. */
export type Proposal = Pick<ReviewAct, 'id' | 'decision' | 'decidedBy'>;

/** Returns the proposal that waits for a second person, or null. Decrypts nothing. */
export function openProposal({ db }: Pick<Deps, 'db'>, id: string): Proposal | null {
  const row = reviewRows(db, id).find(({ state }) => state === 'proposed');
  return row ? { id: row.id, decision: row.decision, decidedBy: row.decided_by } : null;
}

/** What a record in `needs_review` waits for: a first decision, a second person, or documents that were requested since. */
export type WaitsFor = 'decision' | 'second_person' | 'documents';

/**
 * Returns what a record in `needs_review` waits for. Decrypts nothing and ignores a refused row.
 * @param record `sinceMs`: since when it waits
 */
export function waitsFor({ db }: Pick<Deps, 'db'>, { id, sinceMs }: { id: string; sinceMs: number }): WaitsFor {
  const proposed = prepared(db, "SELECT * FROM reviews WHERE verification_id = ? AND state = 'proposed'").get(id);
  if (proposed && isGenuine(db, 'reviews', proposed as ReviewRow)) return 'second_person';
  const asked = prepared(db, 'SELECT * FROM document_requests WHERE verification_id = ? AND requested_at >= ?');
  const requests = asked.all(id, sinceMs) as RequestRow[];
  return requests.some((row) => isGenuine(db, 'document_requests', row)) ? 'documents' : 'decision';
}

/** Ends the proposal that waits for a second person, if there is one, with its audit row. */
export function withdrawProposal(
  { db, clock, audit }: Pick<VerificationDeps, 'db' | 'clock' | 'audit'>,
  verificationId: string,
  actor: string,
): void {
  const open = openProposal({ db }, verificationId);
  if (!open) return;
  db.prepare("UPDATE reviews SET state = 'withdrawn', withdrawn_by = ?, withdrawn_at = ? WHERE id = ?").run(
    actor,
    clock.now(),
    open.id,
  );
  audit.append({ actor, action: 'review.withdrawn', subjectId: verificationId, details: { review: open.id } });
}

/**
 * Stores a reviewer's decision.
 * @param confirms the proposal that it puts in force together with itself
 */
export function insertReview(
  { db, vault, clock }: Pick<VerificationDeps, 'db' | 'vault' | 'clock'>,
  verificationId: string,
  review: NewReview & { id: string; actor: string; state: 'proposed' | 'decided'; confirms: string | null },
): void {
  const { id, decision, reason, note, actor, state, confirms } = review;
  if (confirms !== null) db.prepare("UPDATE reviews SET state = 'decided' WHERE id = ?").run(confirms);
  db.prepare(
    `INSERT INTO reviews (id, verification_id, decision, reason, sealed_note, decided_by, decided_at, state, confirms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    verificationId,
    decision,
    reason,
    vault.sealJson(verificationId, 'reviews.note', note),
    actor,
    clock.now(),
    state,
    confirms,
  );
}
