import { prepared } from '../db/prepared.ts';
import { must } from '../lib/assert.ts';
import type { SealedRecord, StagedFile, UploadSession } from '../vault/staging.ts';
import { keepWebhookUrl } from '../webhooks/own-urls.ts';
import type { VerificationDeps } from './deps.ts';
import { insertDocument } from './documents.ts';
import { type Answer, type IdempotencyClaim, keepIdempotent } from './idempotency.ts';
import { attachPerson, findPersonsCompany, type PersonOfCompany } from './person-links.ts';
import { appendStateEvent, stateName } from './state.ts';
import { takeIn } from './take-in.ts';
import type {
  KybSubmission,
  KybVerification,
  StoredDocument,
  Submission,
  Verification,
  VerificationKind,
} from './types.ts';

interface NewVerification<S, V> {
  livemode: boolean;
  /** The key that asks. */
  actor: string;
  submission: S;
  idempotency: IdempotencyClaim | null;
  /** Makes the answer; it is kept with the idempotency key, byte for byte. */
  respond: (created: V) => Answer;
}

/** A file for a person's verification, as its sender declares it. */
export interface SubmittedFile extends Pick<StoredDocument, 'name' | 'type' | 'side' | 'page'> {
  file: StagedFile;
}

export interface SubmitInput extends NewVerification<Submission, Verification> {
  session: UploadSession;
  documents: SubmittedFile[];
  /** The person of a company whom the new verification is linked with. */
  link?: PersonOfCompany;
}

export type SubmitKybInput = NewVerification<KybSubmission, KybVerification>;

export interface SubmitResult extends Answer {
  replayed: boolean;
}

/**
 * Takes a KYC verification in: files, record, job, event, audit row and idempotency row, and the link where one is asked
 * for (`takeIn`). The caller discards the session on any error. Throws `queue_full`, `disk_full`; of a link also `not_found`,
 * `state_conflict`.
 */
export async function submitVerification(deps: VerificationDeps, input: SubmitInput): Promise<SubmitResult> {
  const { session, documents, link, livemode, actor } = input;
  if (link) findPersonsCompany(deps, link, livemode);
  const taken = { record: session, isNew: true, files: documents.map(({ file }) => file) };
  return takeIn(deps, taken, () => {
    const created: Verification = {
      ...freshRecord(deps, session, input),
      documents: documents.map(toStored),
      results: {},
      corrections: [],
      faceChoices: [],
    };
    insertRecord(deps, 'kyc', session, created, actor);
    if (link) attachPerson(deps, { ...link, verificationId: created.id, livemode, actor });
    return answerWith(deps, session, input, created);
  });
}

/** Takes a KYB verification in, likewise. Its files come later. */
export async function submitKyb(deps: VerificationDeps, input: SubmitKybInput): Promise<SubmitResult> {
  const record = deps.vault.newCompanyRecord();
  return takeIn(deps, { record, isNew: true, files: [] }, () => {
    const created: KybVerification = { ...freshRecord(deps, record, input), documents: [], results: {}, links: [] };
    insertRecord(deps, 'kyb', record, created, input.actor);
    return answerWith(deps, record, input, created);
  });
}

function freshRecord<S>(
  { clock }: VerificationDeps,
  { verificationId }: SealedRecord,
  { livemode, submission }: { livemode: boolean; submission: S },
) {
  const nowMs = clock.now();
  return {
    id: verificationId,
    livemode,
    status: 'pending' as const,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    step: null,
    submission,
    decision: null,
  };
}

function insertRecord(
  deps: VerificationDeps,
  kind: VerificationKind,
  record: SealedRecord,
  created: Verification | KybVerification,
  actor: string,
): void {
  const { db, vault, queue, audit } = deps;
  const { id, livemode, createdAtMs, updatedAtMs, submission, documents } = created;
  const sealed = vault.sealJson(id, 'verifications.submission', submission, record.dataKey);
  prepared(
    db,
    `
    INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
    VALUES (?, ?, ?, 'pending', ?, ?, ?, ?)`,
  ).run(id, kind, Number(livemode), createdAtMs, updatedAtMs, actor, sealed);
  for (const document of documents) insertDocument(deps, record, document);
  // Before the first event, whose delivery it decides.
  if ('webhook_url' in submission && submission.webhook_url !== null)
    keepWebhookUrl(deps, record, submission.webhook_url);
  queue.enqueue(id, kind);
  appendStateEvent(deps, { ...created, kind }, 'created');
  audit.append({
    actor,
    action: stateName(kind, 'created'),
    subjectId: id,
    details: { documents: documents.length },
  });
}

function answerWith<V>(
  deps: VerificationDeps,
  record: SealedRecord,
  { respond, idempotency }: NewVerification<unknown, V>,
  created: V,
): SubmitResult {
  const answer = respond(created);
  if (idempotency) keepIdempotent(deps, idempotency, record, answer);
  return { ...answer, replayed: false };
}

/** The row of a file at its place in the record. */
export function toStored({ file, ...said }: SubmittedFile, position: number): StoredDocument {
  const mediaType = must(file.mediaType, 'only files of a known type are submitted');
  const { documentId: id, sizeBytes, sha256 } = file;
  return { id, position, mediaType, sizeBytes, sha256, ...said };
}
