import type { GreyImage } from '../quality/grey.ts';

/** Side of the squares whose brightness is taken, and the step of the pixels that are looked at. */
const BLOCK = 24;
const STEP = 2;
/** Most of a square is ground even where it holds text, so this quantile of its values is the ground's. */
const GROUND_QUANTILE = 0.7;

/** The ground's brightness in a grid of squares. */
interface Blocks {
  columns: number;
  rows: number;
  values: Uint8Array;
}

/** How bright the ground is at each pixel, whatever is printed there: 0..255, row by row; bilinear between the middles of the squares. */
export function groundOf(grey: GreyImage): Uint8Array {
  const { width, height } = grey;
  const { columns, rows, values } = measureBlocks(grey);
  const across = placesOf(width, columns);
  const down = placesOf(height, rows);
  const ground = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [upper, lower] = [(down.before[y] as number) * columns, (down.after[y] as number) * columns];
    const low = down.share[y] as number;
    for (let x = 0; x < width; x++) {
      const [left, right] = [across.before[x] as number, across.after[x] as number];
      const far = across.share[x] as number;
      const above = (values[upper + left] as number) * (1 - far) + (values[upper + right] as number) * far;
      const below = (values[lower + left] as number) * (1 - far) + (values[lower + right] as number) * far;
      ground[y * width + x] = above * (1 - low) + below * low;
    }
  }
  return ground;
}

/** For each pixel of a side: the squares whose middles lie before and behind it, and how far it has come from the one to the other. */
interface Places {
  before: Int32Array;
  after: Int32Array;
  share: Float64Array;
}

function placesOf(length: number, count: number): Places {
  const places: Places = {
    before: new Int32Array(length),
    after: new Int32Array(length),
    share: new Float64Array(length),
  };
  for (let i = 0; i < length; i++) {
    const at = Math.min(count - 1, Math.max(0, i / BLOCK - 0.5));
    const before = Math.floor(at);
    places.before[i] = before;
    places.after[i] = Math.min(count - 1, before + 1);
    places.share[i] = at - before;
  }
  return places;
}

function measureBlocks(grey: GreyImage): Blocks {
  const [columns, rows] = [Math.ceil(grey.width / BLOCK), Math.ceil(grey.height / BLOCK)];
  const values = Uint8Array.from({ length: columns * rows }, (_, i) =>
    brightnessAt(grey, (i % columns) * BLOCK, Math.floor(i / columns) * BLOCK),
  );
  return { columns, rows, values };
}

/** Of the square at (`left`, `top`) and half of each neighbour. */
function brightnessAt({ width, height, values }: GreyImage, left: number, top: number): number {
  const counts = new Uint32Array(256);
  let count = 0;
  for (let y = Math.max(0, top - BLOCK / 2); y < Math.min(height, top + 1.5 * BLOCK); y += STEP)
    for (let x = Math.max(0, left - BLOCK / 2); x < Math.min(width, left + 1.5 * BLOCK); x += STEP) {
      const value = values[y * width + x] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
      count += 1;
    }
  let below = GROUND_QUANTILE * count;
  const found = counts.findIndex((number) => {
    below -= number;
    return below <= 0;
  });
  return Math.max(0, found);
}
