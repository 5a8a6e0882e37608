import type { GreyImage } from '../pixels/grey.ts';
import type { Box, RasterImage } from '../ports.ts';
import { cropRaster } from './crop.ts';
import { CLEAR, WINDOW_RADIUS_PIXELS } from './ink.ts';
import { greyOf } from './luma.ts';

/** Columns or rows from an edge that are searched for ink, one more than cut text begins in; pixels of the picture scaled to `sidePixels`. */
const DEPTH_PIXELS = 4;
/** What scaling may add to a difference, in grey values and as a share of the background: it overshoots a little at hard edges. */
const CONTRAST_SLACK = 6;
const SHARE_SLACK = 0.04;

/**
 * Returns whether no pixel near an edge can be ink (`markInk`) once the picture is scaled to `sidePixels` on its longer
 * side: none is that much darker than the lightest one around it. Returns true only if that is certain.
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
  const sides: Side[] = [
    { box: { ...level, y: 0 }, first: 0, along: 1, inward: width },
    { box: { ...level, y: height - strip }, first: (strip - 1) * width, along: 1, inward: -width },
    { box: { ...upright, x: 0 }, first: 0, along: strip, inward: 1 },
    { box: { ...upright, x: width - strip }, first: strip - 1, along: strip, inward: -1 },
  ];
  return sides.every((side) => isPlain(greyOf(cropRaster(image, side.box)), side, { depth, reach, strip }));
}

/** A strip along an edge: the address of its first pixel, and the steps to the next one along the edge, and inwards. */
interface Side {
  box: Box;
  first: number;
  along: number;
  inward: number;
}

/** Checks parts as long as the surroundings of ink: a part and its two neighbours hold everything that its pixels are compared with. */
function isPlain(
  { values }: GreyImage,
  { first, along, inward }: Side,
  { depth, reach, strip }: { depth: number; reach: number; strip: number },
): boolean {
  const length = values.length / strip;
  const parts = Array.from({ length: Math.ceil(length / reach) }, (_, part) => {
    let dark = 255;
    let light = 0;
    const end = Math.min(length, (part + 1) * reach);
    for (let place = part * reach; place < end; place++)
      for (let i = 0, at = first + place * along; i < strip; i++, at += inward) {
        const value = values[at] as number;
        if (value > light) light = value;
        if (i < depth && value < dark) dark = value;
      }
    return { dark, light };
  });
  return parts.every(({ dark }, part) => {
    const ground = Math.max(...parts.slice(Math.max(0, part - 1), part + 2).map(({ light }) => light));
    return dark >= ground - (CLEAR.contrastMin - CONTRAST_SLACK) || dark >= (CLEAR.meanShareMax + SHARE_SLACK) * ground;
  });
}
