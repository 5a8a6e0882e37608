import { createHash, randomBytes } from 'node:crypto';
import type { LiveJudge, Proof, ProofFrame, ProofReason } from '../../models/liveness/types.ts';
import type { FrameMeasure, Move } from '../../models/ports.ts';
import { must } from '../lib/assert.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { sniffMediaType } from '../lib/media-type.ts';
import type { StagedFile } from '../vault/staging.ts';
import { beginCapturing, changeOfDevice, requireCapturing, storeFiles } from './applicant.ts';
import { APPLICANT } from './change.ts';
import type { CaptureDeps } from './deps.ts';
import { framesToKeep } from './kept-frames.ts';
import { drawMoves } from './moves.ts';
import { contentOf, getSession } from './store.ts';
import { type CaptureSession, CHALLENGE_REASONS, type ChallengeReason, type GuidanceCode } from './types.ts';

/** What the page gets after each batch. */
export interface ChallengeState {
  id: string;
  nonce: string;
  counter: number;
  state: 'look_ahead' | 'move' | 'done' | 'failed';
  move: Move | null;
  message: GuidanceCode | null;
  movesDone: number;
  movesTotal: number;
  endsAtMs: number;
  reason: ChallengeReason | null;
}

/** Frames as a page sends them. `times`: when the page took each, in ms since the challenge began. */
export interface FrameBatch {
  challengeId: string;
  nonce: string;
  counter: number;
  times: readonly number[];
  frames: readonly Buffer[];
}

/** The challenges of all sessions. An attempt lives in memory: a restart ends it uncounted. */
export interface Challenges {
  /** Begins an attempt; a running one of the session ends. Throws `state_conflict`, and `queue_full` if too many run on the appliance. */
  begin(session: CaptureSession): ChallengeState;
  /** Judges the next frames. A batch that breaks the protocol ends the attempt with the reason `protocol`. Throws `state_conflict` without an attempt. */
  add(session: CaptureSession, batch: FrameBatch): Promise<ChallengeState>;
  /** Drops the attempts of sessions that have ended, and those whose time is over. */
  sweep(): void;
  /** Drops the attempt of a session. */
  drop(sessionId: string): void;
}

/** One running attempt. */
interface Attempt {
  id: string;
  session: CaptureSession;
  moves: readonly Move[];
  beganMs: number;
  nonce: string;
  counter: number;
  /** A batch is being judged: the next one must wait for its answer. */
  isBusy: boolean;
  judge: LiveJudge;
  expected: Move | 'ahead';
  movesDone: number;
  told: { move: Move; serverMs: number; pageFrame: number }[];
  frames: (ProofFrame & { jpeg: Buffer })[];
  bytes: number;
  chain: Buffer;
  lastPageMs: number;
  lastServerMs: number;
}

/** Frames of one camera are never alike to the bit. So many hashes are remembered, over all sessions. */
const SEEN_MAX = 20_000;
/** A camera of a browser gives no more; also the most that are of use. */
const FRAMES_PER_SECOND_MAX = 35;
const SIDES = [640, 480];

export function createChallenges(deps: CaptureDeps): Challenges {
  const { clock, judges } = deps;
  const attempts = new Map<string, Attempt>();
  const seen = new Set<string>();
  const { model } = judges;

  const elapsed = (attempt: Attempt): number => clock.now() - attempt.beganMs;
  const remember = (sha256: string): void => {
    seen.add(sha256);
    if (seen.size > SEEN_MAX) seen.delete(must(seen.values().next().value, 'it holds some'));
  };

  /** Ends an attempt. It counts once a move was told: else a fixed recording could be tried until the order fits. */
  const fail = (session: CaptureSession, attempt: Attempt, why: ChallengeReason | ProofReason): ChallengeState => {
    attempts.delete(session.id);
    const reason = toldReason(why);
    const counts = attempt.told.length > 0;
    changeOfDevice(deps, session, ['consented', 'capturing'], (it) => {
      const face = faceOf(it);
      if (face.state !== 'waiting') return null;
      face.lastError = reason;
      if (counts) face.attemptsLeft -= 1;
      if (face.attemptsLeft === 0) {
        face.state = 'failed';
        it.lastError = 'attempts_used_up';
      }
      if (counts) beginCapturing(deps, it);
      const details = { outcome: 'failed', reason: why, counted: counts };
      deps.audit.append({ actor: APPLICANT, action: 'capture_session.challenge_ended', subjectId: it.id, details });
      return {};
    });
    return { ...stateOf(attempt), state: 'failed', move: null, reason };
  };

  const sweep = (): void => {
    for (const [id, attempt] of attempts) {
      const isOver = elapsed(attempt) > LIMITS.captureChallengeMs + LIMITS.captureBatchGapMs;
      if (!isOver || attempt.isBusy) continue;
      attempts.delete(id);
      try {
        fail(attempt.session, attempt, 'time_over');
      } catch (error) {
        // The session itself is over.
        if (!(error instanceof AppError)) throw error;
      }
    }
  };

  return {
    begin(session) {
      requireCapturing(deps, session);
      const face = faceOf(session);
      if (session.liveness === 'off' || face.state !== 'waiting')
        throw conflict('This capture session takes no challenge now.');
      const former = attempts.get(session.id);
      if (former?.isBusy) throw conflict('The last frames are still being judged. Wait for the answer.');
      if (former && former.told.length > 0) {
        fail(session, former, 'time_over');
        if (faceOf(getSession(deps, session.id, session.livemode)).state !== 'waiting')
          throw conflict('This capture session takes no challenge now.');
      }
      attempts.delete(session.id);
      sweep();
      if (attempts.size >= LIMITS.captureChallengesMax)
        throw new AppError('queue_full', {
          detail: 'Other applicants use the challenge at this moment. Try again in a minute.',
          retryAfterSeconds: 20,
        });
      const attempt: Attempt = {
        id: randomBytes(16).toString('base64url'),
        session,
        moves: drawMoves(),
        beganMs: clock.now(),
        nonce: newNonce(),
        counter: 0,
        isBusy: false,
        judge: judges.createLiveJudge({ model }),
        expected: 'ahead',
        movesDone: 0,
        told: [],
        frames: [],
        bytes: 0,
        chain: Buffer.alloc(32),
        lastPageMs: -1,
        lastServerMs: 0,
      };
      attempt.judge.expect('ahead', 0);
      attempts.set(session.id, attempt);
      return stateOf(attempt);
    },

    async add(session, batch) {
      requireCapturing(deps, session);
      const attempt = attempts.get(session.id);
      if (!attempt) throw conflict('No challenge is running. Begin a new one.');
      const serverMs = elapsed(attempt);
      const broken = attempt.isBusy ? 'protocol' : breachOf(attempt, batch, serverMs);
      if (broken) return fail(session, attempt, broken);
      attempt.isBusy = true;
      try {
        const hashes = batch.frames.map(sha256Of);
        const repeated = repeatedAmong(hashes, { seen, last: attempt.frames.at(-1)?.measure.sha256 });
        for (const hash of hashes) remember(hash);
        if (repeated) return fail(session, attempt, repeated);
        const measures = await judges.measure(batch.frames);
        // It may have been dropped meanwhile, by an end of the session or a second batch.
        if (attempts.get(session.id) !== attempt) throw conflict('The challenge has ended. Begin a new one.');
        if (!measures || !areOfSize(measures)) return fail(session, attempt, 'protocol');
        const first = attempt.frames.length;
        for (const [i, measure] of measures.entries()) {
          const jpeg = must(batch.frames[i], 'each frame was measured');
          const pageMs = must(batch.times[i], 'each frame has a time');
          attempt.frames.push({ measure, pageMs, serverMs, batch: attempt.counter, jpeg });
          attempt.bytes += jpeg.length;
          attempt.chain = createHash('sha256').update(attempt.chain).update(measure.sha256, 'hex').digest();
        }
        attempt.lastPageMs = must(batch.times.at(-1), 'a batch has frames');
        attempt.lastServerMs = serverMs;
        attempt.counter += 1;
        attempt.nonce = newNonce();
        const { isSeen, failed, message } = judgeBatch(attempt, first);
        if (failed) return fail(session, attempt, failed);
        if (!isSeen) return { ...stateOf(attempt), message };
        if (advance(attempt, elapsed(attempt))) return { ...stateOf(attempt), message };
        return await conclude(session, attempt);
      } catch (error) {
        // Nothing of the attempt can be trusted any more. It does not count.
        if (attempts.get(session.id) === attempt) attempts.delete(session.id);
        throw error;
      } finally {
        attempt.isBusy = false;
      }
    },

    sweep,
    drop: (sessionId) => void attempts.delete(sessionId),
  };

  /** Judges the whole attempt. If it holds, its frames and its selfie become files of the session. */
  async function conclude(session: CaptureSession, attempt: Attempt): Promise<ChallengeState> {
    const proof = judges.judge({ model, moves: attempt.moves, frames: attempt.frames, told: attempt.told });
    const frontal = proof.frontal === null ? undefined : attempt.frames[proof.frontal];
    if (proof.verdict === 'not_proven' || !frontal) return fail(session, attempt, 'not_proven');
    const kept = framesToKeep(attempt.frames.length, proof, attempt.told);
    const jpegs = kept.map((index) => must(attempt.frames[index], 'it is one of them').jpeg);
    await storeFiles(deps, session, [frontal.jpeg, ...jpegs], ([selfie, ...files]) => {
      const next = changeOfDevice(deps, session, ['consented', 'capturing'], (it) => {
        const face = faceOf(it);
        if (face.state !== 'waiting') throw conflict('This capture session takes no challenge now.');
        face.state = 'captured';
        face.lastError = null;
        beginCapturing(deps, it);
        const details = { outcome: 'captured', frames: attempt.frames.length };
        deps.audit.append({ actor: APPLICANT, action: 'capture_session.challenge_ended', subjectId: it.id, details });
        const content = contentOf(deps, it.id);
        const { documentId, sha256 } = must(selfie, 'it was stored first');
        const picture = { [face.id]: { documentId, sha256 } };
        const challenge = captureOf(attempt, proof, { kept, files });
        return { content: { ...content, pictures: { ...content.pictures, ...picture }, challenge } };
      });
      return { session: next, former: [] };
    });
    attempts.delete(session.id);
    return { ...stateOf(attempt), state: 'done', move: null };
  }
}

function faceOf({ steps }: CaptureSession) {
  const face = steps.find(({ kind }) => kind === 'face');
  if (!face) throw conflict('This capture session has no face step.');
  return face;
}

const newNonce = (): string => randomBytes(24).toString('base64url');

/** Returns how a batch breaks the protocol; null: it does not. The appliance's clock judges the page's times. */
function breachOf(attempt: Attempt, batch: FrameBatch, serverMs: number): ChallengeReason | null {
  const { challengeId, nonce, counter, times, frames } = batch;
  if (challengeId !== attempt.id || nonce !== attempt.nonce || counter !== attempt.counter) return 'protocol';
  if (times.length !== frames.length || frames.length === 0) return 'protocol';
  if (serverMs > LIMITS.captureChallengeMs) return 'time_over';
  if (serverMs - attempt.lastServerMs > LIMITS.captureBatchGapMs) return 'time_over';
  const risesFrom = [attempt.lastPageMs, ...times];
  if (times.some((ms, i) => ms <= (risesFrom[i] as number))) return 'protocol';
  const last = times.at(-1) as number;
  if (last > serverMs + LIMITS.capturePageAheadMs || last < serverMs - LIMITS.captureBatchLateMs) return 'protocol';
  const count = attempt.frames.length + frames.length;
  const bytes = frames.reduce((sum, { length }) => sum + length, attempt.bytes);
  const ofRate = LIMITS.captureBatchFramesMax + (FRAMES_PER_SECOND_MAX * last) / 1000;
  if (count > LIMITS.captureChallengeFramesMax || count > ofRate || bytes > LIMITS.captureChallengeBytesMax)
    return 'too_many_frames';
  return frames.every((frame) => sniffMediaType(frame) === 'image/jpeg') ? null : 'protocol';
}

function repeatedAmong(
  hashes: readonly string[],
  { seen, last }: { seen: ReadonlySet<string>; last: string | undefined },
): ChallengeReason | null {
  if (hashes.some((hash, i) => hash === (hashes[i - 1] ?? last))) return 'frozen_frame';
  return hashes.some((hash) => seen.has(hash)) || new Set(hashes).size < hashes.length ? 'repeated_frame' : null;
}

/** Whether each frame has the agreed size, upright or across. */
const areOfSize = (measures: readonly FrameMeasure[]): boolean =>
  measures.every(({ width, height }) => SIDES.includes(width) && SIDES.includes(height) && width !== height);

/** Shows the new frames to the judge. Those after the one that shows what is expected were taken before the page knew the next move. */
function judgeBatch(attempt: Attempt, first: number) {
  let isSeen = false;
  let message: GuidanceCode | null = null;
  for (const { measure, pageMs, serverMs } of attempt.frames.slice(first)) {
    const said = attempt.judge.add(measure, pageMs, serverMs);
    if (said.failed) return { isSeen, message, failed: said.failed };
    isSeen ||= said.seen;
    message = said.message;
  }
  return { isSeen, message, failed: null };
}

/** The audit log gets the reason itself. */
const toldReason = (reason: string): ChallengeReason =>
  CHALLENGE_REASONS.find((told) => told === reason) ?? 'not_proven';

/** Goes on to the next move, or back to the middle. Returns false after the last move. */
function advance(attempt: Attempt, serverMs: number): boolean {
  if (attempt.expected !== 'ahead') {
    attempt.movesDone += 1;
    if (attempt.movesDone === attempt.moves.length) return false;
    attempt.expected = 'ahead';
  } else {
    const move = must(attempt.moves[attempt.movesDone], 'moves remain');
    attempt.expected = move;
    attempt.told.push({ move, serverMs, pageFrame: attempt.frames.length });
  }
  attempt.judge.expect(attempt.expected, serverMs);
  return true;
}

function stateOf(attempt: Attempt): ChallengeState {
  const { id, nonce, counter, expected, movesDone, moves, beganMs } = attempt;
  return {
    id,
    nonce,
    counter,
    state: expected === 'ahead' ? 'look_ahead' : 'move',
    move: expected === 'ahead' ? null : expected,
    message: null,
    movesDone,
    movesTotal: moves.length,
    endsAtMs: beganMs + LIMITS.captureChallengeMs,
    reason: null,
  };
}

/** Returns what the record keeps of a challenge. */
function captureOf(
  { id, moves, told, frames, chain }: Attempt,
  proof: Proof,
  { kept, files }: { kept: readonly number[]; files: readonly StagedFile[] },
) {
  return {
    challengeId: id,
    moves: [...moves],
    told: told.map((it) => ({ ...it, pageFrame: kept.filter((index) => index < it.pageFrame).length })),
    frames: kept.map((index, at) => {
      const { pageMs, serverMs, batch } = must(frames[index], 'it is one of them');
      const { documentId, sha256 } = must(files[at], 'each kept frame is stored');
      return { documentId, sha256, pageMs, serverMs, batch };
    }),
    frameCount: frames.length,
    frameChain: chain.toString('hex'),
    proof,
  };
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
