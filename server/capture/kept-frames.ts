import type { Proof } from '../../models/liveness/types.ts';
import { LIMITS } from '../lib/limits.ts';

/**
 * Returns the indices of the frames to keep, in order, at most `LIMITS.captureFramesKeptMax`: those that prove, the frontal one, the first after each
 * move was told, and then others between them, as evenly as possible.
 */
export function framesToKeep(
  count: number,
  { frontal, proving }: Pick<Proof, 'frontal' | 'proving'>,
  told: readonly { pageFrame: number }[],
): number[] {
  const max = LIMITS.captureFramesKeptMax;
  const wanted = [...(frontal === null ? [] : [frontal]), ...told.map(({ pageFrame }) => pageFrame), ...proving];
  const kept = new Set(wanted.filter((index) => index < count).slice(0, max));
  const free = Array.from({ length: count }, (_, index) => index).filter((index) => !kept.has(index));
  const places = Math.min(max - kept.size, free.length);
  for (let place = 0; place < places; place++)
    kept.add(free[Math.floor(((place + 0.5) * free.length) / places)] as number);
  return [...kept].sort((one, other) => one - other);
}
