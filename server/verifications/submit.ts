import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { diskFull, isDiskFull } from '../lib/disk-full.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { StagedFile, UploadSession } from '../vault/staging.ts';
import type { VerificationDeps } from './deps.ts';
import { type IdempotencyClaim, keepIdempotent } from './idempotency.ts';
import { appendStateEvent } from './state-event.ts';
import type { StoredDocument, Submission, Verification } from './types.ts';

export interface SubmitInput {
  session: UploadSession;
  livemode: boolean;
  /** The key that asks. */
  actor: string;
  submission: Submission;
  documents: { file: StagedFile; name: string | null; type: StoredDocument['type']; side: StoredDocument['side'] }[];
  idempotency: IdempotencyClaim | null;
  /** Makes the answer; it is kept with the idempotency key, byte for byte. */
  respond: (created: Verification) => { status: number; body: string };
}

export interface SubmitResult {
  status: number;
  body: string;
  replayed: boolean;
}

/**
 * Takes a verification in: the key first, then the files, then one transaction with record, job, event, audit row and
 * idempotency row. When this resolves, all of it is on disk. Throws `queue_full` or `disk_full`, and then nothing was
 * kept; the caller discards the session on any error.
 */
export async function submitVerification(deps: VerificationDeps, input: SubmitInput): Promise<SubmitResult> {
  refuseWhenFull(deps);
  try {
    return await storeAll(deps, input);
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error;
  }
}

async function storeAll(deps: VerificationDeps, input: SubmitInput): Promise<SubmitResult> {
  const { session } = input;
  const id = session.verificationId;
  deps.keys.addDataKey(id, session.dataKey, deps.clock.now());
  try {
    await deps.vault.keepFiles(session);
    return transact(deps.db, () => {
      // Others may have come in while the files were written.
      refuseFullQueue(deps);
      return insertAll(deps, input);
    });
  } catch (error) {
    // Then the row may be there after all: the next start finds out, and drops what no row names.
    if (isCommitDoubtful(error)) throw error;
    await deps.vault.removeFiles(id);
    deps.keys.deleteDataKey(id);
    throw error;
  }
}

/** An input or output error at the commit itself does not tell whether the commit will be found on the disk. */
function isCommitDoubtful(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_IOERR');
}

function insertAll(deps: VerificationDeps, input: SubmitInput): SubmitResult {
  const { db, vault, clock, queue, events, audit } = deps;
  const { session, submission, livemode } = input;
  const id = session.verificationId;
  const created: Verification = {
    id,
    livemode,
    status: 'pending',
    createdAtMs: clock.now(),
    updatedAtMs: clock.now(),
    step: null,
    submission,
    documents: input.documents.map(toStored),
    results: {},
    decision: null,
  };
  db.prepare(`
    INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
    VALUES (?, 'kyc', ?, 'pending', ?, ?, ?, ?)`).run(
    id,
    Number(livemode),
    created.createdAtMs,
    created.updatedAtMs,
    input.actor,
    vault.sealJson(id, 'verifications.submission', submission, session.dataKey),
  );
  for (const document of created.documents) insertDocument(deps, session, document);
  queue.enqueue(id, 'kyc');
  appendStateEvent(events, created, 'created');
  audit.append({
    actor: input.actor,
    action: 'verification.created',
    subjectId: id,
    details: { documents: created.documents.length },
  });
  const answer = input.respond(created);
  if (input.idempotency) keepIdempotent(deps, input.idempotency, session, answer);
  return { ...answer, replayed: false };
}

function toStored(document: SubmitInput['documents'][number], position: number): StoredDocument {
  const { file, name, type, side } = document;
  const mediaType = must(file.mediaType, 'only files of a known type are submitted');
  return { id: file.documentId, position, mediaType, sizeBytes: file.sizeBytes, name, type, side, sha256: file.sha256 };
}

function insertDocument(deps: VerificationDeps, session: UploadSession, document: StoredDocument): void {
  const { name, type, side, sha256 } = document;
  deps.db
    .prepare(
      `INSERT INTO documents (id, verification_id, position, media_type, size_bytes, sealed_description) VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      document.id,
      session.verificationId,
      document.position,
      document.mediaType,
      document.sizeBytes,
      deps.vault.sealJson(
        session.verificationId,
        'documents.description',
        { name, type, side, sha256 },
        session.dataKey,
      ),
    );
}

function refuseWhenFull(deps: VerificationDeps): void {
  refuseFullQueue(deps);
  if (deps.diskFreeBytes() < LIMITS.diskFreeBytesMin) throw diskFull();
}

function refuseFullQueue(deps: VerificationDeps): void {
  const { queued, running } = deps.queue.counts();
  if (queued + running < deps.queueLengthMax) return;
  throw new AppError('queue_full', {
    detail: 'Too many verifications are waiting. Nothing was stored; send it again later.',
    retryAfterSeconds: 30,
  });
}
