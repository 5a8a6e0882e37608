import type { GreyImage } from '../../pixels/grey.ts';
import { Kernel } from '../../runtime/kernel.ts';

const KERNEL = new Kernel('line');

/** For each place of a scaled row: the source values that it combines, starting at `from`, and the share of each. */
interface Mix {
  from: Int32Array<ArrayBuffer>;
  /** The same number for each place, 0 after the last. */
  shares: Float64Array<ArrayBuffer>;
  most: number;
}

/** Below this scale, pixels that fall into one are averaged; above it, neighbours are interpolated (Leptonica's `pixScale`). */
const AVERAGE_BELOW = 0.7;
/** How a scaled picture is sharpened then: by this share of its difference from the surrounding mean, over this many pixels each way. */
const SHARPENED_AFTER_AVERAGE = { above: 0.2, share: 0.2, reach: 1 };
const SHARPENED_AFTER_MIX = { below: 1.4, share: 0.4, reach: 2 };
const NOT_SHARPENED = { share: 0, reach: 0 };
/** How many columns the kernel processes at once; how many pixels after the last of a picture it may read, and write. */
const [LANES, BEHIND] = [2, 4];

/**
 * Scales a picture to a height, as `pixScale` of Leptonica does for Tesseract: its nets were trained on pictures scaled
 * and sharpened this way. At least one pixel wide.
 */
export function scaleToHeight(image: GreyImage, height: number): GreyImage {
  const scale = height / image.height;
  if (scale === 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const mix = scale < AVERAGE_BELOW ? averages : neighbours;
  const [rows, columns] = [mix(image.height, height, 1), mix(image.width, width, LANES)];
  const { share, reach } = sharpening(scale);
  using scratch = KERNEL.borrow();
  const { run } = scratch;
  const from = scratch.take(image.values.length + BEHIND);
  scratch.bytes(from, image.values.length).set(image.values);
  const [firstRows, firstColumns] = [rows, columns].map((one) => scratch.put(bytesOf(one.from))) as [number, number];
  const [rowShares, columnShares] = [rows, columns].map((one) => scratch.put(bytesOf(one.shares))) as [number, number];
  const lineLength = Math.max(width, image.width) + columns.most + BEHIND;
  const line = scratch.take(8 * lineLength);
  const stride = width + BEHIND;
  const [floats, to] = [scratch.take(4 * stride * height), scratch.take(width * height + BEHIND)];
  // These values are multiplied by shares of 0, and must be numbers.
  scratch.floats(line, 2 * lineLength).fill(0);
  const twos = columns.most / LANES;
  run.scale(
    from,
    image.width,
    height,
    firstRows,
    rowShares,
    rows.most,
    width,
    firstColumns,
    columnShares,
    twos,
    line,
    floats,
    stride,
  );
  run.sharpen(floats, stride, width, height, share, reach, line, to);
  return { width, height, values: scratch.bytes(to, width * height).slice() };
}

function bytesOf({ buffer }: Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer);
}

function sharpening(scale: number): { share: number; reach: number } {
  if (scale < AVERAGE_BELOW) return scale > SHARPENED_AFTER_AVERAGE.above ? SHARPENED_AFTER_AVERAGE : NOT_SHARPENED;
  return scale < SHARPENED_AFTER_MIX.below ? SHARPENED_AFTER_MIX : NOT_SHARPENED;
}

function averages(from: number, to: number, lanes: number): Mix {
  const step = from / to;
  const mix = emptyMix(to, Math.ceil(step) + 1, lanes);
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

/** Leptonica uses the upper left corners of pixels as their positions. */
function neighbours(from: number, to: number, lanes: number): Mix {
  const step = from / to;
  const mix = emptyMix(to, 2, lanes);
  for (let i = 0; i < to; i++) {
    const place = Math.min(from - 1, i * step);
    const first = Math.floor(place);
    const far = first + 1 < from ? place - first : 0;
    mix.from[i] = first;
    mix.shares[mix.most * i] = 1 - far;
    mix.shares[mix.most * i + 1] = far;
  }
  return mix;
}

/** Pads places, and the sources of each, to a multiple of `lanes`. */
function emptyMix(places: number, most: number, lanes: number): Mix {
  const [rounded, each] = [places, most].map((count) => Math.ceil(count / lanes) * lanes) as [number, number];
  return { from: new Int32Array(rounded), shares: new Float64Array(rounded * each), most: each };
}
