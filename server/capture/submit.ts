import { Readable } from 'node:stream';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { AppError, conflict } from '../lib/errors.ts';
import type { StagedFile, UploadSession } from '../vault/staging.ts';
import { addPersonDocuments } from '../verifications/person-documents.ts';
import { storeSubmission } from '../verifications/store-submission.ts';
import { type SubmittedFile, type SubmittedFrame, submitVerification } from '../verifications/submit.ts';
import type { LivenessCapture } from '../verifications/types.ts';
import { changeOfDevice } from './applicant.ts';
import { APPLICANT, end, enter } from './change.ts';
import type { CaptureDeps } from './deps.ts';
import { dropSealed } from './ended.ts';
import { isComplete } from './steps.ts';
import { contentOf, getSession, openSessions, updateSession } from './store.ts';
import type { CaptureContent, CaptureFault, CaptureSession } from './types.ts';

/** Ends the capturing: from this commit on, the appliance carries it into a record, whatever happens. Throws `state_conflict` if a step is missing. */
export function submitSession(deps: CaptureDeps, of: CaptureSession): CaptureSession {
  return changeOfDevice(deps, of, ['consented', 'capturing'], (session) => {
    const isEmpty = Object.keys(contentOf(deps, session.id).pictures).length === 0;
    if (isEmpty || !isComplete(session)) throw conflict('Some steps are not captured yet.');
    enter(deps, session, 'submitted', { actor: APPLICANT });
    return {};
  });
}

/** Failures after which the record can never take the files. */
const REFUSALS: Partial<Record<AppError['code'], CaptureFault>> = {
  not_found: 'record_erased',
  erased: 'record_erased',
  state_conflict: 'record_changed',
  too_many_documents: 'record_changed',
  row_refused: 'record_changed',
};

/**
 * Makes the record, or adds to one, from a submitted session. The record's files are sealed with its own key; then one transaction creates its rows and
 * ends the session. If the process ends before that, nothing of the record is left and the session is still submitted. Throws what may pass, such as
 * `queue_full` and `disk_full`.
 */
export async function carryOver(deps: CaptureDeps, { id, livemode }: CaptureSession): Promise<void> {
  const session = getSession(deps, id, livemode);
  if (session.state !== 'submitted') return;
  const content = contentOf(deps, id);
  const { vault } = deps;
  const upload = session.verificationId === null ? vault.beginUpload() : intoRecord(deps, session.verificationId);
  if (upload === null) return giveUp(deps, session, 'record_erased');
  try {
    const { documents, frames } = await resealAll(deps, { session, content, upload });
    const files = [...documents, ...frames].map(({ file }) => file);
    const isNew = session.verificationId === null;
    await storeSubmission(deps, { record: upload, isNew, files }, () => {
      const now = getSession(deps, id, livemode);
      if (now.state !== 'submitted') throw conflict('The capture session has ended.');
      if (isNew) submitVerification(deps, newRecord(now, content, { upload, documents, frames }));
      else {
        const which = { kind: 'kyc', id: upload.verificationId, livemode } as const;
        addPersonDocuments(deps, { ...which, actor: now.createdBy }, documents, { frames });
      }
      now.verificationId = upload.verificationId;
      updateSession(deps, now, end(deps, now, 'done', { actor: 'system', why: null }));
    });
    await dropSealed(deps, id);
  } catch (error) {
    const refusal = error instanceof AppError ? REFUSALS[error.code] : undefined;
    if (refusal === undefined) throw error;
    await giveUp(deps, session, refusal);
  } finally {
    await upload.discard();
  }
}

/** Returns null if the record was erased. */
function intoRecord({ vault, keys }: CaptureDeps, verificationId: string): UploadSession | null {
  return keys.dataKey(verificationId) === null ? null : vault.beginUploadInto(verificationId);
}

async function giveUp(deps: CaptureDeps, { id }: CaptureSession, why: CaptureFault): Promise<void> {
  transact(deps.db, () => {
    // The erasure of a record takes its sessions along.
    const now = openSessions(deps).find((open) => open.id === id);
    if (now?.state === 'submitted') updateSession(deps, now, end(deps, now, 'canceled', { actor: 'system', why }));
  });
  await dropSealed(deps, id);
}

/** Carries over every session that a former process or a full queue left submitted. */
export async function carryAllOver(deps: CaptureDeps): Promise<void> {
  for (const session of openSessions(deps).filter(({ state }) => state === 'submitted')) {
    await carryOver(deps, session).catch((error: unknown) => {
      deps.log.error('capture.submission_waits', { session: session.id }, error);
    });
  }
}

async function resealAll(
  deps: CaptureDeps,
  { session, content, upload }: { session: CaptureSession; content: CaptureContent; upload: UploadSession },
): Promise<{ documents: SubmittedFile[]; frames: SubmittedFrame[] }> {
  const reseal = async (documentId: string): Promise<StagedFile> =>
    upload.receive(Readable.from([await deps.vault.readFile(session.id, documentId)]));
  const frames: SubmittedFrame[] = [];
  for (const { documentId } of content.challenge?.frames ?? []) frames.push({ file: await reseal(documentId) });
  const documents: SubmittedFile[] = [];
  for (const { id, kind, documentType, side } of session.steps) {
    const picture = content.pictures[id];
    if (!picture) continue;
    const file = await reseal(picture.documentId);
    const isFace = kind === 'face';
    documents.push({
      file,
      name: null,
      type: isFace ? 'selfie' : must(documentType, 'a document without a type is not captured'),
      side: isFace ? null : side,
      ...(isFace && content.challenge ? { liveness: inRecord(content.challenge, frames) } : {}),
    });
  }
  return { documents, frames };
}

/** Returns a challenge whose frames have their ids in the record. */
const inRecord = (challenge: LivenessCapture, frames: readonly SubmittedFrame[]): LivenessCapture => ({
  ...challenge,
  frames: challenge.frames.map((frame, index) => ({
    ...frame,
    documentId: must(frames[index], 'each frame was sealed again').file.documentId,
  })),
});

function newRecord(
  session: CaptureSession,
  { request, consent }: CaptureContent,
  sealed: { upload: UploadSession; documents: SubmittedFile[]; frames: SubmittedFrame[] },
) {
  const { upload: record, ...files } = sealed;
  const agreed = must(consent, 'nothing is submitted without consent');
  const submission = {
    ...must(request, 'a session for a new verification holds its request'),
    consent: true,
    capture: { sessionId: session.id, attended: session.attended, consent: agreed },
  };
  return { record, livemode: session.livemode, actor: session.createdBy, submission, ...files };
}
