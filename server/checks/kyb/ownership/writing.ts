import type { ShareRange } from '../types.ts';

/** Rounds to a millionth of a percent. Anything smaller is a rounding error. */
export function round(percent: number): number {
  return Math.round(percent * 1e6) / 1e6;
}

export function roundRange({ min, max }: ShareRange): ShareRange {
  return { min: round(min), max: round(max) };
}

/** Returns `30 %`, `25 to 50 %`, or a text that says that no share is known. */
export function rangeText(percent: ShareRange | null): string {
  if (percent === null) return 'control by other means';
  const { min, max } = roundRange(percent);
  return min === max ? `${min} %` : `${min} to ${max} %`;
}

/** Returns an owner's path in the submission. */
export function fieldOf(at: number): string {
  return `ubos[${at}]`;
}
