import type { GreyImage } from '../../models/pixels/grey.ts';
import { CONFIDENCE_MIN, findDocument } from './corners.ts';
import { type Moment, measure, type Taken } from './measure.ts';
import { between, bounds, type Outline, shiftOf, sidesOf } from './outline.ts';

export type Subject = 'document' | 'selfie';

/** What to correct before the picture is taken, the most urgent first. */
export const GUIDE_MESSAGES = [
  'camera_too_small',
  'too_dark',
  'too_bright',
  'document_not_found',
  'too_close',
  'too_far',
  'tilted',
  'hold_still',
  'glare',
  'blurred',
] as const;
export type GuideMessage = (typeof GUIDE_MESSAGES)[number];

export interface Guidance {
  /** The one thing to say: what to correct, or `hold_still` until the shutter releases; null: nothing to say, or unknown yet. */
  message: GuideMessage | null;
  /** Nothing needs correcting. */
  ready: boolean;
  /** Where the document is, smoothed over time; null if none was found. */
  outline: Outline | null;
  /** How certain the outline is, 0..1. */
  confidence: number;
  /** True once: the document held still, sharp and large enough, without glare, for long enough. Take the picture now. */
  shoot: boolean;
  /** Offer the manual shutter: the automatic one has not released in time. */
  manual: boolean;
}

export interface Guide {
  /** As in the last guidance. */
  readonly outline: Outline | null;
  /** What is known after one more sample. `nowMs`: any clock that does not run backwards. */
  add(taken: Taken, nowMs: number): Guidance;
  /** Starts again, for the next picture. */
  reset(): void;
}

/** The appliance's minimum width and height in pixels. */
const CAMERA_SIDE_MIN = 600;
/**
 * Below these the appliance calls the picture too dark: the mean grey value and that of the lightest parts, in the measures of `models/quality/measure.ts`
 * and with the limits of the shipped policy (`server/checks/policy.ts`, which says what they were measured on).
 */
export const DARK_UNDER: Readonly<Record<Subject, number>> = { document: 70, selfie: 45 };
export const LIGHTEST_MIN = 90;
const BRIGHT_OVER = 215;
const WHITE_SHARE_MAX = 0.35;
/**
 * Measured on photographs of faces as a camera of 1280x720 sees them: 0.19 and more if they fill six tenths of its
 * height, 0.11 and less at a third.
 */
const FILLED_MIN = 0.15;
const MOTION_MAX = 9;
/**
 * On drawn documents and photographs of faces, with noise of 2 to 8 grey values: documents in focus had 1.3 and more, out of focus by two pixels
 * 0.69 and less. Photographs of faces had 0.22 and more if they were sharp, out of focus by three pixels 0.21 and less
 * with noise of 2: more noise hides that a face is out of focus, because a part of a face has little contrast.
 */
const SHARPNESS_MIN: Readonly<Record<Subject, number>> = { document: 0.75, selfie: 0.2 };
/** A corner this near to the frame's edge may be cut off. */
const EDGE_SHARE = 0.012;
/** The least length of the document's longer side: as a share of the frame's, and in pixels of the camera, for readable print. */
const LONG_SHARE_MIN = 0.45;
const LONG_PIXELS_MIN = 640;
/** Of two opposite sides, the shorter one has at least this share of the longer: tilted by some 30 degrees at arm's length. */
const SIDES_RATIO_MIN = 0.78;
/** Corners that move by less than this share of the frame from one sample to the next hold still. */
export const SHIFT_MAX = 0.012;
const GLARE_MAX = 0.004;
/** What was a reason once stays one until the value is this much better, so that a message does not flicker. */
const SLACK = 0.1;
/** A message appears after this many equal samples in a row. */
const STEADY_SAMPLES = 2;
/** So many samples without a document are bridged by the last outline. */
const LOST_SAMPLES = 3;
/** Nothing to correct for this many samples in a row and this long: the shutter releases. */
export const SHOOT_SAMPLES = 4;
const SHOOT_MS = 600;
const MANUAL_MS = 15_000;
/** How fast the shown outline follows the found one. */
const FOLLOW = 0.6;

/** Guides a person until the picture can be taken, and says when. */
export function createGuide(subject: Subject = 'document'): Guide {
  let state = start();
  const look = ({ frame }: Taken): { found: Outline | null; shift: number } => {
    const seen = subject === 'document' ? findDocument(frame) : null;
    if (!seen || seen.confidence < CONFIDENCE_MIN) {
      state.lost += 1;
      if (state.lost > LOST_SAMPLES) Object.assign(state, { outline: null, found: null, confidence: 0 });
      return { found: null, shift: 0 };
    }
    const shift = state.found ? shiftOf(state.found, seen.outline) : 1;
    const shown = state.outline && shift < 4 * SHIFT_MAX ? between(state.outline, seen.outline, FOLLOW) : seen.outline;
    Object.assign(state, { outline: shown, found: seen.outline, confidence: seen.confidence, lost: 0 });
    return { found: seen.outline, shift };
  };
  return {
    get outline() {
      return state.outline;
    },
    add: (taken, nowMs) => {
      const { found, shift } = look(taken);
      const moment = measure(taken, state.before, found);
      state.before = taken.frame;
      state.sinceMs ??= nowMs;
      const fault = faultOf({ taken, moment, subject, found, shift, shown: state.message ?? null });
      state.times = fault === state.last ? state.times + 1 : 1;
      if (fault !== null || state.goodSinceMs === null) state.goodSinceMs = fault === null ? nowMs : null;
      state.last = fault;
      if (state.times >= STEADY_SAMPLES) state.message = fault;
      const held = state.goodSinceMs !== null && nowMs - state.goodSinceMs >= SHOOT_MS && state.times >= SHOOT_SAMPLES;
      const shoot = held && subject === 'document' && !state.shot;
      if (shoot) state.shot = true;
      const { outline, confidence } = state;
      const ready = state.message === null;
      const message = ready && subject === 'document' ? 'hold_still' : (state.message ?? null);
      return { message, ready, outline, confidence, shoot, manual: nowMs - state.sinceMs >= MANUAL_MS };
    },
    reset: () => {
      state = start();
    },
  };
}

interface State {
  sinceMs: number | null;
  before: GreyImage | null;
  /** The outline as shown, and as last found. */
  outline: Outline | null;
  found: Outline | null;
  confidence: number;
  /** Samples since a document was found. */
  lost: number;
  last: GuideMessage | null | undefined;
  /** How often `last` came in a row. */
  times: number;
  message: GuideMessage | null | undefined;
  goodSinceMs: number | null;
  shot: boolean;
}

const start = (): State => ({
  sinceMs: null,
  before: null,
  outline: null,
  found: null,
  confidence: 0,
  lost: 0,
  last: undefined,
  times: 0,
  message: undefined,
  goodSinceMs: null,
  shot: false,
});

export interface Sight {
  taken: Pick<Taken, 'width' | 'height'>;
  moment: Moment;
  subject: Subject;
  /** The outline of this sample, and how far its corners are from the previous one, in shares of the frame. */
  found: Outline | null;
  shift: number;
  /** The message that is shown. */
  shown: GuideMessage | null;
}

/** Returns the first thing to correct, in the order of `GUIDE_MESSAGES`; null if nothing. */
export function faultOf(sight: Sight): GuideMessage | null {
  const { taken, moment, subject, found, shown } = sight;
  const isUnder = (code: GuideMessage, value: number, limit: number): boolean =>
    value < limit * (shown === code ? 1 + SLACK : 1);
  const isOver = (code: GuideMessage, value: number, limit: number): boolean =>
    value > limit * (shown === code ? 1 - SLACK : 1);
  if (Math.min(taken.width, taken.height) < CAMERA_SIDE_MIN) return 'camera_too_small';
  if (isUnder('too_dark', moment.brightness, DARK_UNDER[subject])) return 'too_dark';
  if (isUnder('too_dark', moment.lightest, LIGHTEST_MIN)) return 'too_dark';
  if (isOver('too_bright', moment.brightness, BRIGHT_OVER)) return 'too_bright';
  if (isOver('too_bright', moment.white, WHITE_SHARE_MAX)) return 'too_bright';
  if (subject === 'document') {
    if (!found) return 'document_not_found';
    const { left, top, right, bottom } = bounds(found);
    if (isUnder('too_close', Math.min(left, top, 1 - right, 1 - bottom), EDGE_SHARE)) return 'too_close';
    const [upper, rightSide, lower, leftSide] = sidesOf(found, taken);
    const long = Math.max((upper + lower) / 2, (leftSide + rightSide) / 2);
    const share = long / Math.max(taken.width, taken.height);
    if (isUnder('too_far', share, LONG_SHARE_MIN) || isUnder('too_far', long, LONG_PIXELS_MIN)) return 'too_far';
    const ratio = Math.min(upper / lower, lower / upper, leftSide / rightSide, rightSide / leftSide);
    if (isUnder('tilted', ratio, SIDES_RATIO_MIN)) return 'tilted';
    if (isOver('hold_still', sight.shift, SHIFT_MAX)) return 'hold_still';
  } else if (isUnder('too_far', moment.filled, FILLED_MIN)) return 'too_far';
  if (moment.motion !== null && isOver('hold_still', moment.motion, MOTION_MAX)) return 'hold_still';
  if (isOver('glare', moment.glare, GLARE_MAX)) return 'glare';
  if (moment.sharpness !== null && isUnder('blurred', moment.sharpness, SHARPNESS_MIN[subject])) return 'blurred';
  return null;
}
