import type { RasterImage } from '../../../models/ports.ts';

/** How a photograph is held before the camera. Angles in degrees, shifts and sizes in pixels of the frame. */
export interface SheetPose {
  /** To the person's left, as in `FrameFace`. */
  yaw: number;
  /** The upper edge away from the camera. */
  pitch: number;
  roll: number;
  /** Over its whole width the sheet turns by this much, its middle towards the camera; 0: it is flat. */
  bend: number;
  /** The sheet bends from the upper to the lower edge instead. */
  upright: boolean;
  x: number;
  y: number;
  /** The width of the sheet. */
  widthPx: number;
}

export const FRAME = { width: 640, height: 480 };
/** A camera of 53 degrees of view. */
const FOCAL_PX = 640;
/** Pixels; the frame is a multiple of it. */
const BLOCK = 8;
const RADIANS = Math.PI / 180;

/**
 * Draws a frame in which a photograph is held before a background: rays meet the plane or the cylinder of the sheet at the corners of small blocks, and
 * what is between is interpolated.
 *
 * @param background of the size of a frame
 */
export function drawSheet(photo: RasterImage, pose: SheetPose, background: RasterImage): RasterImage {
  const pixels = new Uint8Array(background.pixels);
  const ray = rayIntoSheet(pose);
  const sheetHeight = (pose.widthPx * photo.height) / photo.width;
  const put = (x: number, y: number, u: number, v: number): void => {
    const [across, down] = [u / pose.widthPx + 0.5, v / sheetHeight + 0.5];
    if (across <= 0 || across >= 1 || down <= 0 || down >= 1) return;
    sample(photo, across, down, pixels, 3 * (y * FRAME.width + x));
  };
  for (let top = 0; top < FRAME.height; top += BLOCK)
    for (let left = 0; left < FRAME.width; left += BLOCK) {
      const [a, b] = [ray(left, top), ray(left + BLOCK, top)];
      const [c, d] = [ray(left, top + BLOCK), ray(left + BLOCK, top + BLOCK)];
      for (let y = top; y < top + BLOCK; y++)
        for (let x = left; x < left + BLOCK; x++) {
          const [right, down] = [(x + 0.5 - left) / BLOCK, (y + 0.5 - top) / BLOCK];
          if (a && b && c && d) {
            const u = (a.u * (1 - right) + b.u * right) * (1 - down) + (c.u * (1 - right) + d.u * right) * down;
            const v = (a.v * (1 - right) + b.v * right) * (1 - down) + (c.v * (1 - right) + d.v * right) * down;
            put(x, y, u, v);
          } else {
            const met = ray(x + 0.5, y + 0.5);
            if (met) put(x, y, met.u, met.v);
          }
        }
    }
  return { ...FRAME, pixels };
}

/** Returns for a pixel the place on the sheet that it shows, from the middle of the sheet. */
function rayIntoSheet({ yaw, pitch, roll, bend, upright, x, y, widthPx }: SheetPose) {
  const back = transposed(rotation(yaw, pitch, roll));
  const centre = [FRAME.width / 2 + x, FRAME.height / 2 + y] as const;
  // The sheet's middle is as far away as makes a pixel of the sheet a pixel of the frame.
  const middle = [centre[0] - FRAME.width / 2, centre[1] - FRAME.height / 2, FOCAL_PX] as const;
  const from = apply(back, [-middle[0], -middle[1], -middle[2]]);
  const radius = bend === 0 ? Number.POSITIVE_INFINITY : widthPx / (bend * RADIANS);
  return (pixelX: number, pixelY: number): { u: number; v: number } | null => {
    const along = apply(back, [pixelX - FRAME.width / 2, pixelY - FRAME.height / 2, FOCAL_PX]);
    if (!Number.isFinite(radius)) {
      const t = -from[2] / along[2];
      return t > 0 ? { u: from[0] + t * along[0], v: from[1] + t * along[1] } : null;
    }
    const [i, j] = upright ? ([1, 0] as const) : ([0, 1] as const);
    // A circle around (0, radius) in the plane across the sheet's axis.
    const a = along[i] ** 2 + along[2] ** 2;
    const b = from[i] * along[i] + (from[2] - radius) * along[2];
    const c = from[i] ** 2 + (from[2] - radius) ** 2 - radius ** 2;
    const root = b * b - a * c;
    if (root < 0) return null;
    const t = (-b - Math.sqrt(root)) / a;
    const across = radius * Math.atan2(from[i] + t * along[i], radius - (from[2] + t * along[2]));
    const straight = from[j] + t * along[j];
    return upright ? { u: straight, v: across } : { u: across, v: straight };
  };
}

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** Turns to the person's left, then up, then clockwise. The camera looks along z, y is down. */
export function rotation(yaw: number, pitch: number, roll: number): Matrix {
  const [cy, sy] = [Math.cos(yaw * RADIANS), Math.sin(yaw * RADIANS)];
  const [cp, sp] = [Math.cos(pitch * RADIANS), Math.sin(pitch * RADIANS)];
  const [cr, sr] = [Math.cos(roll * RADIANS), Math.sin(roll * RADIANS)];
  const turned: Matrix = [
    [cy, 0, -sy],
    [sp * sy, cp, sp * cy],
    [cp * sy, -sp, cp * cy],
  ];
  const [a, b, c] = turned;
  return [
    [cr * a[0] - sr * b[0], cr * a[1] - sr * b[1], cr * a[2] - sr * b[2]],
    [sr * a[0] + cr * b[0], sr * a[1] + cr * b[1], sr * a[2] + cr * b[2]],
    c,
  ];
}

export function apply([a, b, c]: Matrix, [x, y, z]: Vector): Vector {
  return [a[0] * x + a[1] * y + a[2] * z, b[0] * x + b[1] * y + b[2] * z, c[0] * x + c[1] * y + c[2] * z];
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

/** Writes the bilinear value of a picture at shares of its width and height. */
export function sample(
  { width, height, pixels }: RasterImage,
  u: number,
  v: number,
  into: Uint8Array,
  to: number,
): void {
  const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const at = 3 * (top * width + left);
  const below = at + 3 * width;
  for (let channel = 0; channel < 3; channel++) {
    const upper = (pixels[at + channel] ?? 0) * (1 - dx) + (pixels[at + 3 + channel] ?? 0) * dx;
    const lower = (pixels[below + channel] ?? 0) * (1 - dx) + (pixels[below + 3 + channel] ?? 0) * dx;
    into[to + channel] = upper * (1 - dy) + lower * dy;
  }
}
