/** The ends of a face in the mesh: across at the ears, in the picture from left to right, and down from forehead to chin. */
const ACROSS = [234, 454] as const;
const DOWN = [10, 152] as const;
const DEGREES = 180 / Math.PI;

/** How a head is held, in degrees; as in `FrameFace`. */
export interface HeadAngles {
  yaw: number;
  pitch: number;
  roll: number;
  heightPx: number;
}

/**
 * Returns the angles of the two axes of a face, from the depths that the net guesses. They are the apparent angles: a net guesses a smaller turn for
 * a flat picture, and never its true one.
 *
 * @param points x, y and depth of 468 points
 */
export function anglesOf(points: ArrayLike<number>): HeadAngles {
  const across = between(points, ACROSS);
  const down = between(points, DOWN);
  const heightPx = Math.hypot(down.x, down.y);
  return {
    yaw: Math.atan2(across.z, Math.hypot(across.x, across.y)) * DEGREES,
    pitch: Math.atan2(-down.z, heightPx) * DEGREES,
    roll: Math.atan2(across.y, across.x) * DEGREES,
    heightPx,
  };
}

function between(points: ArrayLike<number>, [from, to]: readonly [number, number]) {
  const [x, y, z] = [0, 1, 2].map((axis) => (points[3 * to + axis] ?? 0) - (points[3 * from + axis] ?? 0));
  return { x: x as number, y: y as number, z: z as number };
}
