import type { GreyImage } from '../pixels/grey.ts';
import type { Box } from '../ports.ts';
import type { Scratch } from '../runtime/kernel.ts';
import type { PlacedGrey } from './search.ts';

/** The side of a block, in pictures of 1,200 pixels. */
const BLOCK_PIXELS = 16;
/** The strongest blocks are this share of all; a block belongs to a symbol if it has at least this share of their strength. */
const STRONGEST_SHARE = 0.02;
const STRENGTH_SHARE_MIN = 0.4;
/** Mean grey difference from pixel to pixel; weaker patterns are backgrounds and noise. Reduction weakens edges of 8 to this. */
const STRENGTH_MIN = 6.5;
/** The size of a region, in blocks; and the share of its box that they fill: a slanted symbol fills less. */
const BLOCKS_MIN = 12;
const SIDE_BLOCKS_MIN = 5;
const FILL_MIN = 0.3;
/**
 * How well the edges lie in two directions at right angles, 0..1. Measured on 1,200 pixels: drawn symbols 0.42 to 0.84,
 * from afar and out of focus 0.33; most text, portraits and backgrounds under 0.3.
 */
const AGREEMENT_MIN = 0.3;
const REGIONS_MAX = 2;

/** The directions of an area's edges. */
interface Edges {
  /** Sum of the squared gradients, each as a vector at four times its angle, which is the same for all quarter turns. */
  cos: number;
  sin: number;
  /** Sum of their squared lengths. */
  weight: number;
}

/**
 * Returns where a two-dimensional symbol may be, the strongest first: neighbouring blocks of dense, strong edges in two
 * directions at right angles. Letters have curves and slants, portraits weaker edges, frames little area.
 */
export function findRegions(scratch: Scratch<'barcode'>, { at, width, height }: PlacedGrey): Box[] {
  const columns = Math.floor(width / BLOCK_PIXELS);
  const rows = Math.floor(height / BLOCK_PIXELS);
  const place = scratch.take(4 * columns * rows);
  scratch.run.edgeStrengths(at, width, height, place);
  const strengths = scratch.floats(place, columns * rows);
  const limit = strengthLimit(strengths);
  const marked = Array.from(strengths, (strength) => strength >= limit);
  const grey = { width, height, values: scratch.bytes(at, width * height) };
  scratch.release(place);
  return groupNeighbours(marked, columns)
    .map((group) => ({ box: boxAround(group, columns), group }))
    .filter(({ box, group }) => isCompact(box, group.length))
    .map(({ box, group }) => ({ box, edges: sumEdges(group.map((i) => measureEdges(grey, blockAt(i, columns)))) }))
    .filter(({ edges }) => agreementOf(edges) >= AGREEMENT_MIN)
    .toSorted((a, b) => b.edges.weight - a.edges.weight)
    .slice(0, REGIONS_MAX)
    .map(({ box }) => box);
}

function blockAt(index: number, columns: number): Box {
  const [x, y] = [(index % columns) * BLOCK_PIXELS, Math.floor(index / columns) * BLOCK_PIXELS];
  return { x, y, width: BLOCK_PIXELS, height: BLOCK_PIXELS };
}

/**
 * Returns the direction of a picture's edges: `skew` in degrees clockwise, from -45 up to 45, because quarter turns look alike, and how well the
 * edges agree on it, 0..1. Hard edges and modules of few pixels seem turned by more than they are, so enlarge the picture first.
 */
export function directionOf({ width, height, values }: GreyImage): { skew: number; agreement: number } {
  const edges = measureEdges({ width, height, values }, { x: 0, y: 0, width, height });
  return { skew: (Math.atan2(edges.sin, edges.cos) * 180) / Math.PI / 4, agreement: agreementOf(edges) };
}

function measureEdges({ width, height, values }: GreyImage, box: Box): Edges {
  const edges = { cos: 0, sin: 0, weight: 0 };
  const right = Math.min(width - 1, box.x + box.width);
  for (let y = Math.max(1, box.y); y < Math.min(height - 1, box.y + box.height); y++) {
    for (let i = y * width + Math.max(1, box.x), end = y * width + right; i < end; i++) {
      const dx = (values[i + 1] as number) - (values[i - 1] as number);
      const dy = (values[i + width] as number) - (values[i - width] as number);
      const square = dx * dx + dy * dy;
      if (square === 0) continue;
      // (dx + i dy) to the fourth power has four times the angle; divided by the squared length, it has the squared length as its own.
      const re = dx * dx - dy * dy;
      const im = 2 * dx * dy;
      edges.cos += (re * re - im * im) / square;
      edges.sin += (2 * re * im) / square;
      edges.weight += square;
    }
  }
  return edges;
}

function strengthLimit(strengths: Float32Array): number {
  const sorted = strengths.toSorted().reverse();
  const strongest = sorted.subarray(0, Math.max(1, Math.ceil(sorted.length * STRONGEST_SHARE)));
  const mean = strongest.reduce((sum, strength) => sum + strength, 0) / strongest.length;
  // Differences span two pixels.
  return Math.max(2 * STRENGTH_MIN * BLOCK_PIXELS ** 2, STRENGTH_SHARE_MIN * mean);
}

/** Groups the indices of marked blocks that share a side. */
function groupNeighbours(marked: readonly boolean[], columns: number): number[][] {
  const open = [...marked];
  const take = (index: number): number[] => {
    if (!open[index]) return [];
    open[index] = false;
    return [index];
  };
  return marked.flatMap((_, start) => {
    const group = take(start);
    for (const index of group) {
      const [left, right] = [index % columns > 0 ? index - 1 : -1, (index + 1) % columns > 0 ? index + 1 : -1];
      group.push(...[index - columns, index + columns, left, right].flatMap(take));
    }
    return group.length > 0 ? [group] : [];
  });
}

function sumEdges(blocks: readonly Edges[]): Edges {
  const sum = { cos: 0, sin: 0, weight: 0 };
  for (const { cos, sin, weight } of blocks) {
    sum.cos += cos;
    sum.sin += sin;
    sum.weight += weight;
  }
  return sum;
}

function agreementOf({ cos, sin, weight }: Edges): number {
  return Math.hypot(cos, sin) / Math.max(1, weight);
}

function isCompact({ width, height }: Box, blocks: number): boolean {
  const [columns, rows] = [width / BLOCK_PIXELS, height / BLOCK_PIXELS];
  return blocks >= BLOCKS_MIN && Math.min(columns, rows) >= SIDE_BLOCKS_MIN && blocks >= FILL_MIN * columns * rows;
}

function boxAround(group: readonly number[], columns: number): Box {
  const [xs, ys] = [group.map((index) => index % columns), group.map((index) => Math.floor(index / columns))];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    x: left * BLOCK_PIXELS,
    y: top * BLOCK_PIXELS,
    width: (Math.max(...xs) + 1 - left) * BLOCK_PIXELS,
    height: (Math.max(...ys) + 1 - top) * BLOCK_PIXELS,
  };
}
