import { compareFaces } from '../face/compare.ts';
import { choiceOf } from '../face/recognition.ts';
import type { EngineVersion, FrameFace, FrameMeasure, Move } from '../ports.ts';
import { median } from '../runtime/geometry.ts';
import { COVERED } from './backdrop.ts';
import { foreshortening, type Parallax, parallaxOf } from './parallax.ts';

/** Increases whenever the same frames could get another verdict. */
export const METHOD_VERSION = 'parallax-1';

/**
 * The limits, frozen on the development set (`test/eval/liveness/people.ts`) before the held-out one was run. Angles are in degrees against the frame
 * that looks ahead, parallax in % of the face's height. On the development set, one photograph, bent from its upper to its lower edge and tilted by 45
 * degrees, showed one wrong move under 20, 8.5 and 1.8 (angle, nose, residual), and genuine turns reach 25, 11 and 2.3. Hence 22, 9.5 and 2.1.
 */
export const RULES = {
  /** Height of the face when it looks ahead. */
  heightPxMin: 200,
  heightPxMax: 400,
  /** How far from the middle of the frame, in its widths and heights. */
  offCentreMax: 0.28,
  /** Looking ahead: the apparent yaw and roll of the first frames, and how far they may differ from each other. */
  aheadYawMax: 14,
  aheadRollMax: 18,
  steadyMax: 5,
  aheadFrames: 3,
  /** Back in the middle: how far yaw and pitch may be from the first frames. Frames that show it. */
  backMax: 9,
  backFrames: 2,
  /** A move needs all three limits of its direction, with the right sign, on this many frames. */
  moveFrames: 3,
  sideways: { angle: 22, nose: 9.5, residual: 2.1 },
  up: { angle: 16, nose: 7.5, residual: 1.9 },
  down: { angle: 14, nose: 6, residual: 1.8 },
  /**
   * A greater step between two frames is no turn of a head. The development clip of a quick turn, at 12 frames a second, has 15.3. Two photographs
   * that are swapped differ by the whole angle of a move.
   */
  stepMax: 18,
  /** The same for the nose, in % of the face's height; the clip has 6.7. */
  noseStepMax: 8,
  /**
   * After a longer gap between two frames, a step that is too great shows that frames are missing, and not how fast the head moved: a page that waits
   * for a busy appliance leaves frames out.
   */
  gapMs: 150,
  /** From here the person is asked to turn more slowly. */
  stepFast: 12,
  /** The face may be lost for so long, between the first frame without it and the next with it. */
  lostMsMax: 200,
  /** Mean interval of the frames of a challenge, and the longest one while a move is expected. */
  intervalMsMean: 200,
  intervalMsMax: 800,
  moveMsMax: 6_000,
  /** `compareFaces` with the frame that looks ahead: the middle value of all frames that look ahead, and of those that prove a move. */
  sameAhead: 0.9,
  sameTurned: 0.2,
  /** A picture that is tilted: it is narrower in one direction by this factor, and yet nothing in it moves as on a head. */
  flat: { narrower: 0.86, noseMax: 4.5, residualMax: 1.5, frames: 4 },
  /** A field of the background changes by so many grey values, beyond the change of all; this share of the fields at once. */
  fieldChange: 40,
  fieldsShare: 0.5,
  fieldsMin: 6,
  /** Points that are this close in two frames, in pixels, are those of one picture. */
  stillPx: 0.01,
  stillFrames: 3,
  /** Share of frames with several faces. */
  severalShareMax: 0.5,
} as const;

/** How the head of a frame is held against the frame that looks ahead. */
export interface Turned extends Parallax {
  yaw: number;
  pitch: number;
  /** By how much the picture of the face is narrower in one direction than in the other, 0..1. */
  narrower: number;
}

export function turnedFrom(ahead: FrameFace, face: FrameFace): Turned {
  return {
    yaw: face.yaw - ahead.yaw,
    pitch: face.pitch - ahead.pitch,
    ...parallaxOf(ahead.points, face.points, ahead.heightPx),
    narrower: foreshortening(ahead.points, face.points),
  };
}

/** Returns the move that a frame proves, in the geometry of a head; null: none. */
export function moveOf({ yaw, pitch, noseX, noseY, residual }: Turned): Move | null {
  if (Math.abs(noseX) > Math.abs(noseY)) {
    const { sideways } = RULES;
    const side = Math.sign(noseX);
    const isMove = side * yaw >= sideways.angle && Math.abs(noseX) >= sideways.nose && residual >= sideways.residual;
    if (!isMove) return null;
    return side > 0 ? 'left' : 'right';
  }
  const { angle, nose, residual: least } = noseY < 0 ? RULES.up : RULES.down;
  const way = -Math.sign(noseY);
  const isMove = way * pitch >= angle && Math.abs(noseY) >= nose && residual >= least;
  if (!isMove) return null;
  return way > 0 ? 'up' : 'down';
}

/** Returns whether a frame shows a picture that is tilted. */
export function looksFlat({ narrower, noseX, noseY, residual }: Turned): boolean {
  const { flat } = RULES;
  return narrower <= flat.narrower && Math.hypot(noseX, noseY) <= flat.noseMax && residual <= flat.residualMax;
}

export function isBack({ yaw, pitch }: Turned): boolean {
  return Math.abs(yaw) <= RULES.backMax && Math.abs(pitch) <= RULES.backMax;
}

/** Returns whether the background of two frames in a row is of two places. */
export function backdropChanged(before: FrameMeasure, after: FrameMeasure): boolean {
  const changes: number[] = [];
  for (const [i, grey] of after.backdrop.entries()) {
    const former = before.backdrop[i] ?? COVERED;
    if (grey !== COVERED && former !== COVERED) changes.push(grey - former);
  }
  if (changes.length < RULES.fieldsMin) return false;
  const brighter = median(changes);
  const changed = changes.filter((change) => Math.abs(change - brighter) > RULES.fieldChange);
  return changed.length > RULES.fieldsShare * changes.length;
}

/** Returns whether two frames show the same picture to a hundredth of a pixel, which no camera does. */
export function isStill(before: FrameFace, after: FrameFace): boolean {
  let sum = 0;
  for (let i = 0; i < after.points.length; i++) sum += Math.abs((after.points[i] ?? 0) - (before.points[i] ?? 0));
  return sum / after.points.length < RULES.stillPx;
}

/**
 * Returns how alike the faces of some frames are to the one that looks ahead: the middle score, 0..1. null: none of them, or no embedding can be compared.
 */
export function likeness(model: EngineVersion, ahead: FrameFace, faces: readonly FrameFace[]): number | null {
  const choice = choiceOf(model) ?? 'dlib+mobilefacenet';
  const own = ahead.embedding;
  if (own === null) return null;
  const scores = faces.flatMap(({ embedding }) => (embedding ? [compareFaces(own, embedding, choice)] : []));
  return scores.length === 0 ? null : median(scores);
}
