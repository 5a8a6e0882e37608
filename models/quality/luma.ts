import type { GreyImage } from '../pixels/grey.ts';
import type { RasterImage } from '../ports.ts';
import { copyPlane, type Plane, takePlane } from './plane.ts';
import { KERNEL, type TextScratch } from './text-kernel.ts';

/** Weights of the colours in linear light (ITU-R BT.709). */
const WEIGHTS = { red: 0.2126, green: 0.7152, blue: 0.0722 };
/** Steps of linear light that are distinguished, and how many more bits their sum has. */
const STEPS = 1 << 16;
const FRACTION_BITS = 8;

const toLinear = Float64Array.from({ length: 256 }, (_, value) => linearOf(value / 255));
/** Steps that share one number in the kernel's last table: over so few steps the grey grows by at most one. */
const TOGETHER = 16;
/** The lookup tables of `toLinearGrey` (`models/kernels/assembly/linear-grey.ts`). */
const TABLES = tablesOf(Object.values(WEIGHTS).map(weigh), greyOfSteps());

/**
 * Returns the grey of a picture's colours as libvips computes it, equal to within one value in 255 (and mostly identical). Makes the colours linear
 * (IEC 61966-2-1), weights them, and converts the sum back to grey along straight lines between 256 points. Takes a tenth of libvips' time.
 */
export function greyOf(image: RasterImage): GreyImage {
  using scratch = KERNEL.borrow();
  return copyPlane(greyPlane(image, scratch));
}

/** Does the work of `greyOf` in a kernel's memory. */
export function greyPlane({ width, height, pixels }: RasterImage, scratch: TextScratch): Plane {
  const plane = takePlane(scratch, { width, height });
  const tables = scratch.put(TABLES);
  scratch.passPixels(pixels, (at, count, before) => scratch.run.toLinearGrey(at, count, plane.at + before, tables));
  scratch.release(tables);
  return plane;
}

function linearOf(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Converts linear light, 0..1, to sRGB's values (IEC 61966-2-1). */
export function encodedOf(share: number): number {
  return share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055;
}

function weigh(weight: number): Int32Array {
  return Int32Array.from(toLinear, (share) => Math.round(share * weight * (STEPS - 1) * 2 ** FRACTION_BITS));
}

/** Returns the grey value of each step of linear light, and of one more, which rounding may reach. */
function greyOfSteps(): Uint8Array {
  const points = Array.from({ length: 257 }, (_, i) => Math.round(255 * encodedOf(Math.min(255, i) / 255)));
  return Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = Math.min(255, (255 * (step + 0.5)) / STEPS);
    const below = Math.floor(at);
    const [from = 0, to = 0] = [points[below], points[below + 1]];
    return Math.round(from + (to - from) * (at - below));
  });
}

/** Returns the tables of the colours, then, for each `TOGETHER` steps, that many times their first grey plus one for each lighter step. */
function tablesOf(colours: readonly Int32Array[], greys: Uint8Array): Uint8Array {
  const sums = Uint16Array.from({ length: Math.ceil(greys.length / TOGETHER) }, (_, i) => {
    const together = greys.subarray(TOGETHER * i, TOGETHER * (i + 1));
    const first = together[0] as number;
    return TOGETHER * first + together.filter((grey) => grey > first).length;
  });
  return Buffer.concat([...colours, sums].map(({ buffer }) => new Uint8Array(buffer)));
}
