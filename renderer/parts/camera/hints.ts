import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type GreyPicture, type Moment, measure } from './measure.ts';
import { createSampler } from './picture.ts';

export type Purpose = 'document' | 'selfie';
export type Hint = 'small' | 'dark' | 'bright' | 'far' | 'moving' | 'blurred';

/** The appliance's minimum width and height in pixels. */
const SIDE_MIN = 600;
const DARK_UNDER = 60;
const BRIGHT_OVER = 215;
const WHITE_SHARE_MAX = 0.35;
/**
 * Measured on drawn documents and photographs of faces as a camera of 1280x720 sees them: 0.19 and more if they fill six tenths of its height, 0.11
 * and less at a third.
 */
const FILLED_MIN = 0.15;
const MOTION_MAX = 9;
/**
 * On the same pictures, with noise of 2 to 8 grey values: documents in focus had 1.3 and more, out of focus by two pixels 0.69 and less.
 * Photographs of faces had 0.22 and more if they were sharp, out of focus by three pixels 0.21 and less.
 */
const SHARPNESS_MIN: Readonly<Record<Purpose, number>> = { document: 0.75, selfie: 0.2 };
/** A hint appears after this many equal samples in a row, so it does not flicker. */
const STEADY_MOMENTS = 2;

/** Returns the first thing to correct before the picture is taken; null if nothing. `frame`: size of the camera's own picture in pixels. */
export function hintOf(moment: Moment, frame: { width: number; height: number }, purpose: Purpose): Hint | null {
  if (Math.min(frame.width, frame.height) < SIDE_MIN) return 'small';
  if (moment.brightness < DARK_UNDER) return 'dark';
  if (moment.brightness > BRIGHT_OVER || moment.white > WHITE_SHARE_MAX) return 'bright';
  if (moment.motion !== null && moment.motion > MOTION_MAX) return 'moving';
  if (moment.filled < FILLED_MIN) return 'far';
  if (moment.sharpness !== null && moment.sharpness < SHARPNESS_MIN[purpose]) return 'blurred';
  return null;
}

/**
 * Returns a function that changes the hint only after several equal samples; until then it returns the previous one. Undefined: nothing is known yet.
 */
export function createSteadyHint(): (hint: Hint | null) => Hint | null | undefined {
  let told: Hint | null | undefined;
  let last: Hint | null | undefined;
  let times = 0;
  return (hint) => {
    times = hint === last ? times + 1 : 1;
    last = hint;
    if (times >= STEADY_MOMENTS) told = hint;
    return told;
  };
}

const EVERY_MS = 250;

/** Returns what to correct before the picture is taken; null: nothing, undefined: unknown yet. The samples do not leave the page. */
export function useHint(
  video: RefObject<HTMLVideoElement | null>,
  purpose: Purpose,
  on: boolean,
): Hint | null | undefined {
  const [hint, setHint] = useState<Hint | null | undefined>(undefined);
  useEffect(() => {
    setHint(undefined);
    if (!on) return;
    const sample = createSampler();
    const steady = createSteadyHint();
    let before: GreyPicture | null = null;
    const timer = setInterval(() => {
      const shown = video.current;
      const now = shown && sample(shown);
      if (!shown || !now) return;
      const frame = { width: shown.videoWidth, height: shown.videoHeight };
      setHint(steady(hintOf(measure(now.whole, now.middle, before), frame, purpose)));
      before = now.whole;
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [video, purpose, on]);
  return hint;
}
