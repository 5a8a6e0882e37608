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
  /** There were more crests than are kept. */
  isCrowded: boolean;
}

/** A weaker slope is noise: a camera's noise of 4 grey values leaves slopes of 5 after smoothing. */
const SLOPE_MIN = 14;
/** At most this share of the pixels are crests. More is texture, which lines do not need and which takes time. */
const CRESTS_MAX = 0.1;
/** Tangents of 22.5 and 67.5 degrees: the borders between the four directions of neighbours. */
const [LOW, HIGH] = [Math.SQRT2 - 1, Math.SQRT2 + 1];

/** A weaker slope of a plane is not looked at, which saves time. */
const WEAK = 8;

/** The slopes alone. */
export type Slopes = Omit<Edges, 'crests' | 'isCrowded'>;

/** The slopes of a frame's blue and red. */
export function colourSlopes({ width, height, blue, red }: ColourImage): Slopes {
  const size = width * height;
  const slopes = {
    width,
    height,
    across: new Int16Array(size),
    down: new Int16Array(size),
    slope: new Uint16Array(size),
  };
  addSlopes(slopes, red);
  addSlopes(slopes, blue);
  return slopes;
}

/**
 * Finds edges after J. Canny, "A Computational Approach to Edge Detection" (1986), without his tracking: lines collect their pieces. Each pixel has the
 * steepest slope of grey, blue and red, so that a document shows on a ground that is as bright as itself.
 * @param colours what `colourSlopes` says of the frame's blue and red, if it was asked before
 */
export function findEdges(frame: ColourImage, colours: Slopes = colourSlopes(frame)): Edges {
  const { across, down, slope } = colours;
  const slopes = { ...colours, across: across.slice(), down: down.slice(), slope: slope.slice() };
  addSlopes(slopes, frame.values);
  return { ...slopes, ...crestsOf(slopes) };
}

/** Takes a plane's slopes where they are steeper than those of the planes before. All get the sign of the last plane that has one. */
function addSlopes({ width, height, across, down, slope }: Slopes, values: Uint8Array): void {
  const smooth = smoothed({ width, height, values });
  for (let y = 1; y < height - 1; y++) {
    const start = y * width + 1;
    // Of a column of three: its sum with the middle twice, and by how much it gets lighter downwards. Each column serves three pixels.
    let [sumLeft, fallLeft, sum, fall] = [0, 0, 0, 0];
    for (let i = start - 2, end = start + width - 2; i < end; i++) {
      const [top, bottom] = [smooth[i - width + 1] as number, smooth[i + width + 1] as number];
      const sumRight = top + 2 * (smooth[i + 1] as number) + bottom;
      const fallRight = bottom - top;
      if (i >= start) {
        const gx = sumRight - sumLeft;
        const gy = fallLeft + 2 * fall + fallRight;
        const square = gx * gx + gy * gy;
        if (square > WEAK * WEAK) {
          const [bx, by, before] = [across[i] as number, down[i] as number, slope[i] as number];
          if (square > before * before) {
            across[i] = gx;
            down[i] = gy;
            slope[i] = Math.sqrt(square);
          } else if (gx * bx + gy * by < 0) {
            across[i] = -bx;
            down[i] = -by;
          }
        }
      }
      sumLeft = sum;
      fallLeft = fall;
      sum = sumRight;
      fall = fallRight;
    }
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
function crestsOf({ width, height, across, down, slope }: Slopes): Pick<Edges, 'crests' | 'isCrowded'> {
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
  for (let sum = 0; least > SLOPE_MIN && sum + (counts[least - 1] as number) <= most; )
    sum += counts[--least] as number;
  let kept = 0;
  for (let j = 0; j < count; j++) {
    const i = crests[j] as number;
    if ((slope[i] as number) >= least) crests[kept++] = i;
  }
  return { crests: crests.subarray(0, kept), isCrowded: kept < count };
}
