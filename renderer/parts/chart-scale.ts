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

type Values = readonly (number | null)[];

/** The drawing of a line through points at the middle of their places; where a value is missing the line is broken. `top`: the axis' end. */
export function linePath(values: Values, top: number): string {
  return values
    .map((value, i) =>
      value === null || isAlone(values, i) ? '' : `${isBegin(values, i) ? 'M' : 'L'}${at(value, i, top)}`,
    )
    .join('');
}

/** The drawing of the points that stand alone, of which no line is made: each a line of no length, whose ends make it a dot. */
export function dotPath(values: Values, top: number): string {
  return values.map((value, i) => (value !== null && isAlone(values, i) ? `M${at(value, i, top)}h0` : '')).join('');
}

const isBegin = (values: Values, i: number): boolean => (values[i - 1] ?? null) === null;
const isAlone = (values: Values, i: number): boolean => isBegin(values, i) && (values[i + 1] ?? null) === null;
const at = (value: number, i: number, top: number): string =>
  `${i + 0.5} ${Math.round((100 - (value / top) * 100) * 100) / 100}`;
