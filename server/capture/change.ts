import { transact } from '../db/transact.ts';
import { assert } from '../lib/assert.ts';
import { AppError, conflict } from '../lib/errors.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import { getSession, type Marks, updateSession } from './store.ts';
import type { CaptureContent, CaptureFault, CaptureSession, CaptureState } from './types.ts';

/** The actor of what the applicant's device does. */
export const APPLICANT = 'applicant';

type Deps = Pick<VerificationDeps, 'db' | 'vault' | 'clock' | 'events' | 'audit'>;

/** What changes besides the session's own fields. */
export interface Change {
  content?: CaptureContent | null;
  marks?: Marks;
}

/** Which session changes, and what is recorded about it. */
export interface Acting {
  id: string;
  livemode: boolean;
  actor: string;
}

/**
 * Reads a session, changes it and writes it in one transaction. `work` changes the fields of the session that it gets, and returns what else changes.
 * Throws `not_found`, and what `work` throws; then nothing has changed.
 */
export function changeSession(
  deps: Deps,
  { id, livemode }: Omit<Acting, 'actor'>,
  work: (session: CaptureSession) => Change | null,
): CaptureSession {
  return transact(deps.db, () => {
    const session = getSession(deps, id, livemode);
    const change = work(session);
    if (change) updateSession(deps, session, change);
    return session;
  });
}

const FINAL: readonly CaptureState[] = ['done', 'canceled', 'expired'];

export const hasEnded = ({ state }: Pick<CaptureSession, 'state'>): boolean => FINAL.includes(state);

/** Enters a state, with its event and its audit row, inside the caller's transaction. The caller writes the session. */
export function enter(
  deps: Pick<Deps, 'db' | 'events' | 'audit' | 'clock'>,
  session: CaptureSession,
  state: CaptureState,
  { actor, details = {} }: { actor: string; details?: Record<string, string | number | boolean | null> },
): void {
  assert(deps.db.inTransaction, 'a state commits together with its event');
  session.state = state;
  if (FINAL.includes(state)) session.endedAtMs = deps.clock.now();
  announce(deps, session);
  deps.audit.append({ actor, action: `capture_session.${state}`, subjectId: session.id, details });
}

/** Appends the event of the session's state. It holds no personal data. */
export function announce({ events }: Pick<Deps, 'events'>, session: CaptureSession): void {
  const { id, state, livemode, verificationId } = session;
  const links = { self: `/v1/capture-sessions/${id}` };
  events.append({
    kind: `capture_session.${state}`,
    subjectId: id,
    livemode,
    data: { id, object: 'capture_session', state, livemode, verification_id: verificationId, links },
  });
}

/** Ends a session in the caller's transaction: its content goes, and nothing but its device finds it. Its key and files go after the commit. */
export function end(
  deps: Deps,
  session: CaptureSession,
  state: 'done' | 'canceled' | 'expired',
  { actor, why }: { actor: string; why: CaptureFault | null },
): Change {
  session.lastError = why;
  enter(deps, session, state, { actor, details: { why, verification: session.verificationId } });
  return { content: null, marks: { token: null, pairing: null } };
}

/** Throws `state_conflict` if a session has ended or is submitted. */
export function refuseAfterSubmission(session: CaptureSession): void {
  if (session.state === 'submitted' || hasEnded(session))
    throw conflict(`The capture session is ${session.state}. Create a new one if something is missing.`);
}

/** Returns the error for a device whose cookie names no session. */
export const noDevice = (): AppError =>
  new AppError('unauthorized', 'This device has no capture session. Ask for a new link or pairing code.');
