import type { Box } from '../ports.ts';
import type { Scratch } from '../runtime/kernel.ts';
import type { BarcodeFunctions } from './kernel.ts';
import { BLOCK_PIXELS, type Layer } from './layers.ts';

/** A cell's side, in pixels of the first layer: three blocks of it, one of the second. */
const CELL_PIXELS = 3 * BLOCK_PIXELS;
/** What is read around busy cells: the reader's thresholds reach over 20 pixels. */
const MARGIN_PIXELS = 32;
/**
 * Areas begin at multiples of this, so that the reader makes the same blocks of them as of the whole picture, and of it at a third of the
 * size; and they end so many pixels, or a multiple, before the picture does, so that it scans both for Data Matrix in the same lines.
 */
const BEGIN_PIXELS = 48;
const END_PIXELS = 32;
/** Where more than this share of a picture is busy, it is read as a whole: its parts would take as long. */
const PARTS_SHARE_MAX = 0.8;

/** The parts of a picture that are not plain ground, in any layer, as boxes that do not overlap. */
export function busyAreas(scratch: Scratch<BarcodeFunctions>, layers: readonly Layer[]): Box[] {
  const [first] = layers;
  if (!first) return [];
  const size = { width: first.width, height: first.height };
  const columns = Math.ceil(size.width / CELL_PIXELS);
  const rows = Math.ceil(size.height / CELL_PIXELS);
  const busy = new Uint8Array(columns * rows);
  for (const layer of layers) markBusy(scratch.bytes(layer.blocks, layer.columns * layer.rows), layer, busy, columns);
  const boxes = joinBoxes(groupCells(busy, columns), size);
  const pixels = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  return pixels > PARTS_SHARE_MAX * size.width * size.height ? [{ x: 0, y: 0, ...size }] : boxes;
}

/** Marks the cells that a layer's busy blocks touch. */
function markBusy(blocks: Uint8Array, layer: Layer, busy: Uint8Array, columns: number): void {
  const cells = (BLOCK_PIXELS * layer.factor) / CELL_PIXELS;
  const rows = busy.length / columns;
  for (let y = 0, i = 0; y < layer.rows; y++) {
    const [top, bottom] = [Math.floor(y * cells), Math.min(rows, Math.ceil((y + 1) * cells))];
    for (let x = 0; x < layer.columns; x++, i++) {
      if (blocks[i] === 0) continue;
      const [left, right] = [Math.floor(x * cells), Math.min(columns, Math.ceil((x + 1) * cells))];
      for (let row = top; row < bottom; row++) busy.fill(1, row * columns + left, row * columns + right);
    }
  }
}

type Size = Pick<Box, 'width' | 'height'>;

/** In cells, where the ends are behind the last one. */
interface Cells {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Boxes around busy cells that touch each other, by a side or a corner. */
function groupCells(busy: Uint8Array, columns: number): Cells[] {
  const open = busy.slice();
  const rows = busy.length / columns;
  const groups: Cells[] = [];
  for (let start = open.indexOf(1); start >= 0; start = open.indexOf(1, start + 1)) {
    const box = { left: columns, top: rows, right: 0, bottom: 0 };
    const waiting = [start];
    open[start] = 0;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          const next = row * columns + column;
          if (open[next] === 0) continue;
          open[next] = 0;
          waiting.push(next);
        }
      }
    }
    groups.push(box);
  }
  return groups;
}

/** The cells' pixels with their margin. */
function surround(cells: Cells, { width, height }: Size): Box {
  const across = stretch(cells.left * CELL_PIXELS, cells.right * CELL_PIXELS, width);
  const down = stretch(cells.top * CELL_PIXELS, cells.bottom * CELL_PIXELS, height);
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

function stretch(begin: number, end: number, length: number): { from: number; to: number } {
  const from = Math.floor(Math.max(0, begin - MARGIN_PIXELS) / BEGIN_PIXELS) * BEGIN_PIXELS;
  const rest = length - Math.min(length, end + MARGIN_PIXELS);
  // As far before the picture's end as behind its beginning, but for whole lines: then the middle lies between the same ones.
  const odd = from % END_PIXELS;
  if (rest < odd) return { from: from - BEGIN_PIXELS, to: length };
  return { from, to: length - (Math.floor((rest - odd) / END_PIXELS) * END_PIXELS + odd) };
}

/** The boxes around groups of cells; those whose boxes overlap count as one, until none do. */
function joinBoxes(groups: readonly Cells[], size: Size): Box[] {
  const joined: { cells: Cells; box: Box }[] = [];
  for (let cells of groups) {
    let box = surround(cells, size);
    for (let i = 0; i < joined.length; ) {
      const other = joined[i] as { cells: Cells; box: Box };
      if (!overlap(box, other.box)) {
        i++;
        continue;
      }
      cells = around(cells, other.cells);
      box = surround(cells, size);
      joined.splice(i, 1);
      i = 0;
    }
    joined.push({ cells, box });
  }
  return joined.map(({ box }) => box);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function around(a: Cells, b: Cells): Cells {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
