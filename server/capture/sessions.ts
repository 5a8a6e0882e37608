import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { hashSecret, makeToken } from '../access/secret.ts';
import { countsOf } from '../db/counts.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { requireState } from '../verifications/record-action.ts';
import { reviewOf } from '../verifications/review-store.ts';
import { type Acting, announce, changeSession, end, hasEnded, refuseAfterSubmission } from './change.ts';
import type { CaptureDeps } from './deps.ts';
import { dropSealed } from './ended.ts';
import { stepsFor, type WantedDocument } from './steps.ts';
import { contentOf, findCreated, insertSession } from './store.ts';
import type { CaptureContent, CaptureSession } from './types.ts';

/** What a caller asks for. */
export interface NewSession {
  livemode: boolean;
  actor: string;
  /** For a new verification; null: for documents of `verificationId`. */
  request: CaptureContent['request'];
  verificationId: string | null;
  /** null: the applicant chooses, or what was requested last. */
  documents: readonly WantedDocument[] | null;
  clientReference: string | null;
  language: CaptureSession['language'];
  liveness: CaptureSession['liveness'];
  confirmation: CaptureSession['confirmation'];
  /** The request's idempotency key, and the SHA-256 of its meaning. */
  once: { key: string; fingerprint: Buffer } | null;
}

/** A session with what opens it. `opening`: null once a device has claimed it. */
export interface OpenedSession {
  session: CaptureSession;
  opening: CaptureContent['opening'];
}

/**
 * Creates a session: its key first, then its row with event and audit row. Returns the former one for a used idempotency key. Throws `state_conflict`
 * while capture is off, or if the verification does not wait for a review or requests nothing; `not_found`; `rate_limited` if too many are open;
 * `idempotency_key_reused`.
 */
export function createSession(deps: CaptureDeps, wanted: NewSession): OpenedSession & { replayed: boolean } {
  const { db, clock, keys, audit } = deps;
  const { actor, livemode, verificationId, request } = wanted;
  const once = wanted.once && { key: wanted.once.key, fingerprint: keyed(deps, wanted.once.fingerprint) };
  const former = once && findCreated(deps, { actor, key: once.key, sinceMs: clock.now() - LIMITS.idempotencyKeepMs });
  if (former && once) {
    if (former.fingerprint.equals(once.fingerprint)) return { ...opened(deps, former.session), replayed: true };
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with a different payload. Use a new key for a new request.',
    );
  }
  if (!deps.isServed())
    throw conflict('Applicant capture is switched off. An administrator can switch it on under System.');
  refuseTooMany(deps);
  const purpose = verificationId === null ? 'verification' : 'requested_documents';
  if (verificationId !== null)
    requireState(deps, { kind: 'kyc', id: verificationId, livemode }, 'while it waits for a person');
  const documents = wanted.documents ?? (verificationId === null ? null : requestedOf(deps, verificationId));
  const nowMs = clock.now();
  const id = deps.newId('cap');
  const opening = newOpening();
  const session: CaptureSession = {
    id,
    livemode,
    state: 'created',
    purpose,
    verificationId,
    clientReference: wanted.clientReference,
    language: wanted.language,
    liveness: wanted.liveness,
    createdBy: actor,
    createdAtMs: nowMs,
    claimByMs: nowMs + LIMITS.captureClaimMs,
    expiresAtMs: nowMs + LIMITS.captureClaimMs,
    endedAtMs: null,
    device: null,
    confirmation: wanted.confirmation,
    confirmationCode: null,
    confirmed: false,
    attended: null,
    lastError: null,
    steps: stepsFor(purpose, documents),
  };
  const content: CaptureContent = {
    request,
    choice: documents === null ? 'applicant' : 'office',
    opening,
    consent: null,
    pictures: {},
    challenge: null,
  };
  keys.addDataKey(id, randomBytes(KEY_BYTES), nowMs);
  try {
    transact(db, () => {
      insertSession(deps, session, { content, marks: marksOf(deps, opening), once });
      announce(deps, session);
      const details = { purpose, verification: verificationId };
      audit.append({ actor, action: 'capture_session.created', subjectId: id, details });
    });
  } catch (error) {
    keys.deleteDataKey(id);
    throw error;
  }
  return { session, opening, replayed: false };
}

/** AES-256. */
const KEY_BYTES = 32;
const PAIRING_DIGITS = 8;

/** A token of 256 bits for the link, and a code that a person types. */
const newOpening = (): NonNullable<CaptureContent['opening']> => ({
  token: makeToken(),
  pairingCode: String(randomInt(10 ** PAIRING_DIGITS)).padStart(PAIRING_DIGITS, '0'),
});

const marksOf = (
  { keys }: Pick<CaptureDeps, 'keys'>,
  { token, pairingCode }: NonNullable<CaptureContent['opening']>,
) => ({
  token: hashSecret(keys.pepper, token),
  pairing: hashSecret(keys.pepper, pairingCode),
});

const keyed = ({ keys }: Pick<CaptureDeps, 'keys'>, fingerprint: Buffer): Buffer =>
  createHmac('sha256', keys.fingerprintKey).update(fingerprint).digest();

const opened = (deps: CaptureDeps, session: CaptureSession): OpenedSession => ({
  session,
  opening: hasEnded(session) ? null : contentOf(deps, session.id).opening,
});

/** Returns the documents that were requested last. Throws `state_conflict` if none were. */
function requestedOf(deps: CaptureDeps, verificationId: string): WantedDocument[] {
  const last = reviewOf(deps, verificationId)?.requests.at(-1);
  if (!last) throw conflict('No documents were requested for this verification. Name them in documents.');
  return last.types as WantedDocument[];
}

function refuseTooMany({ db }: CaptureDeps): void {
  const ended = ['done', 'canceled', 'expired'];
  const open = countsOf(db, 'capture_sessions').filter(({ part }) => !ended.includes(part.split(' ')[1] ?? ''));
  if (open.reduce((sum, { n }) => sum + n, 0) < LIMITS.captureOpenMax) return;
  throw new AppError('rate_limited', {
    detail: `${LIMITS.captureOpenMax} capture sessions are open. Cancel some, or wait until they expire.`,
    retryAfterSeconds: 60,
  });
}

/** Cancels a session and deletes what was captured. Throws `not_found`, and `state_conflict` after its submission. */
export async function cancelSession(deps: CaptureDeps, acting: Acting): Promise<CaptureSession> {
  const canceled = changeSession(deps, acting, (session) => {
    if (session.state === 'canceled') return null;
    refuseAfterSubmission(session);
    return end(deps, session, 'canceled', { actor: acting.actor, why: 'canceled_by_operator' });
  });
  await dropSealed(deps, canceled.id);
  return canceled;
}

/** Gives a session a new link and pairing code; its device loses it. Throws `not_found`, and `state_conflict` after its submission. */
export function renewLink(deps: CaptureDeps, acting: Acting): OpenedSession {
  const opening = newOpening();
  const session = changeSession(deps, acting, (it) => {
    refuseAfterSubmission(it);
    it.claimByMs = deps.clock.now() + LIMITS.captureClaimMs;
    it.expiresAtMs = it.claimByMs;
    it.device = null;
    it.confirmed = false;
    it.confirmationCode = null;
    deps.audit.append({ actor: acting.actor, action: 'capture_session.link_renewed', subjectId: it.id });
    const content = { ...contentOf(deps, it.id), opening };
    return { content, marks: { ...marksOf(deps, opening), device: null } };
  });
  return { session, opening };
}

/** Lets the device capture whose code the operator compared. Throws `not_found`, `state_conflict` if no device waits for it. */
export function confirmDevice(deps: CaptureDeps, acting: Acting): CaptureSession {
  return changeSession(deps, acting, (session) => {
    refuseAfterSubmission(session);
    if (!session.device) throw conflict('No device has opened the link yet. Compare the codes after that.');
    if (session.confirmed) return null;
    session.confirmed = true;
    deps.audit.append({ actor: acting.actor, action: 'capture_session.device_confirmed', subjectId: session.id });
    return {};
  });
}
