import type { GreyImage } from '../quality/grey.ts';
import type { Span } from '../quality/ink.ts';

/** Side of the squares whose brightness is taken, and the step of the pixels that are looked at. */
const BLOCK = 24;
const STEP = 2;
/** Most of a square is ground even where it holds text, so this quantile of its values is the ground's. */
const GROUND_QUANTILE = 0.7;
/** Shares are counted in such parts: whole numbers are faster. */
const WHOLE = 256;
const WHOLE_TWICE_BITS = 16;

/** The ground's brightness in a grid of squares. */
interface Blocks {
  columns: number;
  rows: number;
  /** Every square's, of which those that a part of the picture needs have been measured. */
  measured(across: Places, down: Places, part: Span): Uint8Array;
}

/** How bright the ground is at each pixel of a part of a picture, whatever is printed there: 0..255, row by row. */
export type Ground = (part: Span) => Uint8Array;

/** The ground of `grey`, bilinear between the middles of the squares; a square is measured when it is first asked for. */
export function groundOf(grey: GreyImage): Ground {
  const blocks = createBlocks(grey);
  const across = placesOf(grey.width, blocks.columns);
  const down = placesOf(grey.height, blocks.rows);
  return ({ left, right, top, bottom }) => {
    const width = right - left + 1;
    const ground = new Uint8Array(width * (bottom - top + 1));
    const values = blocks.measured(across, down, { left, right, top, bottom });
    const [first, last] = [across.before[left] as number, across.after[right] as number];
    const mixed = new Int32Array(last + 1);
    for (let y = top; y <= bottom; y++) {
      const [upper, lower] = [(down.before[y] as number) * blocks.columns, (down.after[y] as number) * blocks.columns];
      const low = down.share[y] as number;
      for (let i = first; i <= last; i++)
        mixed[i] = (values[upper + i] as number) * (WHOLE - low) + (values[lower + i] as number) * low;
      for (let x = left, i = (y - top) * width; x <= right; x++, i++) {
        const far = across.share[x] as number;
        const before = (mixed[across.before[x] as number] as number) * (WHOLE - far);
        ground[i] = (before + (mixed[across.after[x] as number] as number) * far) >> WHOLE_TWICE_BITS;
      }
    }
    return ground;
  };
}

/** For each pixel of a side: the squares whose middles lie before and behind it, and how far it has come from the one to the other. */
interface Places {
  before: Int32Array;
  after: Int32Array;
  /** In parts of `WHOLE`. */
  share: Int32Array;
}

function placesOf(length: number, count: number): Places {
  const places: Places = {
    before: new Int32Array(length),
    after: new Int32Array(length),
    share: new Int32Array(length),
  };
  for (let i = 0; i < length; i++) {
    const at = Math.min(count - 1, Math.max(0, i / BLOCK - 0.5));
    const before = Math.floor(at);
    places.before[i] = before;
    places.after[i] = Math.min(count - 1, before + 1);
    places.share[i] = Math.round((at - before) * WHOLE);
  }
  return places;
}

function createBlocks(grey: GreyImage): Blocks {
  const [columns, rows] = [Math.ceil(grey.width / BLOCK), Math.ceil(grey.height / BLOCK)];
  const values = new Uint8Array(columns * rows);
  const known = new Uint8Array(columns * rows);
  const measured: Blocks['measured'] = (across, down, { left, right, top, bottom }) => {
    for (let row = down.before[top] as number; row <= (down.after[bottom] as number); row++)
      for (let column = across.before[left] as number; column <= (across.after[right] as number); column++) {
        const i = row * columns + column;
        if (known[i] === 1) continue;
        known[i] = 1;
        values[i] = brightnessAt(grey, column * BLOCK, row * BLOCK);
      }
    return values;
  };
  return { columns, rows, measured };
}

/** Of the square at (`left`, `top`) and half of each neighbour. */
function brightnessAt({ width, height, values }: GreyImage, left: number, top: number): number {
  const counts = new Uint32Array(256);
  let count = 0;
  for (let y = Math.max(0, top - BLOCK / 2); y < Math.min(height, top + 1.5 * BLOCK); y += STEP)
    for (let x = Math.max(0, left - BLOCK / 2); x < Math.min(width, left + 1.5 * BLOCK); x += STEP) {
      const value = values[y * width + x] as number;
      counts[value] = (counts[value] as number) + 1;
      count += 1;
    }
  let below = GROUND_QUANTILE * count;
  for (let value = 0; value < counts.length; value++) {
    below -= counts[value] as number;
    if (below <= 0) return value;
  }
  return 0;
}
