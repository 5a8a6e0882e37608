import type { ShareRange } from '../types.ts';

/** To a millionth of a percent: what lies beyond comes from the computing. */
export function round(percent: number): number {
  return Math.round(percent * 1e6) / 1e6;
}

export function roundRange({ min, max }: ShareRange): ShareRange {
  return { min: round(min), max: round(max) };
}

/** `30 %`, `25 to 50 %`, or what says that no share is known. */
export function rangeText(percent: ShareRange | null): string {
  if (percent === null) return 'control by other means';
  const { min, max } = roundRange(percent);
  return min === max ? `${min} %` : `${min} to ${max} %`;
}

/** An owner's place in what was submitted. */
export function fieldOf(at: number): string {
  return `ubos[${at}]`;
}
