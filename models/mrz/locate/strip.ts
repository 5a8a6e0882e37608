import type { Quad } from '../../ports.ts';
import { partOfQuad } from '../../runtime/geometry.ts';
import { halve } from './grey.ts';
import { type MrzScratch, passing } from './kernel.ts';
import { type Plane, pixelsOf, takePlane } from './plane.ts';
import type { Pyramid } from './pyramid.ts';
import { type Layout, straighten } from './straighten.ts';
import { quadOf, type Track } from './track.ts';

/** Rows of a strip. */
export const STRIP_HEIGHT = 32;
/** A character's advance and a capital's height in a strip, in pixels. */
export const STRIP_PITCH = 20;
export const STRIP_CAPITALS = 19.5;
/** Characters of the picture left and right of the text. */
const MARGIN = 2;
/** A strip can be sharper if one of its pixels covers more than this many of the picture, along or across. */
const SHARP = 1.4;

/** One line of text, straightened: the capitals are in the middle of `STRIP_HEIGHT` rows, the characters `STRIP_PITCH` apart. */
export interface LineStrip {
  width: number;
  height: 32;
  /** Grey, one byte per pixel, row by row; contrast is evened out along the line. */
  values: Uint8Array;
  /** Corners of the text in the picture, in reading order. */
  quad: Quad;
}

/** Returns the strip of a track whose characters advance by `pitch` pixels of the picture: `STRIP_HEIGHT` rows, contrast evened out. */
export function cutStrip(pyramid: Pyramid, track: Track, pitch: number): Plane {
  return evenContrast(pyramid.scratch, straighten(pyramid, track, layoutOf(track, pitch, 1)));
}

/** Returns the same strip as sharp as possible: if its pixels cover more than one of the picture, each is the mean of four. */
export function cutSharpStrip(pyramid: Pyramid, track: Track, pitch: number): LineStrip {
  const parts = Math.max(pitch / STRIP_PITCH, track.capitals / STRIP_CAPITALS) > SHARP ? 2 : 1;
  const { scratch } = pyramid;
  return passing(scratch, () => {
    const line = straighten(pyramid, track, layoutOf(track, pitch, parts));
    const strip = evenContrast(scratch, parts > 1 ? halve(scratch, line) : line);
    const values = pixelsOf(scratch, strip).slice();
    return { width: strip.width, height: STRIP_HEIGHT, values, quad: quadOf(track) };
  });
}

function layoutOf(track: Track, pitch: number, parts: number): Layout {
  return {
    rows: STRIP_HEIGHT * parts,
    stepAlong: pitch / STRIP_PITCH / parts,
    stepAcross: track.capitals / STRIP_CAPITALS / parts,
    from: track.from - MARGIN * pitch,
    to: track.to + MARGIN * pitch,
  };
}

/** Returns the corners of the part of a strip's text between two columns, which may be slightly beyond its ends. */
export function partOfStrip({ width, quad }: LineStrip, from: number, to: number): Quad {
  const margin = MARGIN * STRIP_PITCH;
  return partOfQuad(quad, (from - margin) / (width - 2 * margin), (to - margin) / (width - 2 * margin));
}

/** Returns the strip turned upside down. */
export function turnStrip(strip: LineStrip): LineStrip {
  const [a, b, c, d] = strip.quad;
  return { ...strip, values: strip.values.toReversed(), quad: [c, d, a, b] };
}

/** Half of the columns over which light and contrast are measured: three characters. */
const EVEN_REACH = 3 * STRIP_PITCH;
const EVEN_MEAN = 140;
const EVEN_SPREAD = 45;
/** Grey values; less variation is empty paper. */
const SPREAD_MIN = 5;

/** Removes shadows and pale print from a strip: mean and spread become the same everywhere along it. */
function evenContrast(scratch: MrzScratch, { width, height, at }: Plane): Plane {
  const even = takePlane(scratch, width, height);
  const work = scratch.take(scratch.run.evenContrastWork(width));
  scratch.run.evenContrast(at, width, height, EVEN_REACH, EVEN_MEAN, EVEN_SPREAD, SPREAD_MIN, work, even.at);
  scratch.release(work);
  return even;
}
