import type { CaptureChallenge } from '../../../server/contract/capture-page.ts';
import type { FaceSight } from './sight.ts';

/** A face is so high at least and at most, in pixels of a frame 480 high. The appliance asks for 200. */
const HEIGHT_MIN = 215;
const HEIGHT_MAX = 350;
/** How far the middle of the face may be from that of the frame, as shares. */
const OFF_X_MAX = 0.15;
const OFF_Y_MAX = 0.17;
/** Below this mean grey value a face is too dark. */
const BRIGHTNESS_MIN = 55;
/** So many frames in a row say the same before it is said, because a message that flickers helps nobody. */
const STEADY_FRAMES = 3;
/** The turn, in degrees, at which the arrow is full. */
const FULL_TURN = 25;

const OF_MOVE = { left: 'turn_left', right: 'turn_right', up: 'look_up', down: 'look_down' } as const;

/** What the appliance wants, for the guidance: null before the challenge. */
export type Wanted = Pick<CaptureChallenge, 'state' | 'move' | 'message'> | null;

/** Returns what is wrong with how the face stands in the frame; null: nothing. While the head moves, its size and place may change. */
export function framingOf({ faces, face }: FaceSight, moving: boolean): string | null {
  if (face === null) return 'no_face';
  if (faces > 1) return 'several_faces';
  if (moving) return null;
  if (face.brightness < BRIGHTNESS_MIN) return 'too_dark';
  if (face.heightPx < HEIGHT_MIN) return 'too_far';
  if (face.heightPx > HEIGHT_MAX) return 'too_close';
  if (Math.abs(face.x - 0.5) > OFF_X_MAX || Math.abs(face.y - 0.5) > OFF_Y_MAX) return 'off_center';
  return null;
}

/** Returns the one message to show: how the face stands comes first, then what the appliance says, then the wanted move. */
export function messageOf(framing: string | null, wanted: Wanted): string {
  if (framing !== null) return framing;
  if (wanted === null) return 'hold_still';
  return wanted.message ?? (wanted.move === null ? 'look_ahead' : OF_MOVE[wanted.move]);
}

/** Returns how far the head has gone in the wanted direction, 0..1. It only fills the arrow; the appliance decides. */
export function turnOf({ face }: FaceSight, move: CaptureChallenge['move']): number {
  if (face === null || move === null) return 0;
  const degrees = { left: face.yaw, right: -face.yaw, up: face.pitch, down: -face.pitch }[move];
  return Math.min(1, Math.max(0, degrees / FULL_TURN));
}

/** Returns a function that passes on a value only after it came several times in a row. */
export function steady<T>(first: T): (now: T) => T {
  let [told, last, times] = [first, first, 0];
  return (now) => {
    times = now === last ? times + 1 : 1;
    last = now;
    if (times >= STEADY_FRAMES) told = now;
    return told;
  };
}
