import type { Box } from '../ports.ts';

/** What is read around a place: the reader's thresholds reach over 20 pixels. */
const MARGIN_PIXELS = 32;
/**
 * Areas begin at multiples of this, so that the reader makes the same blocks of them as of the whole picture, and of it at a third of the
 * size; and they end so many pixels, or a multiple, before the picture does, so that it scans both for Data Matrix in the same lines.
 */
const BEGIN_PIXELS = 48;
const END_PIXELS = 32;
/** Where more than this share of a picture is to be read, it is read as a whole: its parts would take as long. */
const PARTS_SHARE_MAX = 0.8;

/** What is around such boxes of a picture, as boxes that do not overlap. */
export function areasAround(boxes: readonly Box[], size: Size): Box[] {
  const ends = boxes.map(({ x, y, width, height }) => ({ left: x, top: y, right: x + width, bottom: y + height }));
  return orWhole(joinBoxes(ends, size), size);
}

function orWhole(boxes: Box[], size: Size): Box[] {
  const pixels = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  return pixels > PARTS_SHARE_MAX * size.width * size.height ? [{ ...size, x: 0, y: 0 }] : boxes;
}

type Size = Pick<Box, 'width' | 'height'>;

/** Where a box begins, and where it ends behind its last pixel. */
interface Ends {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A place with its margin. */
function surround(ends: Ends, { width, height }: Size): Box {
  const across = stretch(ends.left, ends.right, width);
  const down = stretch(ends.top, ends.bottom, height);
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

/** The boxes around places; those whose boxes overlap count as one, until none do. */
function joinBoxes(places: readonly Ends[], size: Size): Box[] {
  const joined: { ends: Ends; box: Box }[] = [];
  for (let ends of places) {
    let box = surround(ends, size);
    for (let i = 0; i < joined.length; ) {
      const other = joined[i] as { ends: Ends; box: Box };
      if (!overlap(box, other.box)) {
        i++;
        continue;
      }
      ends = around(ends, other.ends);
      box = surround(ends, size);
      joined.splice(i, 1);
      i = 0;
    }
    joined.push({ ends, box });
  }
  return joined.map(({ box }) => box);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function around(a: Ends, b: Ends): Ends {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
