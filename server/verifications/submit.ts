import { prepared } from '../db/prepared.ts';
import { assert, must } from '../lib/assert.ts';
import { BINARY } from '../lib/media-type.ts';
import type { SealedRecord, StagedFile } from '../vault/staging.ts';
import { keepWebhookUrl } from '../webhooks/own-urls.ts';
import { type Sender, useChallenge } from './chip-challenges.ts';
import type { VerificationDeps } from './deps.ts';
import { ATTACHMENT_POSITION, countAttachments, insertDocument } from './documents.ts';
import { attachPerson, type PersonOfCompany } from './person-links.ts';
import { appendStateEvent, stateName } from './state.ts';
import type {
  KybSubmission,
  KybVerification,
  StoredAttachment,
  StoredDocument,
  StoredSource,
  Submission,
  Verification,
  VerificationKind,
} from './types.ts';

interface NewVerification<S> {
  /** The id and key under which the record is stored. */
  record: SealedRecord;
  livemode: boolean;
  /** The key of the request. */
  actor: string;
  submission: S;
}

/** A file for a person's verification, as declared by its sender. */
export interface SubmittedFile extends Pick<StoredDocument, 'name' | 'type' | 'side' | 'page' | 'liveness'> {
  file: StagedFile;
}

/** A frame of a challenge: a file of the record, but no document. */
export type SubmittedFrame = Pick<SubmittedFile, 'file'>;

/** A file of a chip or a mobile document. */
export interface SubmittedSource extends SubmittedFrame, Pick<StoredSource, 'kind' | 'name'> {
  /** With `EF_SOD`: the chip's signature over a challenge, in Base64. */
  active?: { challengeId: string; signature: string };
}

export interface SubmitInput extends NewVerification<Submission> {
  documents: SubmittedFile[];
  /** Missing: there was no challenge. */
  frames?: readonly SubmittedFrame[];
  /** Files of a chip and of a mobile document; none by default. */
  sources?: readonly SubmittedSource[];
  /** The person of a company to link with the new verification. */
  link?: PersonOfCompany;
}

export type SubmitKybInput = NewVerification<KybSubmission>;

/**
 * Creates the rows of a KYC verification, in the transaction of `storeSubmission`: record, job, event and audit row, and the link
 * if one is requested. Throws `not_found` and `state_conflict` for a link, and `chip_challenge_invalid`.
 */
export function submitVerification(deps: VerificationDeps, input: SubmitInput): Verification {
  const { record, documents, link, livemode, actor } = input;
  const created: Verification = {
    ...freshRecord(deps, input),
    documents: documents.map(toStored),
    results: {},
    corrections: [],
    faceChoices: [],
  };
  insertRecord(deps, 'kyc', record, created, actor);
  insertFrames(deps, record, input.frames ?? []);
  insertSources(deps, record, input.sources ?? [], input);
  if (link) attachPerson(deps, { ...link, verificationId: created.id, livemode, actor });
  return created;
}

/** Creates the rows of a KYB verification in the same way. Its files arrive later. */
export function submitKyb(deps: VerificationDeps, input: SubmitKybInput): KybVerification {
  const created: KybVerification = { ...freshRecord(deps, input), documents: [], results: {}, links: [] };
  insertRecord(deps, 'kyb', input.record, created, input.actor);
  return created;
}

function freshRecord<S>({ clock }: VerificationDeps, { record, livemode, submission }: NewVerification<S>) {
  const nowMs = clock.now();
  return {
    id: record.verificationId,
    livemode,
    status: 'pending' as const,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    step: null,
    dueAtMs: null,
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
  assert(db.inTransaction, 'a record commits together with its job');
  const { id, livemode, createdAtMs, updatedAtMs, submission, documents } = created;
  const sealed = vault.sealJson(id, 'verifications.submission', submission, record.dataKey);
  prepared(
    db,
    `
    INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
    VALUES (?, ?, ?, 'pending', ?, ?, ?, ?)`,
  ).run(id, kind, Number(livemode), createdAtMs, updatedAtMs, actor, sealed);
  for (const document of documents) insertDocument(deps, record, document);
  // Before the first event, because it decides where that is delivered.
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

/** Returns the row of a file at its position in the record. */
export function toStored({ file, ...said }: SubmittedFile, position: number): StoredDocument {
  const mediaType = must(file.mediaType, 'only files of a known type are submitted');
  const { documentId: id, sizeBytes, sha256 } = file;
  return { id, position, mediaType, sizeBytes, sha256, ...said };
}

/** Creates the rows of frames, after the attachments that the record has. */
export function insertFrames(deps: VerificationDeps, record: SealedRecord, frames: readonly SubmittedFrame[]): void {
  const first = ATTACHMENT_POSITION + countAttachments(deps, record.verificationId);
  for (const [index, { file }] of frames.entries())
    insertDocument(deps, record, toStored({ file, name: null, type: 'unknown', side: null }, first + index));
}

/** Creates the rows of files of a chip or a mobile document in the same way, and uses up the challenge that the chip answered. */
export function insertSources(
  deps: VerificationDeps,
  record: SealedRecord,
  sources: readonly SubmittedSource[],
  sender: Sender,
): void {
  const first = ATTACHMENT_POSITION + countAttachments(deps, record.verificationId);
  const receivedAtMs = deps.clock.now();
  for (const [index, { file, kind, name, active }] of sources.entries()) {
    const answered = active && {
      challenge: useChallenge(deps, active.challengeId, sender).toString('base64'),
      signature: active.signature,
    };
    const { documentId: id, sizeBytes, sha256 } = file;
    const attachment: StoredAttachment = {
      id,
      position: first + index,
      mediaType: BINARY,
      sizeBytes,
      sha256,
      name: null,
      type: 'unknown',
      side: null,
      source: { kind, name, receivedAtMs, ...(answered && { active: answered }) },
    };
    insertDocument(deps, record, attachment);
  }
}
