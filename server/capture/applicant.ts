import { createHash, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { hashSecret, makeToken } from '../access/secret.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { SealedRecord, StagedFile, UploadSession } from '../vault/staging.ts';
import type { SubmittedCapture } from '../verifications/types.ts';
import {
  APPLICANT_LANGUAGES,
  type ApplicantLanguage,
  CONSENT_TEXT,
  CONSENT_VERSION,
} from '../vocabulary/consent-text.ts';
import { APPLICANT, changeSession, end, enter, noDevice, refuseAfterSubmission } from './change.ts';
import type { CaptureDeps } from './deps.ts';
import { dropSealed } from './ended.ts';
import { documentSteps } from './steps.ts';
import { contentOf, findMarked, updateSession } from './store.ts';
import type { CaptureChoice, CaptureSession, CaptureStep } from './types.ts';

const CODE_DIGITS = 4;

/** From where a device claims a session. */
export interface Claimant {
  network: 'machine' | 'office';
  /** Whether its connection uses a certificate that other devices trust, or needs none. */
  isTrusted: boolean;
}

/**
 * Gives a session to the device that has its token or pairing code. Both work once. Returns the session with the secret of the device's cookie. Throws
 * `unauthorized` for a wrong, used or expired one, and `forbidden` for a link on a connection with a certificate of the appliance's own making.
 */
export function claimSession(
  deps: CaptureDeps,
  by: { token: string } | { pairingCode: string },
  { network, isTrusted }: Claimant,
): { session: CaptureSession; secret: string } {
  const { db, clock, keys, audit } = deps;
  const kind = 'token' in by ? 'link' : 'kiosk';
  const said = 'token' in by ? by.token : by.pairingCode.replaceAll(/[\s-]/g, '');
  const mark = hashSecret(keys.pepper, said);
  const secret = makeToken();
  const session = transact(db, () => {
    const found = findMarked(deps, kind === 'link' ? 'token' : 'pairing', mark);
    if (!found || found.endedAtMs !== null || found.claimByMs <= clock.now()) throw wrongOpening();
    if (kind === 'link' && !isTrusted) throw untrusted();
    const needsCode = kind === 'link' && found.confirmation === 'required';
    found.device = { kind, network };
    found.confirmed = !needsCode;
    found.confirmationCode = needsCode ? String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0') : null;
    found.expiresAtMs = clock.now() + LIMITS.captureSessionMs;
    if (found.state === 'created') enter(deps, found, 'claimed', { actor: APPLICANT, details: { by: kind, network } });
    else
      audit.append({
        actor: APPLICANT,
        action: 'capture_session.claimed',
        subjectId: found.id,
        details: { by: kind, network },
      });
    const content = { ...contentOf(deps, found.id), opening: null };
    const marks = { token: null, pairing: null, device: hashSecret(keys.pepper, secret) };
    updateSession(deps, found, { content, marks });
    return found;
  });
  return { session, secret };
}

const wrongOpening = (): AppError =>
  new AppError('unauthorized', 'This link or pairing code is wrong, used or expired. Ask for a new one.');

const untrusted = (): AppError =>
  new AppError(
    'forbidden',
    'Links open on the appliance itself only, until an administrator imports a certificate that other devices trust. Use the pairing code.',
  );

/** Returns the session of a device, also after its end. Throws `unauthorized`. */
export function sessionOfDevice(deps: CaptureDeps, secret: string | null): CaptureSession {
  const session = secret === null ? null : findMarked(deps, 'device', hashSecret(deps.keys.pepper, secret));
  if (!session) throw noDevice();
  return session;
}

/**
 * Changes the session of a device that may capture. Throws `unauthorized` if the device lost it meanwhile, and `state_conflict` if it has ended, is
 * submitted, is not confirmed yet or is not in one of `states`.
 */
export function changeOfDevice(
  deps: CaptureDeps,
  { id, livemode }: CaptureSession,
  states: readonly CaptureSession['state'][],
  work: Parameters<typeof changeSession>[2],
): CaptureSession {
  return changeSession(deps, { id, livemode }, (session) => {
    requireCapturing(deps, session, states);
    return work(session);
  });
}

const CAPTURES: readonly CaptureSession['state'][] = ['consented', 'capturing'];

/** Throws `unauthorized`, `state_conflict`. */
export function requireCapturing(
  { clock }: Pick<CaptureDeps, 'clock'>,
  session: CaptureSession,
  states: readonly CaptureSession['state'][] = CAPTURES,
): void {
  refuseAfterSubmission(session);
  if (!session.device) throw noDevice();
  if (session.expiresAtMs <= clock.now()) throw conflict('The capture session has expired. Ask for a new one.');
  if (!session.confirmed) throw conflict('An operator must confirm the code on this screen first.');
  if (!states.includes(session.state))
    throw conflict(`This is not possible while the capture session is ${session.state}.`);
}

const HASHES = Object.fromEntries(
  APPLICANT_LANGUAGES.map((language) => [language, sha256Of(CONSENT_TEXT[language].join('\n'))]),
) as Record<ApplicantLanguage, string>;

/** Returns the version of the consent text and its SHA-256 in a language: its paragraphs, joined by line feeds. */
export const consentIn = (language: ApplicantLanguage): { version: string; sha256: string } => ({
  version: CONSENT_VERSION,
  sha256: HASHES[language],
});

/** Records that the applicant agrees, or ends the session. Throws `state_conflict`, also if the page showed another version of the text. */
export async function consent(
  deps: CaptureDeps,
  of: CaptureSession,
  { version, accepted, language }: { version: string; accepted: boolean; language: ApplicantLanguage },
): Promise<CaptureSession> {
  const session = changeOfDevice(deps, of, ['claimed', ...CAPTURES], (it) => {
    if (version !== CONSENT_VERSION)
      throw conflict('The page shows an older text of the consent. Load the page again.');
    it.language = language;
    if (!accepted) return end(deps, it, 'canceled', { actor: APPLICANT, why: 'consent_denied' });
    const agreed = { ...consentIn(language), language, atMs: deps.clock.now() };
    if (it.state === 'claimed')
      enter(deps, it, 'consented', { actor: APPLICANT, details: { ...consentIn(language), language } });
    return { content: { ...contentOf(deps, it.id), consent: agreed } };
  });
  if (!accepted) await dropSealed(deps, session.id);
  return session;
}

/** Whether the applicant chooses the document, for the first time or again. */
export const mayChoose = (deps: CaptureDeps, { id, state }: CaptureSession): boolean =>
  CAPTURES.includes(state) && contentOf(deps, id).choice === 'applicant';

/** Sets the document that the applicant chose, with its steps. A former choice loses its pictures. Throws `state_conflict` if the operator chose. */
export async function chooseDocument(
  deps: CaptureDeps,
  of: CaptureSession,
  type: CaptureChoice,
): Promise<CaptureSession> {
  let dropped: string[] = [];
  const session = changeOfDevice(deps, of, CAPTURES, (it) => {
    const content = contentOf(deps, it.id);
    if (content.choice === 'office') throw conflict('The office has chosen the documents. Capture these.');
    dropped = it.steps.flatMap(({ id, kind }) => (kind === 'document' ? (content.pictures[id]?.documentId ?? []) : []));
    const pictures = Object.fromEntries(Object.entries(content.pictures).filter(([id]) => id === 'face'));
    it.steps = [...documentSteps([{ type }]), ...it.steps.filter(({ kind }) => kind === 'face')];
    deps.audit.append({
      actor: APPLICANT,
      action: 'capture_session.document_chosen',
      subjectId: it.id,
      details: { type },
    });
    return { content: { ...content, pictures } };
  });
  await deps.vault.removeFiles(session.id, dropped);
  return session;
}

/**
 * Stores the picture of a step in place of a former one. Throws `not_found` for an unknown step, and `state_conflict` for the face while the challenge is
 * required.
 */
export async function storePicture(
  deps: CaptureDeps,
  of: CaptureSession,
  stepId: string,
  jpeg: Buffer,
): Promise<CaptureSession> {
  requireCapturing(deps, of);
  requirePicture(of, stepId);
  return storeFiles(deps, of, [jpeg], ([file], record) => {
    let former: string | undefined;
    const session = changeOfDevice(deps, of, CAPTURES, (it) => {
      const step = requirePicture(it, stepId);
      const content = contentOf(deps, record.verificationId);
      if (step.kind === 'face' && content.challenge) throw conflict('The face is captured already.');
      former = content.pictures[stepId]?.documentId;
      step.state = 'captured';
      beginCapturing(deps, it);
      deps.audit.append({
        actor: APPLICANT,
        action: 'capture_session.picture_stored',
        subjectId: it.id,
        details: { step: stepId },
      });
      const { documentId, sha256 } = file as StagedFile;
      return { content: { ...content, pictures: { ...content.pictures, [stepId]: { documentId, sha256 } } } };
    });
    return { session, former: former === undefined ? [] : [former] };
  });
}

/** Enters `capturing` with the first thing that is captured. */
export function beginCapturing(deps: CaptureDeps, session: CaptureSession): void {
  if (session.state === 'consented') enter(deps, session, 'capturing', { actor: APPLICANT });
}

/**
 * Seals files and makes them durable under the session, then runs `work`, which names them in its transaction and returns the files that they replace.
 * If it throws, nothing is kept.
 */
export async function storeFiles(
  deps: CaptureDeps,
  { id }: CaptureSession,
  contents: readonly Buffer[],
  work: (files: readonly StagedFile[], record: SealedRecord) => { session: CaptureSession; former: readonly string[] },
): Promise<CaptureSession> {
  const upload: UploadSession = deps.vault.beginUploadInto(id);
  const files: StagedFile[] = [];
  try {
    for (const content of contents) files.push(await upload.receive(Readable.from([content])));
    await deps.vault.keepFiles(upload, files);
    const { session, former } = work(files, upload);
    await deps.vault.removeFiles(id, former);
    return session;
  } catch (error) {
    const kept = files.map(({ documentId }) => documentId);
    // If the session ended meanwhile, its folder must not come back.
    await deps.vault.removeFiles(id, deps.keys.dataKey(id) === null ? undefined : kept);
    throw error;
  } finally {
    await upload.discard();
  }
}

function requirePicture(session: CaptureSession, stepId: string): CaptureStep {
  const step = session.steps.find(({ id }) => id === stepId);
  if (!step) throw new AppError('not_found', 'This capture session has no such step.');
  if (step.kind === 'document' && step.documentType === null) throw conflict('Choose the document first.');
  const isClosed = session.attended !== null || step.attemptsLeft === 0;
  if (step.kind === 'face' && !isClosed && session.liveness === 'required')
    throw conflict('The face is captured by the challenge. Or ask for an operator.');
  return step;
}

/** Closes the challenge, because an operator looks instead. A selfie may follow. Throws `state_conflict`. */
export function attend(
  deps: CaptureDeps,
  of: CaptureSession,
  reason: NonNullable<SubmittedCapture['attended']>,
): CaptureSession {
  return changeOfDevice(deps, of, CAPTURES, (it) => {
    const face = it.steps.find(({ kind }) => kind === 'face');
    if (!face) throw conflict('This capture session has no face step.');
    if (face.state === 'captured') throw conflict('The face is captured already.');
    face.state = 'attended';
    it.attended = reason;
    deps.audit.append({
      actor: APPLICANT,
      action: 'capture_session.attended',
      subjectId: it.id,
      details: { reason },
    });
    return {};
  });
}

/** Ends the session for its device, whether or not it was confirmed. Throws `state_conflict` after its submission. */
export async function leave(deps: CaptureDeps, { id, livemode }: CaptureSession): Promise<CaptureSession> {
  const session = changeSession(deps, { id, livemode }, (it) => {
    refuseAfterSubmission(it);
    return end(deps, it, 'canceled', { actor: APPLICANT, why: 'left_by_applicant' });
  });
  await dropSealed(deps, id);
  return session;
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
