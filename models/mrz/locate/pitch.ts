import type { MrzScratch } from './kernel.ts';
import type { Plane } from './plane.ts';

/** The searched advances, in pixels of a strip. */
const PITCH_MIN = 15;
const PITCH_MAX = 27;
/** The rows that hold capitals. */
const [TOP, BOTTOM] = [6, 26];
/** The kernel's `sumColumns` writes this many bytes beyond the end. */
const COLUMNS_SLACK_BYTES = 32;

export interface Pitch {
  /** Pixels of the strip from one character to the next. */
  pixels: number;
  /** How regularly they follow each other, 0..1. */
  regularity: number;
}

/** The least strength of vertical strokes, relative to horizontal ones: in print they are stronger, along a rule or frame far weaker. */
const UPRIGHT_MIN = 0.5;

/**
 * Measures the distance between the characters of a line: the period at which the ink of its columns repeats
 * (autocorrelation). `strip` is from `cutStrip`.
 */
export function measurePitch(scratch: MrzScratch, strip: Plane): Pitch {
  const ink = inkOfColumns(scratch, strip);
  const scores = new Float32Array(PITCH_MAX + 2);
  const own = correlate(ink, 0);
  for (let lag = PITCH_MIN - 1; lag <= PITCH_MAX + 1; lag++) scores[lag] = correlate(ink, lag) / (own + 1e-6);
  let best = PITCH_MIN;
  for (let lag = PITCH_MIN; lag <= PITCH_MAX; lag++) if ((scores[lag] ?? 0) > (scores[best] ?? 0)) best = lag;
  const [before, at, after] = [scores[best - 1] ?? 0, scores[best] ?? 0, scores[best + 1] ?? 0];
  const curvature = 2 * at - before - after;
  const part = curvature > 0 ? Math.max(-0.5, Math.min(0.5, (after - before) / (2 * curvature))) : 0;
  return { pixels: best + part, regularity: uprightShare(scratch, strip) < UPRIGHT_MIN ? 0 : Math.max(0, at) };
}

function uprightShare({ run }: MrzScratch, { width, at }: Plane): number {
  const [from, count] = [at + TOP * width, (BOTTOM - TOP) * width - 1];
  return run.sumDifferences(from, count, 1) / (1 + run.sumDifferences(from, count, width));
}

/** Returns the darkness of each column relative to the columns around it. */
function inkOfColumns(scratch: MrzScratch, { width, at }: Plane): Float32Array {
  const rows = BOTTOM - TOP;
  const columns = scratch.take(Uint16Array.BYTES_PER_ELEMENT * width + COLUMNS_SLACK_BYTES);
  scratch.run.sumColumns(at + TOP * width, width, rows, columns);
  const lights = new Uint16Array(scratch.bytes(columns, 0).buffer, columns, width);
  const sums = new Float32Array(width + 1);
  for (let x = 0; x < width; x++) sums[x + 1] = -(lights[x] as number) / rows;
  for (let x = 0; x < width; x++) sums[x + 1] = (sums[x + 1] as number) + (sums[x] as number);
  const ink = new Float32Array(width);
  for (let x = 0; x < width; x++) ink[x] = meanAround(sums, x, 1) - meanAround(sums, x, PITCH_MAX);
  return ink;
}

/** Returns the mean over a column and `reach` to both sides. `sums` are those up to each column. */
function meanAround(sums: Float32Array, x: number, reach: number): number {
  const [from, to] = [Math.max(0, x - reach), Math.min(sums.length - 1, x + reach + 1)];
  return ((sums[to] as number) - (sums[from] as number)) / (to - from);
}

/** Ignores the ink at the strip's ends, which belongs to the surroundings of the text. */
function correlate(ink: Float32Array, lag: number): number {
  const edge = 30;
  let sum = 0;
  for (let x = edge; x + lag < ink.length - edge; x++) sum += (ink[x] as number) * (ink[x + lag] as number);
  return sum / Math.max(1, ink.length - 2 * edge - lag);
}
