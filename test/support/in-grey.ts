import type { ColourImage } from '../../renderer/guide/colour.ts';

/** A picture without colour, as the guide takes it. */
export function inGrey(values: Uint8Array, width: number, height: number): ColourImage {
  const none = new Uint8Array(values.length).fill(128);
  return { values, width, height, blue: none, red: none };
}
