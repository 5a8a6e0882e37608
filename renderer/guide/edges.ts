import type { GreyImage } from '../../models/pixels/grey.ts';
import type { ColourImage } from './colour.ts';

/** The slopes of a smoothed picture (Sobel's kernels, so eight times the difference of neighbours), and where its edges are. */
export interface Edges {
  width: number;
  height: number;
  across: Int16Array;
  down: Int16Array;
  /** Length of the slope at each pixel. */
  slope: Uint16Array;
  /** Addresses of the pixels on the crests of edges. */
  crests: Int32Array;
}

/** A weaker slope is noise: a camera's noise of 4 grey values leaves slopes of 5 after smoothing. */
const SLOPE_MIN = 14;
/** At most this share of the pixels are crests. More is texture, which lines do not need and which takes time. */
const CRESTS_MAX = 0.1;
/** Tangents of 22.5 and 67.5 degrees: the borders between the four directions of neighbours. */
const [LOW, HIGH] = [Math.SQRT2 - 1, Math.SQRT2 + 1];

/** A slope this weak has no sign that another plane's slope could follow. */
const SIGN_MIN = 5;

/**
 * Finds edges after J. Canny, "A Computational Approach to Edge Detection" (1986), without his tracking: lines collect their pieces. Each pixel has the
 * steepest slope of grey, blue and red, so that a document shows on a ground that is as bright as itself.
 */
export function findEdges(frame: ColourImage): Edges {
  const { width, height } = frame;
  const size = width * height;
  const slopes = {
    width,
    height,
    across: new Int16Array(size),
    down: new Int16Array(size),
    slope: new Uint16Array(size),
  };
  for (const plane of [frame.values, frame.blue, frame.red]) addSlopes(slopes, plane);
  return { ...slopes, crests: crestsOf(slopes) };
}

/** Takes a plane's slopes where they are steeper than those of the planes before, which keep the sign. */
function addSlopes({ width, height, across, down, slope }: Omit<Edges, 'crests'>, values: Uint8Array): void {
  const smooth = smoothed({ width, height, values });
  const at = (i: number): number => smooth[i] as number;
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1, end = i + width - 2; i < end; i++) {
      const [nw, ne, sw, se] = [at(i - width - 1), at(i - width + 1), at(i + width - 1), at(i + width + 1)];
      const gx = ne + se - nw - sw + 2 * (at(i + 1) - at(i - 1));
      const gy = sw + se - nw - ne + 2 * (at(i + width) - at(i - width));
      const before = slope[i] as number;
      if (gx * gx + gy * gy <= before * before) continue;
      const isTurned = before >= SIGN_MIN && gx * (across[i] as number) + gy * (down[i] as number) < 0;
      across[i] = isTurned ? -gx : gx;
      down[i] = isTurned ? -gy : gy;
      slope[i] = Math.sqrt(gx * gx + gy * gy);
    }
}

/** Smooths with the binomial kernel 1 4 6 4 1 in both directions, which is close to a Gaussian of one pixel. The border is copied. */
function smoothed({ width, height, values }: GreyImage): Uint8Array {
  const rows = values.slice();
  for (let y = 0; y < height; y++)
    for (let i = y * width + 2, end = (y + 1) * width - 2; i < end; i++) rows[i] = blend(values, i, 1);
  const out = rows.slice();
  for (let i = 2 * width, end = (height - 2) * width; i < end; i++) out[i] = blend(rows, i, width);
  return out;
}

function blend(values: Uint8Array, i: number, step: number): number {
  const outer = (values[i - 2 * step] as number) + (values[i + 2 * step] as number);
  const inner = (values[i - step] as number) + (values[i + step] as number);
  return (outer + 4 * inner + 6 * (values[i] as number) + 8) >> 4;
}

/** Keeps the pixels whose slope is largest among their neighbours along it, the steepest first if there are too many. */
function crestsOf({ width, height, across, down, slope }: Omit<Edges, 'crests'>): Int32Array {
  const crests = new Int32Array(width * height);
  const counts = new Uint32Array(1 << 12);
  let count = 0;
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const here = slope[i] as number;
      if (here < SLOPE_MIN) continue;
      const [gx, gy] = [across[i] as number, down[i] as number];
      const [ax, ay] = [Math.abs(gx), Math.abs(gy)];
      const diagonal = gx > 0 === gy > 0 ? width + 1 : width - 1;
      const step = ay < LOW * ax ? 1 : ay > HIGH * ax ? width : diagonal;
      if (here < (slope[i - step] as number) || here <= (slope[i + step] as number)) continue;
      crests[count++] = i;
      counts[here] = (counts[here] as number) + 1;
    }
  const most = CRESTS_MAX * width * height;
  let least = counts.length;
  for (let kept = 0; least > SLOPE_MIN && kept + (counts[least - 1] as number) <= most; )
    kept += counts[--least] as number;
  return crests.subarray(0, count).filter((i) => (slope[i] as number) >= least);
}
