import type { GreyImage } from '../../models/pixels/grey.ts';

/** A grey picture with its colours: how much brighter than grey the blue and the red of each pixel are, 128 for no more. */
export interface ColourImage extends GreyImage {
  blue: Uint8Array;
  red: Uint8Array;
}

/** Converts to greyscale with the weights of ITU-R BT.601. `rgba`: four bytes per pixel. */
export function toGrey(rgba: Uint8ClampedArray, width: number, height: number): GreyImage {
  const values = new Uint8Array(width * height);
  for (let i = 0; i < values.length; i++) {
    const at = i * 4;
    values[i] = ((rgba[at] ?? 0) * 299 + (rgba[at + 1] ?? 0) * 587 + (rgba[at + 2] ?? 0) * 114) / 1000;
  }
  return { values, width, height };
}

/** Splits colours into grey and the differences from it. `rgba`: four bytes per pixel. */
export function toColour(rgba: Uint8ClampedArray, width: number, height: number): ColourImage {
  const grey = toGrey(rgba, width, height);
  const above = (channel: 0 | 2): Uint8Array =>
    grey.values.map((value, i) => Math.max(0, Math.min(255, 128 + (rgba[4 * i + channel] as number) - value)));
  return { ...grey, blue: above(2), red: above(0) };
}
