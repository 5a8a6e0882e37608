import type { GreyImage } from '../../quality/grey.ts';

/** For each place of a scaled row: which of the given ones it is made of, from `from` on, and how much of each. */
interface Mix {
  from: number;
  shares: number[];
}

/** Below this scale the pixels that fall into one are averaged, above it neighbours are mixed (Leptonica's `pixScale`). */
const AVERAGE_BELOW = 0.7;
/** How a scaled picture is sharpened there: by the share of what it differs by from the mean around it, so many pixels each way. */
const SHARPENED_AFTER_AVERAGE = { above: 0.2, share: 0.2, reach: 1 };
const SHARPENED_AFTER_MIX = { below: 1.4, share: 0.4, reach: 2 };

/**
 * Scales a picture to a height, as `pixScale` of Leptonica does for tesseract: its nets were trained on pictures that were scaled
 * and sharpened in this way. At least one pixel wide.
 */
export function scaleToHeight(image: GreyImage, height: number): GreyImage {
  const scale = height / image.height;
  if (scale === 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const mixes = scale < AVERAGE_BELOW ? averages : neighbours;
  const scaled = mixColumns(mixRows(image, mixes(image.height, height)), image.width, mixes(image.width, width));
  const sharp = sharpening(scale);
  return { width, height, values: sharp === null ? rounded(scaled) : sharpen(scaled, width, height, sharp) };
}

function sharpening(scale: number): { share: number; reach: number } | null {
  if (scale < AVERAGE_BELOW) return scale > SHARPENED_AFTER_AVERAGE.above ? SHARPENED_AFTER_AVERAGE : null;
  return scale < SHARPENED_AFTER_MIX.below ? SHARPENED_AFTER_MIX : null;
}

function averages(from: number, to: number): Mix[] {
  const step = from / to;
  return Array.from({ length: to }, (_, i) => {
    const [start, end] = [i * step, Math.min(from, (i + 1) * step)];
    const first = Math.min(from - 1, Math.floor(start));
    const count = Math.max(1, Math.ceil(end) - first);
    const shares = Array.from({ length: count }, (_, k) => {
      return Math.min(end, first + k + 1) - Math.max(start, first + k);
    });
    const sum = shares.reduce((total, share) => total + share, 0);
    return { from: first, shares: shares.map((share) => share / sum) };
  });
}

/** Leptonica takes the upper left corners of pixels for their places. */
function neighbours(from: number, to: number): Mix[] {
  const step = from / to;
  return Array.from({ length: to }, (_, i) => {
    const place = Math.min(from - 1, i * step);
    const first = Math.floor(place);
    return first + 1 < from
      ? { from: first, shares: [1 - (place - first), place - first] }
      : { from: first, shares: [1] };
  });
}

function mixRows({ width, values }: GreyImage, mixes: readonly Mix[]): Float32Array {
  const out = new Float32Array(width * mixes.length);
  for (const [row, { from, shares }] of mixes.entries()) {
    const to = row * width;
    for (const [k, share] of shares.entries()) {
      const at = (from + k) * width;
      for (let x = 0; x < width; x++) out[to + x] = (out[to + x] as number) + share * (values[at + x] as number);
    }
  }
  return out;
}

function mixColumns(values: Float32Array, width: number, mixes: readonly Mix[]): Float32Array {
  const rows = values.length / width;
  const out = new Float32Array(rows * mixes.length);
  for (const [x, { from, shares }] of mixes.entries()) {
    for (const [k, share] of shares.entries()) {
      for (let y = 0; y < rows; y++) {
        const to = y * mixes.length + x;
        out[to] = (out[to] as number) + share * (values[y * width + from + k] as number);
      }
    }
  }
  return out;
}

/** The margin, as wide as the reach, stays as it is. */
function sharpen(
  values: Float32Array,
  width: number,
  height: number,
  { share, reach }: { share: number; reach: number },
): Uint8Array {
  const out = rounded(values);
  const side = 2 * reach + 1;
  const sums = new Float32Array(width);
  for (let y = reach; y < height - reach; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let dy = -reach; dy <= reach; dy++) sum += values[(y + dy) * width + x] as number;
      sums[x] = sum;
    }
    for (let x = reach; x < width - reach; x++) {
      let sum = 0;
      for (let dx = -reach; dx <= reach; dx++) sum += sums[x + dx] as number;
      const value = values[y * width + x] as number;
      out[y * width + x] = clampByte(value + share * (value - sum / (side * side)));
    }
  }
  return out;
}

/** A loop, as in all that goes over every pixel: `from` with a function takes twenty times as long. */
function rounded(values: Float32Array): Uint8Array {
  const out = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) out[i] = clampByte(values[i] as number);
  return out;
}

function clampByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
