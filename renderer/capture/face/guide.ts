import type { CaptureChallenge } from '../../../server/contract/capture-page.ts';
import type { FaceSight } from './sight.ts';

/** A face is so high at least and at most, in pixels of a frame 480 high. The appliance asks for 200. */
const HEIGHT_MIN = 215;
const HEIGHT_MAX = 350;
/** How far the middle of the face may be from that of the frame, as shares. */
const OFF_X_MAX = 0.15;
const OFF_Y_MAX = 0.17;
/**
 * Below this mean grey value a face is too dark. Measured on the development people of `test/eval/liveness/people.ts` (59 faces): 68 and more as they
 * are, 34 to 75 in half the light, 52 and less in a third of it; of 150 held-out faces, one is under it as it is. Not the whole picture's value: a face before a window is dark too.
 */
const BRIGHTNESS_MIN = 55;
/**
 * Below this steepness of its edges (`measurePart`) a face is out of focus. Measured on faces of larger portraits, 260 pixels high, with noise of 2 and 4 grey
 * values. Development half: sharp 0.37 and more, out of focus by one pixel 0.26 and more, by three pixels 0.13 and less; the held-out half: 0.40, 0.29, 0.13. With noise of 8 grey
 * values blur is not told from grain. Clips of webcams had 0.19 and more.
 */
const SHARPNESS_MIN = 0.15;
/** So many frames in a row say the same before it is said, because a message that flickers helps nobody. */
const STEADY_FRAMES = 3;
/** The turn, in degrees, at which the arrow is full. */
const FULL_TURN = 25;

const OF_MOVE = { left: 'turn_left', right: 'turn_right', up: 'look_up', down: 'look_down' } as const;

/** What the appliance wants, for the guidance: null before the challenge. */
export type Wanted = Pick<CaptureChallenge, 'state' | 'move' | 'message'> | null;

/**
 * Returns what is wrong with how the face stands in the frame; null: nothing. While the head moves, its size and place may change, and on its way
 * back too it is blurred.
 */
export function framingOf({ faces, face }: FaceSight, wanted: Wanted): string | null {
  if (face === null) return 'no_face';
  if (faces > 1) return 'several_faces';
  if (wanted !== null && wanted.move !== null) return null;
  if (face.brightness < BRIGHTNESS_MIN) return 'too_dark';
  if (face.heightPx < HEIGHT_MIN) return 'too_far';
  if (face.heightPx > HEIGHT_MAX) return 'too_close';
  if (Math.abs(face.x - 0.5) > OFF_X_MAX || Math.abs(face.y - 0.5) > OFF_Y_MAX) return 'off_center';
  if (wanted === null && face.sharpness !== null && face.sharpness < SHARPNESS_MIN) return 'blurred';
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
