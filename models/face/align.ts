import type { Point } from '../ports.ts';
import type { Similarity } from './crops.ts';

export type { Point };

/** A place of the face that is aligned with a fixed point of a crop: the mean of some vertices of the face mesh. */
export interface Place {
  /** Vertices of MediaPipe's canonical face, 468 points. */
  vertices: readonly number[];
  /** In pixels of the crop. */
  at: Point;
}

/** The corners and lids of an eye. Left and right are those of the picture. */
export const LEFT_EYE = [33, 133, 159, 145];
export const RIGHT_EYE = [362, 263, 386, 374];
/** The corners of the mouth. */
export const LEFT_MOUTH = [61];
export const RIGHT_MOUTH = [291];

/** Points of a face mesh. */
const MESH_POINTS = 468;

/** Returns whether these are all the points of a face mesh. */
export function isWholeMesh(mesh: readonly Point[]): boolean {
  return mesh.length === MESH_POINTS && mesh.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
}

/**
 * Returns the similarity transform that maps the places' fixed points to their positions in a face, with the least squared distance (Umeyama,
 * "Least-squares estimation of transformation parameters between two point patterns", 1991, without reflection).
 *
 * @param mesh all points of the face, in pixels of the picture
 */
export function alignTo(places: readonly Place[], mesh: readonly Point[]): Similarity {
  const fixed = places.map(({ at }) => at);
  const seen = places.map(({ vertices }) => middleOf(vertices.map((vertex) => mesh[vertex] as Point)));
  const [from, to] = [middleOf(fixed), middleOf(seen)];
  let dot = 0;
  let cross = 0;
  let spread = 0;
  for (const [i, point] of fixed.entries()) {
    const c = { x: point.x - from.x, y: point.y - from.y };
    const p = { x: (seen[i] as Point).x - to.x, y: (seen[i] as Point).y - to.y };
    dot += c.x * p.x + c.y * p.y;
    cross += c.x * p.y - c.y * p.x;
    spread += c.x * c.x + c.y * c.y;
  }
  const a = dot / spread;
  const b = cross / spread;
  return { a, b, dx: to.x - a * from.x + b * from.y, dy: to.y - b * from.x - a * from.y };
}

/** Returns the mean of some points. */
export function middleOf(points: readonly Point[]): Point {
  const sum = { x: 0, y: 0 };
  for (const { x, y } of points) {
    sum.x += x;
    sum.y += y;
  }
  return { x: sum.x / points.length, y: sum.y / points.length };
}
