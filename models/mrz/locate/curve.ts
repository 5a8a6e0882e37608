import { median } from '../../runtime/geometry.ts';
/** An observation of a line: `n` below the expected course at `t`, with this weight. */
export interface Sighting {
  t: number;
  n: number;
  weight: number;
}

/** The coefficients of c0 + c1 t + c2 t^2. */
export type Curve = readonly [number, number, number];

/** Fewer sightings than this show no curl. */
const CURL_SIGHTINGS_MIN = 6;
/** Observations this far off, in units of `n`, count half as much, those farther off still less (Cauchy's weights). */
const OFF = 1;
const ROUNDS = 4;

/** Returns the curve c0 + c1 t + c2 t^2 that is closest to the observations; outliers hardly count. */
export function fitCurve(sightings: readonly Sighting[]): Curve {
  const scale = sightings.reduce((most, { t }) => Math.max(most, Math.abs(t)), 1);
  const degree = sightings.length >= CURL_SIGHTINGS_MIN ? 2 : sightings.length > 1 ? 1 : 0;
  let curve: Curve = [median(sightings.map(({ n }) => n)), 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const [c0, c1, c2] = solveCurve(sightings, scale, degree, curve, OFF * 2 ** (ROUNDS - 1 - round));
    curve = [c0, c1 / scale, c2 / (scale * scale)];
  }
  return curve;
}

/**
 * Least squares by the normal equations with Gaussian elimination; a small weight keeps undetermined coefficients at 0.
 * Observations that are `off` from `curve` count half as much. The coefficients are those for `t` / `scale`.
 */
function solveCurve(
  sightings: readonly Sighting[],
  scale: number,
  degree: number,
  [c0, c1, c2]: Curve,
  off: number,
): [number, number, number] {
  const moments = [0, 0, 0, 0, 0];
  const right = [0, 0, 0];
  for (const { t, n, weight } of sightings) {
    const beside = (n - (c0 + t * (c1 + t * c2))) / off;
    let power = (weight * weight + 1e-4) / (1 + beside * beside);
    for (let i = 0; i < 5; i++, power *= t / scale) {
      moments[i] = (moments[i] as number) + power;
      if (i < 3) right[i] = (right[i] as number) + power * n;
    }
  }
  const size = degree + 1;
  const rows = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => (moments[i + j] ?? 0) + (i === j && i > 0 ? 1e-6 : 0)),
    right[i] ?? 0,
  ]);
  return eliminate(rows);
}

function eliminate(rows: number[][]): [number, number, number] {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const share = (rows[j]?.[i] ?? 0) / (rows[i]?.[i] || 1e-9);
      rows[j] = (rows[j] ?? []).map((value, k) => value - share * (rows[i]?.[k] ?? 0));
    }
  }
  const solution: [number, number, number] = [0, 0, 0];
  for (let i = size - 1; i >= 0; i--) {
    let value = rows[i]?.[size] ?? 0;
    for (let k = i + 1; k < size; k++) value -= (rows[i]?.[k] ?? 0) * (solution[k] ?? 0);
    solution[i] = value / (rows[i]?.[i] || 1e-9);
  }
  return solution;
}
