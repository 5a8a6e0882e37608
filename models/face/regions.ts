import type { Box } from '../ports.ts';

/** A square part of a picture; it may extend beyond the picture. */
export interface Region {
  x: number;
  y: number;
  side: number;
}

/** How many tiles fit along the longer side, before overlap. The detector sees 256 pixels of any input. */
const TILE_DIVISIONS = [2, 4];
/** A share of a tile's side, so that a face of a third of a tile is complete in one. */
const TILE_STEP = 0.65;

/** A face that fills its picture is found only with some margin around it. */
const WHOLE_MARGIN = 1.2;

/** Returns the picture as one square, centred, with a margin. */
export function wholeRegion(width: number, height: number): Region {
  const side = Math.max(width, height) * WHOLE_MARGIN;
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/**
 * Returns the tiles to search if the whole picture shows no face, coarse to fine: half-size tiles, then quarter-size ones. A portrait on a
 * photographed card is often a twentieth of the picture and vanishes in the detector's 256 pixels.
 */
export function tileLevels(width: number, height: number): Region[][] {
  return TILE_DIVISIONS.map((divisions) => {
    const side = Math.max(width, height) / divisions;
    const xs = starts(width, side);
    return starts(height, side).flatMap((y) => xs.map((x) => ({ x, y, side })));
  });
}

/** Returns evenly spaced starts that cover `length`; one centred tile if the tile is longer. */
function starts(length: number, side: number): number[] {
  if (length <= side) return [(length - side) / 2];
  const count = Math.ceil((length - side) / (side * TILE_STEP));
  return Array.from({ length: count + 1 }, (_, i) => ((length - side) * i) / count);
}

/** Returns a square around a face, twice its size, for a second, closer pass. */
export function closeUp(box: Box): Region {
  const side = Math.max(box.width, box.height) * 2;
  return { x: box.x + box.width / 2 - side / 2, y: box.y + box.height / 2 - side / 2, side };
}
