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

/** How bright the ground is at each pixel, whatever is printed there: 0..255, row by row. */
export function groundOf(grey: GreyImage): Uint8Array {
  const { width, height } = grey;
  const blocks = measureBlocks(grey);
  const ground = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) ground[y * width + x] = between(blocks, x / BLOCK - 0.5, y / BLOCK - 0.5);
  return ground;
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

/** Bilinear between the middles of the squares. */
function between({ columns, rows, values }: Blocks, x: number, y: number): number {
  const [column, row] = [Math.min(columns - 1, Math.max(0, x)), Math.min(rows - 1, Math.max(0, y))];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, down] = [column - left, row - top];
  const at = (i: number, j: number): number => values[Math.min(rows - 1, j) * columns + Math.min(columns - 1, i)] ?? 0;
  const above = at(left, top) * (1 - right) + at(left + 1, top) * right;
  return above * (1 - down) + (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down;
}
