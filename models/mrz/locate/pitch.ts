import type { LineStrip } from './strip.ts';

/** Advances looked for, in pixels of a strip. */
const PITCH_MIN = 15;
const PITCH_MAX = 27;
/** Rows that hold capitals. */
const [TOP, BOTTOM] = [6, 26];

export interface Pitch {
  /** Pixels of the strip from one character to the next. */
  pixels: number;
  /** How regularly they follow one another, 0..1. */
  regularity: number;
}

/** How strong upright strokes must be, measured by level ones: in print they are stronger, along a rule or frame far weaker. */
const UPRIGHT_MIN = 0.5;

/** How far the characters of a line stand apart: where the ink of its columns repeats itself (autocorrelation). */
export function measurePitch(strip: LineStrip): Pitch {
  const ink = inkOfColumns(strip);
  const scores = new Float32Array(PITCH_MAX + 2);
  const own = correlate(ink, 0);
  for (let lag = PITCH_MIN - 1; lag <= PITCH_MAX + 1; lag++) scores[lag] = correlate(ink, lag) / (own + 1e-6);
  let best = PITCH_MIN;
  for (let lag = PITCH_MIN; lag <= PITCH_MAX; lag++) if ((scores[lag] ?? 0) > (scores[best] ?? 0)) best = lag;
  const [before, at, after] = [scores[best - 1] ?? 0, scores[best] ?? 0, scores[best + 1] ?? 0];
  const curvature = 2 * at - before - after;
  const part = curvature > 0 ? Math.max(-0.5, Math.min(0.5, (after - before) / (2 * curvature))) : 0;
  return { pixels: best + part, regularity: uprightShare(strip) < UPRIGHT_MIN ? 0 : Math.max(0, at) };
}

function uprightShare({ width, values }: LineStrip): number {
  let [upright, level] = [0, 1];
  for (let i = TOP * width; i + 1 < BOTTOM * width; i++) {
    const value = values[i] ?? 0;
    upright += Math.abs((values[i + 1] ?? 0) - value);
    level += Math.abs((values[i + width] ?? 0) - value);
  }
  return upright / level;
}

/** Darkness of each column against the columns around it. */
function inkOfColumns({ width, values }: LineStrip): Float32Array {
  const sums = new Float32Array(width + 1);
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let y = TOP; y < BOTTOM; y++) sum -= values[y * width + x] ?? 0;
    sums[x + 1] = sum / (BOTTOM - TOP);
  }
  for (let x = 0; x < width; x++) sums[x + 1] = (sums[x + 1] ?? 0) + (sums[x] ?? 0);
  const meanAround = (x: number, reach: number): number => {
    const [from, to] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  };
  return Float32Array.from({ length: width }, (_, x) => meanAround(x, 1) - meanAround(x, PITCH_MAX));
}

/** The ink at the strip's ends is left out: there stands what surrounds the text. */
function correlate(ink: Float32Array, lag: number): number {
  const edge = 30;
  let sum = 0;
  for (let x = edge; x + lag < ink.length - edge; x++) sum += (ink[x] ?? 0) * (ink[x + lag] ?? 0);
  return sum / Math.max(1, ink.length - 2 * edge - lag);
}
