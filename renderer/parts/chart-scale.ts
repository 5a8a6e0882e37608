/** What the steps of an axis of lengths of time may be, in milliseconds: those that people count in. */
const TIME_STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000, 172_800_000, 432_000_000,
  864_000_000,
] as const;
const STEPS_MAX = 4;

export type AxisKind = 'count' | 'time';

/** The marks of an axis from 0 to at least `max`, four steps at most, each a round figure. Counts have whole steps. */
export function axisTicks(max: number, kind: AxisKind = 'count'): number[] {
  const step = kind === 'time' ? timeStep(max) : countStep(max);
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
}

function countStep(max: number): number {
  const rough = Math.max(1, max / STEPS_MAX);
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].find((times) => times * power >= rough) ?? 10;
  return Math.ceil(round * power);
}

function timeStep(max: number): number {
  return TIME_STEPS_MS.find((step) => step * STEPS_MAX >= max) ?? countStep(max);
}

/** Which of `count` places along an axis are named: every `n`-th, at most `most`, the last one among them. */
export function namedPlaces(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % every === 0);
}

/** The drawing of a line through points at the middle of their places; where a value is missing the line is broken. `top`: the axis' end. */
export function linePath(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, i) => {
      if (value === null) return '';
      const before = i > 0 && values[i - 1] !== null;
      const at = `${i + 0.5} ${round(100 - (value / top) * 100)}`;
      // A point that stands alone is a dot: a line of no length with round ends.
      const alone = !before && (values[i + 1] ?? null) === null;
      return `${before ? 'L' : 'M'}${at}${alone ? 'h0' : ''}`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;
