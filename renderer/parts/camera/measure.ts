/** A greyscale picture, 0 black to 255 white, row by row. */
export interface GreyPicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Measurements of one camera sample. */
export interface Moment {
  /** Mean grey value, 0..255. */
  brightness: number;
  /** Share of the pixels that are white, 0..1. */
  white: number;
  /** Steepness of the edges in the middle as a share of its contrast, 0 or more; null if the middle is one plain surface. */
  sharpness: number | null;
  /** Mean difference from the previous sample, in grey values; null for the first. */
  motion: number | null;
  /** Share of the picture that shows detail, 0..1. */
  filled: number;
}

const WHITE_FROM = 250;
/** A surface with a smaller range of grey values than this contains nothing that could be sharp. */
const PLAIN_RANGE = 40;
const CELLS_ACROSS = 12;
const CELLS_DOWN = 9;
/** A cell contains detail if its neighbouring pixels differ by at least this much on average. */
const DETAIL_MIN = 4;

/** Converts to greyscale with the weights of ITU-R BT.601. `rgba`: four bytes per pixel. */
export function toGrey(rgba: Uint8ClampedArray, width: number, height: number): GreyPicture {
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const at = i * 4;
    pixels[i] = ((rgba[at] ?? 0) * 299 + (rgba[at + 1] ?? 0) * 587 + (rgba[at + 2] ?? 0) * 114) / 1000;
  }
  return { pixels, width, height };
}

/**
 * Measures one camera sample.
 * @param whole the camera's whole picture, scaled down
 * @param middle a part of its middle in the camera's own pixels: scaled down, a blurred picture looks sharp
 * @param before `whole` of the previous sample
 */
export function measure(whole: GreyPicture, middle: GreyPicture, before: GreyPicture | null): Moment {
  return {
    brightness: mean(whole.pixels),
    white: whole.pixels.filter((value) => value >= WHITE_FROM).length / whole.pixels.length,
    sharpness: sharpnessOf(middle),
    motion: before && before.pixels.length === whole.pixels.length ? difference(whole.pixels, before.pixels) : null,
    filled: filledShare(whole),
  };
}

/**
 * Returns the steepness of the steepest edges: the 99th percentile of the Laplacian's magnitude divided by the range of the grey values, so
 * contrast does not count. Uses pixels of twice the size, which halves the effect of sensor noise.
 */
function sharpnessOf(middle: GreyPicture): number | null {
  const { pixels, width, height } = halved(middle);
  const sorted = pixels.toSorted();
  const range = quantile(sorted, 0.99) - quantile(sorted, 0.01);
  if (range < PLAIN_RANGE) return null;
  const at = (x: number, y: number): number => pixels[y * width + x] ?? 0;
  const edges = new Float32Array((width - 2) * (height - 2));
  for (let y = 1, i = 0; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++, i++) {
      edges[i] = Math.abs(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y));
    }
  }
  return quantile(edges.sort(), 0.99) / range;
}

function halved({ pixels, width, height }: GreyPicture): GreyPicture {
  const [across, down] = [width >> 1, height >> 1];
  const half = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const at = 2 * y * width + 2 * x;
      const sum = [at, at + 1, at + width, at + width + 1].reduce((total, i) => total + (pixels[i] ?? 0), 0);
      half[y * across + x] = sum / 4;
    }
  }
  return { pixels: half, width: across, height: down };
}

function quantile(sorted: Uint8Array | Float32Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** A small subject in the middle of a plain background is too far away. */
function filledShare({ pixels, width, height }: GreyPicture): number {
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
          sum += Math.abs((pixels[y * width + x] ?? 0) - (pixels[y * width + x - 1] ?? 0));
        }
      }
      if (steps > 0 && sum / steps >= DETAIL_MIN) filled += 1;
    }
  }
  return filled / (CELLS_ACROSS * CELLS_DOWN);
}

function mean(values: Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}
