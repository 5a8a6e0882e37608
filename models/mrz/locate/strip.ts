import type { Quad } from '../../ports.ts';
import type { GreyImage } from '../../quality/grey.ts';
import { partOfQuad } from '../quad.ts';
import { halve, type Pyramid } from './pyramid.ts';
import { type Layout, straighten } from './straighten.ts';
import { quadOf, type Track } from './track.ts';

/** Rows of a strip. */
export const STRIP_HEIGHT = 32;
/** What a character's advance and a capital's height come to in a strip, in pixels. */
export const STRIP_PITCH = 20;
export const STRIP_CAPITALS = 19.5;
/** Characters of the picture left and right of the text. */
const MARGIN = 2;
/** A strip's pixel that covers more of the picture's than this, along or across, can be sharper. */
const SHARP = 1.4;

/** One line of text, straightened: the capitals stand in the middle of `STRIP_HEIGHT` rows, the characters `STRIP_PITCH` apart. */
export interface LineStrip {
  width: number;
  height: 32;
  /** Grey, one byte a pixel, row by row; contrast is evened out along the line. */
  values: Uint8Array;
  /** Corners of the text in the picture, in reading order. */
  quad: Quad;
}

/** The strip of a track whose characters advance by `pitch` pixels of the picture. */
export function cutStrip(pyramid: Pyramid, track: Track, pitch: number): LineStrip {
  return toStrip(straighten(pyramid, track, layoutOf(track, pitch, 1)), track);
}

/** The same as sharp as it can be: where its pixels cover more than one of the picture, each is the mean of four. */
export function cutSharpStrip(pyramid: Pyramid, track: Track, pitch: number): LineStrip {
  const parts = Math.max(pitch / STRIP_PITCH, track.capitals / STRIP_CAPITALS) > SHARP ? 2 : 1;
  const line = straighten(pyramid, track, layoutOf(track, pitch, parts));
  return toStrip(parts > 1 ? halve(line) : line, track);
}

/** `parts`: pixels along and across for each of the strip. */
function layoutOf(track: Track, pitch: number, parts: number): Layout {
  return {
    rows: STRIP_HEIGHT * parts,
    stepAlong: pitch / STRIP_PITCH / parts,
    stepAcross: track.capitals / STRIP_CAPITALS / parts,
    from: track.from - MARGIN * pitch,
    to: track.to + MARGIN * pitch,
  };
}

function toStrip({ width, values }: GreyImage, track: Track): LineStrip {
  return { width, height: STRIP_HEIGHT, values: evenContrast(values, width), quad: quadOf(track) };
}

/** The corners of the part of a strip's text from one column to another, which may lie a little beyond its ends. */
export function partOfStrip({ width, quad }: LineStrip, from: number, to: number): Quad {
  const margin = MARGIN * STRIP_PITCH;
  return partOfQuad(quad, (from - margin) / (width - 2 * margin), (to - margin) / (width - 2 * margin));
}

/** The same strip as it reads the other way up. */
export function turnStrip(strip: LineStrip): LineStrip {
  const [a, b, c, d] = strip.quad;
  return { ...strip, values: strip.values.toReversed(), quad: [c, d, a, b] };
}

/** Half of the columns over which light and contrast are measured: three characters. */
const EVEN_REACH = 3 * STRIP_PITCH;
const EVEN_MEAN = 140;
const EVEN_SPREAD = 45;
/** Grey values; what varies less is empty paper. */
const SPREAD_MIN = 5;

/** Takes shadows and pale print out of a strip: mean and spread become the same everywhere along it. */
function evenContrast(values: Uint8Array, width: number): Uint8Array {
  const sums = new Float64Array(width + 1);
  const squares = new Float64Array(width + 1);
  for (let x = 0; x < width; x++) {
    let sum = 0;
    let square = 0;
    for (let i = x; i < values.length; i += width) {
      const value = values[i] ?? 0;
      sum += value;
      square += value * value;
    }
    sums[x + 1] = (sums[x] ?? 0) + sum;
    squares[x + 1] = (squares[x] ?? 0) + square;
  }
  const even = new Uint8Array(values.length);
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.max(0, x - EVEN_REACH), Math.min(width, x + EVEN_REACH + 1)];
    const count = (to - from) * STRIP_HEIGHT;
    const mean = ((sums[to] ?? 0) - (sums[from] ?? 0)) / count;
    const spread = Math.sqrt(Math.max(0, ((squares[to] ?? 0) - (squares[from] ?? 0)) / count - mean * mean));
    const gain = EVEN_SPREAD / Math.max(SPREAD_MIN, spread);
    for (let i = x; i < values.length; i += width) {
      const value = EVEN_MEAN + ((values[i] ?? 0) - mean) * gain;
      even[i] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return even;
}
