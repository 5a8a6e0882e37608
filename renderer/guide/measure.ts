import { glareShare } from '../../models/pixels/glare.ts';
import { countGreys, type GreyImage, meanGrey, quantileGrey } from '../../models/pixels/grey.ts';
import type { ColourImage } from './colour.ts';
import { bounds, type Outline } from './outline.ts';

/** One sample of the camera's picture. */
export interface Taken {
  /** The whole picture, scaled down to 320 pixels on its longer side. */
  frame: ColourImage;
  /** A part of it in the camera's own pixels, from the middle of the document: scaled down, a blurred picture looks sharp. */
  detail: GreyImage;
  /** Size of the camera's own picture in pixels. */
  width: number;
  height: number;
}

/** Measurements of one sample. */
export interface Moment {
  /** Mean grey value, 0..255. */
  brightness: number;
  /** Grey value of the lightest parts, 0..255. */
  lightest: number;
  /** Share of the pixels that are white, 0..1. */
  white: number;
  /** Steepness of the edges in the detail as a share of its contrast, 0 or more; null if it is one plain surface. */
  sharpness: number | null;
  /** Mean difference from the previous sample, in grey values; null for the first. */
  motion: number | null;
  /** Share of the picture that shows detail, 0..1. */
  filled: number;
  /** Share of the document, 0..1, under a lamp's reflection; 0 where no document was found. */
  glare: number;
}

const WHITE_FROM = 250;
/** As `models/quality/measure.ts` counts them. */
const LIGHTEST_SHARE = 0.02;
/** A surface with a smaller range of grey values than this contains nothing that could be sharp. */
const PLAIN_RANGE = 40;
const PAPER_MAX = 235;
const CELLS_ACROSS = 12;
const CELLS_DOWN = 9;
/** A cell contains detail if its neighbouring pixels differ by at least this much on average. */
const DETAIL_MIN = 4;

/**
 * Measures one sample.
 * @param before the frame of the previous sample, or null
 * @param outline the document in it, or null
 */
export function measure({ frame, detail }: Taken, before: GreyImage | null, outline: Outline | null): Moment {
  const whole = halved(frame);
  const counts = countGreys(whole.values);
  return {
    brightness: meanGrey(counts),
    lightest: quantileGrey(counts, 1 - LIGHTEST_SHARE),
    white: counts.subarray(WHITE_FROM).reduce((sum, count) => sum + count, 0) / whole.values.length,
    sharpness: sharpnessOf(detail),
    motion: before && before.values.length === frame.values.length ? difference(frame.values, before.values) : null,
    filled: filledShare(whole),
    glare: outline ? glareIn(boxOf(whole, outline)) : 0,
  };
}

/** Measures how bright and how sharp a part of a picture is. */
export const measurePart = (part: GreyImage): Pick<Moment, 'brightness' | 'sharpness'> => ({
  brightness: meanGrey(countGreys(part.values)),
  sharpness: sharpnessOf(part),
});

/**
 * Returns the steepness of the steepest edges: the 99th percentile of the Laplacian's magnitude divided by the range of the grey values, so
 * contrast does not count. Uses pixels of twice the size, which halves the effect of sensor noise.
 */
function sharpnessOf(detail: GreyImage): number | null {
  const { values, width, height } = halved(detail);
  const counts = countGreys(values);
  const range = quantileGrey(counts, 0.99) - quantileGrey(counts, 0.01);
  if (range < PLAIN_RANGE) return null;
  const at = (x: number, y: number): number => values[y * width + x] ?? 0;
  const edges = new Float32Array((width - 2) * (height - 2));
  for (let y = 1, i = 0; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++, i++) {
      edges[i] = Math.abs(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y));
    }
  }
  return (edges.sort()[Math.floor(0.99 * (edges.length - 1))] ?? 0) / range;
}

function halved({ values, width, height }: GreyImage): GreyImage {
  const [across, down] = [width >> 1, height >> 1];
  const half = new Uint8Array(across * down);
  const at = (i: number): number => values[i] as number;
  for (let y = 0; y < down; y++)
    for (let x = 0, i = 2 * y * width; x < across; x++, i += 2)
      half[y * across + x] = (at(i) + at(i + 1) + at(i + width) + at(i + width + 1)) >> 2;
  return { values: half, width: across, height: down };
}

/** White paper in bright light is burnt out itself, so a reflection cannot be told from it. */
const glareIn = (part: GreyImage): number =>
  quantileGrey(countGreys(part.values), 0.5) < PAPER_MAX ? glareShare(part) : 0;

/** The part of a frame around an outline. */
function boxOf({ values, width, height }: GreyImage, outline: Outline): GreyImage {
  const { left, top, right, bottom } = bounds(outline);
  const within = (share: number, size: number): number => Math.max(0, Math.min(size, Math.round(share * size)));
  const [x, y] = [within(left, width), within(top, height)];
  const [across, down] = [within(right, width) - x, within(bottom, height) - y];
  const part = new Uint8Array(across * down);
  for (let row = 0, from = y * width + x; row < down; row++, from += width)
    part.set(values.subarray(from, from + across), row * across);
  return { values: part, width: across, height: down };
}

/** A small subject in the middle of a plain background is too far away. */
function filledShare({ values, width, height }: GreyImage): number {
  let filled = 0;
  for (let row = 0; row < CELLS_DOWN; row++) {
    for (let column = 0; column < CELLS_ACROSS; column++) {
      const left = Math.floor((column * width) / CELLS_ACROSS);
      const right = Math.floor(((column + 1) * width) / CELLS_ACROSS);
      const top = Math.floor((row * height) / CELLS_DOWN);
      const bottom = Math.floor(((row + 1) * height) / CELLS_DOWN);
      let steps = 0;
      let sum = 0;
      for (let y = top; y < bottom; y++) {
        for (let x = left + 1; x < right; x++, steps++) {
          sum += Math.abs((values[y * width + x] ?? 0) - (values[y * width + x - 1] ?? 0));
        }
      }
      if (steps > 0 && sum / steps >= DETAIL_MIN) filled += 1;
    }
  }
  return filled / (CELLS_ACROSS * CELLS_DOWN);
}

function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return a.length === 0 ? 0 : sum / a.length;
}
