import type { GreyImage } from '../../quality/grey.ts';
import { shrinkGrey } from './grey.ts';

/** A picture, and the same at half its size, a quarter, and so on, each made when it is first asked for. */
export interface Pyramid {
  width: number;
  height: number;
  /** The picture itself first. */
  levels: [GreyImage, ...GreyImage[]];
}

/** Smaller than this, in pixels of the shorter side, a picture is not halved. */
const SIDE_MIN = 32;

export function createPyramid(grey: GreyImage): Pyramid {
  return { width: grey.width, height: grey.height, levels: [grey] };
}

/** The picture at 1/2^`level` of its size, or the smallest there is. */
export function levelOf({ levels }: Pyramid, level: number): { grey: GreyImage; scale: number } {
  let last = levels.at(-1) as GreyImage;
  while (levels.length <= level && Math.min(last.width, last.height) >= SIDE_MIN) {
    last = halve(last);
    levels.push(last);
  }
  const found = Math.min(level, levels.length - 1);
  return { grey: levels[found] as GreyImage, scale: 2 ** found };
}

/** The picture at 1/`factor` of its size, each pixel the mean of the area it covers. `factor` is at least 1. */
export function shrinkPyramid(pyramid: Pyramid, factor: number): GreyImage {
  const { grey, scale } = levelOf(pyramid, Math.floor(Math.log2(factor)));
  return factor > scale ? shrinkGrey(grey, factor / scale) : grey;
}

/** Each pixel the mean of four; what is odd at the right or below is left out. */
export function halve({ width, height, values }: GreyImage): GreyImage {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0, at = 2 * y * width; x < w; x++, at += 2) {
      const above = (values[at] as number) + (values[at + 1] as number);
      const below = (values[at + width] as number) + (values[at + width + 1] as number);
      half[to++] = (above + below + 2) >> 2;
    }
  }
  return { width: w, height: h, values: half };
}
