import type { GreyImage } from '../../quality/grey.ts';

/** For each place of a scaled row: which of the given ones it is made of, from `from` on, and how much of each. */
interface Mix {
  from: Int32Array;
  /** So many for each place, 0 behind the last. */
  shares: Float64Array;
  most: number;
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
  const mix = scale < AVERAGE_BELOW ? averages : neighbours;
  const scaled = mixColumns(mixRows(image, mix(image.height, height)), image.width, mix(image.width, width));
  const sharp = sharpening(scale);
  return { width, height, values: sharp === null ? rounded(scaled) : sharpen(scaled, width, height, sharp) };
}

function sharpening(scale: number): { share: number; reach: number } | null {
  if (scale < AVERAGE_BELOW) return scale > SHARPENED_AFTER_AVERAGE.above ? SHARPENED_AFTER_AVERAGE : null;
  return scale < SHARPENED_AFTER_MIX.below ? SHARPENED_AFTER_MIX : null;
}

function averages(from: number, to: number): Mix {
  const step = from / to;
  const mix = emptyMix(to, Math.ceil(step) + 1);
  for (let i = 0; i < to; i++) {
    const [start, end] = [i * step, Math.min(from, (i + 1) * step)];
    const first = Math.min(from - 1, Math.floor(start));
    const count = Math.max(1, Math.ceil(end) - first);
    mix.from[i] = first;
    for (let k = 0; k < count; k++) {
      const share = Math.min(end, first + k + 1) - Math.max(start, first + k);
      mix.shares[i * mix.most + k] = share / (end - start);
    }
  }
  return mix;
}

/** Leptonica takes the upper left corners of pixels for their places. */
function neighbours(from: number, to: number): Mix {
  const step = from / to;
  const mix = emptyMix(to, 2);
  for (let i = 0; i < to; i++) {
    const place = Math.min(from - 1, i * step);
    const first = Math.floor(place);
    const far = first + 1 < from ? place - first : 0;
    mix.from[i] = first;
    mix.shares[2 * i] = 1 - far;
    mix.shares[2 * i + 1] = far;
  }
  return mix;
}

function emptyMix(places: number, most: number): Mix {
  return { from: new Int32Array(places), shares: new Float64Array(places * most), most };
}

function mixRows({ width, values }: GreyImage, { from, shares, most }: Mix): Float32Array {
  const out = new Float32Array(width * from.length);
  for (let row = 0, i = 0; row < from.length; row++) {
    const to = row * width;
    for (let k = 0; k < most; k++, i++) {
      const share = shares[i] as number;
      if (share === 0) continue;
      const at = ((from[row] as number) + k) * width;
      for (let x = 0; x < width; x++) out[to + x] = (out[to + x] as number) + share * (values[at + x] as number);
    }
  }
  return out;
}

function mixColumns(values: Float32Array, width: number, { from, shares, most }: Mix): Float32Array {
  const rows = values.length / width;
  const out = new Float32Array(rows * from.length);
  for (let y = 0, to = 0; y < rows; y++) {
    for (let x = 0, i = 0; x < from.length; x++, to++) {
      const at = y * width + (from[x] as number);
      let sum = 0;
      for (let k = 0; k < most; k++, i++) {
        const share = shares[i] as number;
        if (share !== 0) sum += share * (values[at + k] as number);
      }
      out[to] = sum;
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
  const out = new Uint8ClampedArray(values);
  const side = 2 * reach + 1;
  const weight = share / (side * side);
  // Of each column, the sum over the rows of the square: kept up from row to row.
  const columns = new Float64Array(width);
  for (let i = 0; i < (side - 1) * width && i < values.length; i++) {
    const x = i % width;
    columns[x] = (columns[x] as number) + (values[i] as number);
  }
  for (let y = reach; y < height - reach; y++) {
    const [enter, leave, here] = [(y + reach) * width, (y - reach) * width, y * width];
    for (let x = 0; x < width; x++) columns[x] = (columns[x] as number) + (values[enter + x] as number);
    let sum = 0;
    for (let x = 0; x < side - 1; x++) sum += columns[x] as number;
    for (let x = reach; x < width - reach; x++) {
      sum += columns[x + reach] as number;
      out[here + x] = (1 + share) * (values[here + x] as number) - weight * sum;
      sum -= columns[x - reach] as number;
    }
    for (let x = 0; x < width; x++) columns[x] = (columns[x] as number) - (values[leave + x] as number);
  }
  return new Uint8Array(out.buffer);
}

/** Such an array rounds and keeps within a byte. */
function rounded(values: Float32Array): Uint8Array {
  return new Uint8Array(new Uint8ClampedArray(values).buffer);
}
