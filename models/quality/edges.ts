import type { Box, RasterImage } from '../ports.ts';
import { cropRaster } from './crop.ts';
import type { GreyImage } from './grey.ts';
import { CLEAR, WINDOW_RADIUS_PIXELS } from './ink.ts';
import { greyOf } from './luma.ts';

/** Columns or rows from an edge in which ink is looked for, one more than cut text begins in; pixels of the picture scaled to `sidePixels`. */
const DEPTH_PIXELS = 4;
/** What scaling may add to a difference, in grey values and as a share of the ground: it swings a little over hard edges. */
const CONTRAST_SLACK = 6;
const SHARE_SLACK = 0.04;

/**
 * Whether no pixel near an edge can be ink (`markInk`) once the picture is scaled to `sidePixels` on its longer side: none is so much
 * darker than the lightest one around it. True only where that is sure.
 */
export function hasPlainEdges(image: RasterImage, sidePixels: number): boolean {
  const { width, height } = image;
  const scale = Math.max(width, height) / sidePixels;
  const depth = Math.ceil(DEPTH_PIXELS * scale) + 2;
  const reach = Math.ceil(WINDOW_RADIUS_PIXELS * scale) + 2;
  const strip = depth + reach;
  if (Math.min(width, height) < strip) return false;
  const upright = { y: 0, width: strip, height };
  const level = { x: 0, width, height: strip };
  const boxes: [Box, Place][] = [
    [{ ...level, y: 0 }, (along, inward) => inward * width + along],
    [{ ...level, y: height - strip }, (along, inward) => (strip - 1 - inward) * width + along],
    [{ ...upright, x: 0 }, (along, inward) => along * strip + inward],
    [{ ...upright, x: width - strip }, (along, inward) => (along + 1) * strip - 1 - inward],
  ];
  return boxes.every(([box, place]) => isPlain(greyOf(cropRaster(image, box)), place, { depth, reach, strip }));
}

/** Where a pixel of a strip lies, so far along the edge and so far from it. */
type Place = (along: number, inward: number) => number;

/** Looks at parts as long as ink's surroundings reach: a part with its two neighbours holds all that its pixels are held against. */
function isPlain(
  { values }: GreyImage,
  place: Place,
  { depth, reach, strip }: { depth: number; reach: number; strip: number },
): boolean {
  const length = values.length / strip;
  const parts = Math.ceil(length / reach);
  const darkest = new Uint8Array(parts).fill(255);
  const lightest = new Uint8Array(parts + 2);
  for (let along = 0; along < length; along++) {
    const part = Math.floor(along / reach);
    for (let inward = 0; inward < strip; inward++) {
      const value = values[place(along, inward)] as number;
      if (value > (lightest[part + 1] as number)) lightest[part + 1] = value;
      if (inward < depth && value < (darkest[part] as number)) darkest[part] = value;
    }
  }
  return darkest.every((dark, part) => {
    const ground = Math.max(...lightest.subarray(part, part + 3));
    return dark >= ground - (CLEAR.contrastMin - CONTRAST_SLACK) || dark >= (CLEAR.meanShareMax + SHARE_SLACK) * ground;
  });
}
