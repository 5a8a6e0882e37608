import { passing } from './kernel.ts';
import type { Pyramid } from './pyramid.ts';
import { CAPITALS, meanOf, profileOf, ROWS, sumStrokes } from './sight.ts';
import { straighten } from './straighten.ts';
import type { Track } from './track.ts';

/** Capitals begin at this share of the way from the gaps' strength to the line's. It is low because fillers are lower than capitals. */
const EDGE = 0.4;

/** Measures the height of the capitals, and moves the track to their middle. */
export function fitHeight(pyramid: Pyramid, track: Track): Track {
  const step = track.capitals / CAPITALS;
  const layout = { rows: ROWS, stepAlong: step, stepAcross: step, from: track.from, to: track.to };
  const { scratch } = pyramid;
  const profile = profileOf(passing(scratch, () => sumStrokes(scratch, straighten(pyramid, track, layout))));
  const plateau = meanOf(profile, ROWS / 2 - 3, ROWS / 2 + 3);
  const top = findEdge(profile, plateau, -1);
  const bottom = findEdge(profile, plateau, 1);
  const height = Math.max(0.7, Math.min(1.4, (bottom - top) / CAPITALS));
  const [c0, c1, c2] = track.bend;
  const shift = ((top + bottom) / 2 - ROWS / 2) * step;
  return { ...track, bend: [c0 + shift, c1, c2], capitals: track.capitals * height };
}

/** Returns the row's edge where the strokes have fallen to `EDGE` of the way to the gap's strength. */
function findEdge(profile: readonly number[], plateau: number, direction: 1 | -1): number {
  const middle = ROWS / 2;
  const row = (distance: number): number => profile[direction > 0 ? middle + distance : middle - 1 - distance] ?? 0;
  let floor = plateau;
  for (let distance = 4; distance < 13; distance++) floor = Math.min(floor, row(distance));
  const level = floor + EDGE * (plateau - floor);
  for (let distance = 2; distance < 13; distance++) {
    const [inner, outer] = [row(distance), row(distance + 1)];
    if (outer > level || inner === outer) continue;
    const part = Math.max(0, Math.min(1, (inner - level) / (inner - outer)));
    return middle + direction * (distance + 0.5 + part);
  }
  return middle + (direction * CAPITALS) / 2;
}
