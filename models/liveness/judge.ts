import type { EngineVersion, FrameFace, FrameMeasure, Move } from '../ports.ts';
import { median } from '../runtime/geometry.ts';
import {
  backdropChanged,
  isBack,
  isStill,
  likeness,
  looksFlat,
  METHOD_VERSION,
  moveOf,
  RULES,
  type Turned,
  turnedFrom,
} from './rules.ts';
import type { FaceMessage, LiveJudge, Proof, ProofInput, ProofReason } from './types.ts';

/** Reasons that speak for an attack; the others may be an accident. */
const SUSPICIOUS: ReadonlySet<ProofReason> = new Set(['flat', 'another_face', 'background_changed', 'repeated_frame']);

/**
 * Judges a whole challenge. Pure. The moves are judged in the order in which they were told, each with the head back in the middle before the next.
 */
export function judge({ model, moves, frames, told, thinned = false }: ProofInput): Proof {
  const course = new Course(model, thinned);
  const reasons = new Set<ProofReason>();
  let next = 0;
  course.expect('ahead', 0);
  for (const [i, { measure, pageMs, serverMs }] of frames.entries()) {
    while (told[next]?.pageFrame === i) {
      const { move, serverMs: toldMs } = told[next] as (typeof told)[number];
      if (!course.isReady() || move !== moves[next]) reasons.add('move_not_seen');
      course.expect(move, toldMs);
      next += 1;
    }
    const seenBefore = course.movesSeen;
    const { failed } = course.add(measure, pageMs, serverMs);
    if (failed) reasons.add(failed);
    if (course.movesSeen > seenBefore) course.expect('ahead', serverMs);
  }
  if (course.movesSeen < moves.length) reasons.add('move_not_seen');
  for (const reason of course.conclude()) reasons.add(reason);
  const proves = reasons.size === 0 && moves.length > 0;
  const isSuspect = [...reasons].some((reason) => SUSPICIOUS.has(reason));
  return {
    verdict: proves ? 'proven' : isSuspect ? 'suspected' : 'not_proven',
    reasons: [...reasons],
    methodVersion: METHOD_VERSION,
    frontal: course.frontal,
    proving: course.proving.toSorted((a, b) => a - b),
  };
}

/** Returns the same rules for frames that arrive one after the other. */
export function createLiveJudge({ model }: { model: EngineVersion }): LiveJudge {
  return new Course(model, false);
}

const MESSAGES = {
  left: 'turn_left',
  right: 'turn_right',
  up: 'look_up',
  down: 'look_down',
  ahead: 'look_ahead',
} as const satisfies Record<Move | 'ahead', FaceMessage>;

const stepOf = (before: Turned, after: Turned): number =>
  Math.max(Math.abs(after.yaw - before.yaw), Math.abs(after.pitch - before.pitch));
const noseStepOf = (before: Turned, after: Turned): number =>
  Math.hypot(after.noseX - before.noseX, after.noseY - before.noseY);

interface Seen {
  at: number;
  face: FrameFace;
}

/** One challenge as far as its frames have come. */
class Course implements LiveJudge {
  movesSeen = 0;
  frontal: number | null = null;
  /** Frames that show the head ahead, a move, or the way back. */
  readonly proving: number[] = [];
  readonly #model: EngineVersion;
  readonly #thinned: boolean;
  #expected: Move | 'ahead' = 'ahead';
  #expectedMs = 0;
  #isSeen = false;
  /** Frames of what is expected; the head must look ahead in frames in a row. */
  #shown: Seen[] = [];
  #others: Move[] = [];
  #ahead: FrameFace | null = null;
  readonly #aheadFaces: FrameFace[] = [];
  readonly #turnedFaces: FrameFace[][] = [];
  #flatFrames = 0;
  #stillFrames = 0;
  #severalFrames = 0;
  #count = 0;
  readonly #hashes = new Set<string>();
  #last: { measure: FrameMeasure; pageMs: number } | null = null;
  #lastFace: FrameFace | null = null;
  #lastTurned: Turned | null = null;
  #lostSinceMs: number | null = null;
  #times: number[] = [];

  constructor(model: EngineVersion, thinned: boolean) {
    this.#model = model;
    this.#thinned = thinned;
  }

  /** Whether the next move may be told: the head was seen ahead. */
  isReady(): boolean {
    return this.#expected === 'ahead' && this.#isSeen;
  }

  expect(move: Move | 'ahead', serverMs: number): void {
    this.#expected = move;
    this.#expectedMs = serverMs;
    this.#isSeen = false;
    this.#shown = [];
    this.#others = [];
  }

  add(measure: FrameMeasure, pageMs: number, serverMs: number): ReturnType<LiveJudge['add']> {
    const at = this.#count++;
    const { face } = measure;
    const turned = face && this.#ahead && turnedFrom(this.#ahead, face);
    let failed = this.#fault(measure, pageMs, serverMs, turned);
    const isFast = turned !== null && this.#lastTurned !== null && stepOf(this.#lastTurned, turned) > RULES.stepFast;
    if (measure.faces > 1) this.#severalFrames += 1;
    let message: FaceMessage | null = 'no_face';
    if (face !== null && turned === null) message = this.#lookForAhead(at, measure, face);
    if (face !== null && turned !== null) {
      failed ??= this.#lookForMove(at, face, turned);
      message = measure.faces > 1 ? 'several_faces' : isFast ? 'too_fast' : MESSAGES[this.#expected];
    }
    this.#times.push(pageMs);
    this.#last = { measure, pageMs };
    if (face !== null) this.#lastFace = face;
    if (turned !== null) this.#lastTurned = turned;
    const seen = this.#isSeen;
    return { seen, message: seen ? null : message, failed };
  }

  /** What only the whole challenge shows. */
  conclude(): ProofReason[] {
    const reasons: ProofReason[] = [];
    if (this.#ahead === null) return ['no_face'];
    const { sameAhead, sameTurned, severalShareMax, flat, intervalMsMean } = RULES;
    const same = likeness(this.#model, this.#ahead, this.#aheadFaces) ?? 0;
    const turned = this.#turnedFaces.map((faces) => likeness(this.#model, this.#ahead as FrameFace, faces) ?? 0);
    if (same < sameAhead || turned.some((score) => score < sameTurned)) reasons.push('another_face');
    if (this.#severalFrames > severalShareMax * this.#count) reasons.push('several_faces');
    if (this.#flatFrames >= flat.frames && this.movesSeen === 0) reasons.push('flat');
    const [first = 0, last = 0] = [this.#times[0], this.#times.at(-1)];
    if (!this.#thinned && last - first > intervalMsMean * (this.#count - 1)) reasons.push('too_few_frames');
    return reasons;
  }

  /** What is wrong with a frame after the one before. Until the head was seen ahead, nothing is. */
  #fault(measure: FrameMeasure, pageMs: number, serverMs: number, turned: Turned | null): ProofReason | null {
    const { face, sha256 } = measure;
    const [last, lastFace] = [this.#last, this.#lastFace];
    if (this.#hashes.has(sha256)) return 'repeated_frame';
    this.#hashes.add(sha256);
    const lostSinceMs = this.#lostSinceMs;
    this.#lostSinceMs = face === null ? (lostSinceMs ?? pageMs) : null;
    if (this.#ahead === null || last === null || lastFace === null) return null;
    if (serverMs - this.#expectedMs > RULES.moveMsMax && !this.#isSeen)
      return this.#flatFrames >= RULES.flat.frames ? 'flat' : 'move_not_seen';
    this.#stillFrames = face !== null && isStill(lastFace, face) ? this.#stillFrames + 1 : 0;
    if (this.#stillFrames >= RULES.stillFrames) return 'repeated_frame';
    if (this.#thinned) return null;
    if (lostSinceMs !== null && pageMs - lostSinceMs > RULES.lostMsMax) return 'face_lost';
    if (pageMs - last.pageMs > RULES.intervalMsMax) return 'too_slow';
    if (backdropChanged(last.measure, measure)) return 'background_changed';
    if (turned === null || this.#lastTurned === null) return null;
    const isJump =
      stepOf(this.#lastTurned, turned) > RULES.stepMax || noseStepOf(this.#lastTurned, turned) > RULES.noseStepMax;
    if (!isJump) return null;
    return pageMs - last.pageMs > RULES.gapMs ? 'frames_missing' : 'jump';
  }

  /** Waits for frames in a row in which a head of the right size looks ahead. Then the angles of this person are known. */
  #lookForAhead(at: number, measure: FrameMeasure, face: FrameFace): FaceMessage | null {
    const message = messageForAhead(measure, face);
    if (message !== null) {
      this.#shown = [];
      return message;
    }
    this.#shown = [...this.#shown, { at, face }].slice(-RULES.aheadFrames);
    const yaws = this.#shown.map((seen) => seen.face.yaw);
    const pitches = this.#shown.map((seen) => seen.face.pitch);
    const isSteady = [yaws, pitches].every((angles) => Math.max(...angles) - Math.min(...angles) <= RULES.steadyMax);
    if (this.#shown.length < RULES.aheadFrames || !isSteady) return 'hold_still';
    const yaw = median(yaws);
    const middle = this.#shown.toSorted((a, b) => Math.abs(a.face.yaw - yaw) - Math.abs(b.face.yaw - yaw))[0] as Seen;
    this.#ahead = middle.face;
    this.frontal = middle.at;
    this.#take(this.#shown, this.#aheadFaces);
    return null;
  }

  #lookForMove(at: number, face: FrameFace, turned: Turned): ProofReason | null {
    if (looksFlat(turned)) this.#flatFrames += 1;
    if (this.#isSeen) return null;
    if (this.#expected === 'ahead') {
      this.#shown = isBack(turned) ? [...this.#shown, { at, face }] : [];
      if (this.#shown.length === RULES.backFrames) this.#take(this.#shown, this.#aheadFaces);
      return null;
    }
    const move = moveOf(turned);
    if (move === null) return null;
    if (move !== this.#expected) {
      this.#others.push(move);
      return this.#others.filter((other) => other === move).length >= RULES.moveFrames ? 'wrong_move' : null;
    }
    this.#shown.push({ at, face });
    if (this.#shown.length < RULES.moveFrames) return null;
    const faces: FrameFace[] = [];
    this.#turnedFaces.push(faces);
    this.#take(this.#shown, faces);
    this.movesSeen += 1;
    return null;
  }

  /** What was expected is there. */
  #take(shown: readonly Seen[], faces: FrameFace[]): void {
    this.#isSeen = true;
    this.proving.push(...shown.map(({ at }) => at));
    faces.push(...shown.map(({ face }) => face));
  }
}

function messageForAhead(
  { faces, width, height }: FrameMeasure,
  { box, heightPx, yaw, roll }: FrameFace,
): FaceMessage | null {
  if (faces > 1) return 'several_faces';
  if (heightPx < RULES.heightPxMin) return 'too_far';
  if (heightPx > RULES.heightPxMax) return 'too_close';
  const aside = Math.abs(box.x + box.width / 2 - width / 2) / width;
  const above = Math.abs(box.y + box.height / 2 - height / 2) / height;
  if (Math.max(aside, above) > RULES.offCentreMax) return 'off_center';
  return Math.abs(yaw) > RULES.aheadYawMax || Math.abs(roll) > RULES.aheadRollMax ? 'look_ahead' : null;
}
