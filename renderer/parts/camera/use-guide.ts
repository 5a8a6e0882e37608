import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { createGuide, type Guidance, type Subject } from '../../guide/guide.ts';
import { createSampler } from '../../guide/sampler.ts';

const EVERY_MS = 150;

/**
 * Returns what the guide knows about the camera's picture; null while `on` is false. The samples do not leave the page.
 * @param onShoot called once when the picture should be taken
 */
export function useGuide(
  video: RefObject<HTMLVideoElement | null>,
  subject: Subject,
  on: boolean,
  onShoot: () => void,
): Guidance | null {
  const [guidance, setGuidance] = useState<Guidance | null>(null);
  const shoot = useRef(onShoot);
  shoot.current = onShoot;
  useEffect(() => {
    setGuidance(null);
    if (!on) return;
    const [sample, guide] = [createSampler(), createGuide(subject)];
    const timer = setInterval(() => {
      const taken = video.current && sample(video.current, guide.outline);
      if (!taken) return;
      const now = guide.add(taken, performance.now());
      setGuidance(now);
      if (now.shoot) shoot.current();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [video, subject, on]);
  return guidance;
}
