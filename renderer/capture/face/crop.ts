import type { CropForm, Similarity } from '../../../models/face/crops.ts';

/** A frame of the camera: four bytes a pixel, as a canvas gives them. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8ClampedArray;
}

/**
 * Returns a source of square crops of a frame, as `Crops` of the appliance's face engine makes them, without its kernel: `size * size * 3` bilinear
 * values in the order R, G, B. Pixels outside the frame are black. Enough to guide, where a few percent do not matter.
 */
export function cropsOf({ width, height, rgba }: Pixels) {
  return {
    square({ a, b, dx, dy }: Similarity, size: number, { less, gain }: CropForm = { less: [0, 0, 0], gain: 1 }) {
      const values = new Float32Array(size * size * 3);
      for (let i = 0, at = 0; i < size * size; i++, at += 3) {
        const [u, v] = [(i % size) + 0.5, Math.floor(i / size) + 0.5];
        const [x, y] = [a * u - b * v + dx - 0.5, b * u + a * v + dy - 0.5];
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const inside = left >= 0 && top >= 0 && left < width - 1 && top < height - 1;
        const p = (top * width + left) * 4;
        for (let channel = 0; channel < 3; channel++) {
          const one = (offset: number): number => rgba[p + offset + channel] ?? 0;
          const upper = one(0) + (one(4) - one(0)) * (x - left);
          const lower = one(4 * width) + (one(4 * width + 4) - one(4 * width)) * (x - left);
          const value = inside ? upper + (lower - upper) * (y - top) : 0;
          values[at + channel] = (value - less[channel as 0 | 1 | 2]) * gain;
        }
      }
      return values;
    },
  };
}
