import type { EngineVersion, FrameMeasure, Move } from '../ports.ts';

/** A frame of a challenge, and when it came. */
export interface ProofFrame {
  measure: FrameMeasure;
  /** When the page took it: milliseconds since the challenge began, by the page's clock. */
  pageMs: number;
  /** When the appliance received it: milliseconds since the challenge began, by its own clock. */
  serverMs: number;
  /** The number of the batch that it came in. */
  batch: number;
}

/** What is judged. */
export interface ProofInput {
  /** The model of the embeddings. */
  model: EngineVersion;
  /** The moves that were asked for, in order. */
  moves: readonly Move[];
  /** In order. */
  frames: readonly ProofFrame[];
  /** When the person was told each move. `pageFrame`: the index, in `frames`, of the first frame that may show it. */
  told: readonly { move: Move; serverMs: number; pageFrame: number }[];
  /** The frames are only some of those that were taken, so steps, gaps and rate are not judged. */
  thinned?: boolean;
}

/** Why a challenge is not proven. */
export const PROOF_REASONS = [
  'too_few_frames',
  'no_face',
  'several_faces',
  'face_too_small',
  'face_lost',
  'move_not_seen',
  'wrong_move',
  'flat',
  'jump',
  'frames_missing',
  'background_changed',
  'another_face',
  'repeated_frame',
  'too_slow',
  'selfie_differs',
] as const;
export type ProofReason = (typeof PROOF_REASONS)[number];

/**
 * `proven`: every move was seen in its order, in the geometry of a head. `suspected`: something speaks for an attack. `not_proven`: anything else.
 */
export type ProofVerdict = 'proven' | 'not_proven' | 'suspected';

export interface Proof {
  verdict: ProofVerdict;
  reasons: ProofReason[];
  /** Of the rules and thresholds. */
  methodVersion: string;
  /** The index of the frame that looks straight into the camera; it is the selfie. */
  frontal: number | null;
  /** The indices of the frames that prove the moves. */
  proving: number[];
}

/** Tells the person what to do next. */
export type FaceMessage =
  | 'no_face'
  | 'several_faces'
  | 'too_far'
  | 'too_close'
  | 'off_center'
  | 'hold_still'
  | 'look_ahead'
  | 'turn_left'
  | 'turn_right'
  | 'look_up'
  | 'look_down'
  | 'too_fast';

/** The same rules while the frames arrive. */
export interface LiveJudge {
  /** From now on this move is wanted; `ahead`: the head straight. Its time limit begins. */
  expect(move: Move | 'ahead', serverMs: number): void;
  /** `seen`: what is expected was seen. `failed`: the attempt has failed. */
  add(
    measure: FrameMeasure,
    pageMs: number,
    serverMs: number,
  ): { seen: boolean; message: FaceMessage | null; failed: ProofReason | null };
}
