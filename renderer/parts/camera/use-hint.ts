import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { createSteadyHint, type Hint, hintOf, type Purpose } from './hints.ts';
import { type GreyPicture, measure } from './measure.ts';
import { createSampler } from './picture.ts';

const EVERY_MS = 250;

/** What to mend before the picture is taken; null: nothing, undefined: not known yet. Nothing of the samples leaves the page. */
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
