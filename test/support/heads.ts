import { createHash } from 'node:crypto';
import { anglesOf } from '../../models/liveness/angles.ts';
import type { FrameMeasure } from '../../models/ports.ts';

/**
 * A head as points of the face mesh: an ellipsoid with a nose, whose points for eyes, mouth, ears, chin and forehead are at the right places. The
 * others lie evenly on its front.
 */
export interface HeadPose {
  /** Degrees, as in `FrameFace`. */
  yaw?: number;
  pitch?: number;
  roll?: number;
  /** The middle of the head and its height, in pixels. */
  x?: number;
  y?: number;
  heightPx?: number;
  /** A photograph of the head that is turned by the angles: it keeps the depths that the net guesses for a picture, a share of the true ones. */
  flat?: boolean;
}

const POINTS = 468;
const RADIANS = Math.PI / 180;
/** Half axes of the head, in heights of the face. */
const [HALF_WIDTH, HALF_HEIGHT, HALF_DEPTH] = [0.42, 0.55, 0.5];
/** Places of points, across and down from the middle, in heights of the face; the depth is that of the ellipsoid. */
const PLACES: Readonly<Record<number, readonly [x: number, y: number]>> = {
  10: [0, -0.5],
  152: [0, 0.5],
  234: [-0.4, -0.05],
  454: [0.4, -0.05],
  33: [-0.25, -0.12],
  133: [-0.1, -0.12],
  362: [0.1, -0.12],
  263: [0.25, -0.12],
  61: [-0.13, 0.25],
  291: [0.13, 0.25],
};
/** The tip of the nose, and how far it is before the ellipsoid. */
const NOSE = { points: [1, 4], y: 0.08, ahead: 0.12 };

/** Returns x, y and depth of the 468 points, in pixels. */
export function headPoints({
  yaw = 0,
  pitch = 0,
  roll = 0,
  x = 320,
  y = 240,
  heightPx = 240,
  flat = false,
}: HeadPose = {}): Float32Array {
  const points = new Float32Array(3 * POINTS);
  for (const [i, place] of HEAD.entries()) {
    const depth = flat ? 0 : place.z;
    const turned = turn({ ...place, z: depth }, yaw, pitch);
    const guess = flat ? turn(place, 0, 0) : turned;
    const [cos, sin] = [Math.cos(roll * RADIANS), Math.sin(roll * RADIANS)];
    points[3 * i] = x + heightPx * (turned.x * cos - turned.y * sin);
    points[3 * i + 1] = y + heightPx * (turned.x * sin + turned.y * cos);
    points[3 * i + 2] = heightPx * guess.z;
  }
  return points;
}

/**
 * What a frame with one head shows, before a plain background.
 * @param file what its hash is made from
 */
export function headMeasure(pose: HeadPose, file: string | Uint8Array, embedding: number[] | null): FrameMeasure {
  const points = headPoints(pose);
  return {
    sha256: createHash('sha256').update(file).digest('hex'),
    width: 640,
    height: 480,
    faces: 1,
    face: { box: { x: 200, y: 120, width: 240, height: 240 }, points, ...anglesOf(points), embedding },
    backdrop: new Array<number>(48).fill(128),
  };
}

interface Place {
  x: number;
  y: number;
  z: number;
}

const HEAD: readonly Place[] = Array.from({ length: POINTS }, (_, i) => {
  if (NOSE.points.includes(i)) return { x: 0, y: NOSE.y, z: depthAt(0, NOSE.y) - NOSE.ahead };
  const known = PLACES[i];
  if (known) return { x: known[0], y: known[1], z: depthAt(...known) };
  // A spiral with the golden angle covers a disc evenly.
  const radius = 0.38 * Math.sqrt((i + 0.5) / POINTS);
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  return { x, y, z: depthAt(x, y) };
});

function depthAt(x: number, y: number): number {
  return -HALF_DEPTH * Math.sqrt(Math.max(0, 1 - (x / HALF_WIDTH) ** 2 - (y / HALF_HEIGHT) ** 2));
}

/** Turns a place to the person's left (to the right of the picture), then up. */
function turn({ x, y, z }: Place, yaw: number, pitch: number): Place {
  const [cosYaw, sinYaw] = [Math.cos(yaw * RADIANS), Math.sin(yaw * RADIANS)];
  const across = { x: x * cosYaw - z * sinYaw, z: x * sinYaw + z * cosYaw };
  const [cosPitch, sinPitch] = [Math.cos(pitch * RADIANS), Math.sin(pitch * RADIANS)];
  return { x: across.x, y: y * cosPitch + across.z * sinPitch, z: across.z * cosPitch - y * sinPitch };
}
