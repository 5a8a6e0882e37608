import sharp from 'sharp';
import type { Box } from '../../models/ports.ts';

/** The position of a word in the picture, and the height of the text's letters in pixels. */
export interface TextPlace {
  word: Box;
  letterHeight: number;
}

/** Turns a good picture into a bad one: a PNG or JPEG in, a PNG out. */
export type Degrade = (file: Uint8Array, place: TextPlace) => Promise<Buffer>;

/** The share of light that a dark picture keeps, and the burnt-out share of a lamp's reflection, from its middle. */
const DARK_LIGHT = 0.3;
const GLARE_CORE = 0.6;

/** Kinds of damage, some in two grades and some combined, with the findings that must report them. */
export const DAMAGES: readonly { name: string; codes: readonly string[]; degrade: Degrade }[] = [
  { name: 'blurred by 0.18 letters', codes: ['image_blurred'], degrade: blur(0.18) },
  { name: 'blurred by 0.3 letters', codes: ['image_blurred'], degrade: blur(0.3) },
  { name: 'darkened', codes: ['image_too_dark'], degrade: darken },
  { name: 'letters of 5 pixels', codes: ['image_resolution_too_low'], degrade: shrink(5) },
  { name: 'letters of 3 pixels', codes: ['image_resolution_too_low'], degrade: shrink(3) },
  { name: 'glare with an edge', codes: ['image_glare'], degrade: glare(3.5, 1) },
  { name: 'glare that fades', codes: ['image_glare'], degrade: glare(5, GLARE_CORE) },
  {
    name: 'blurred and darkened',
    codes: ['image_blurred', 'image_too_dark'],
    degrade: async (file, place) => darken(await blur(0.18)(file, place)),
  },
  {
    name: 'small and darkened',
    codes: ['image_resolution_too_low', 'image_too_dark'],
    degrade: async (file, place) => darken(await shrink(5)(file, place)),
  },
];

/** `share`: the Gaussian's deviation, as a share of a letter's height. */
function blur(share: number): Degrade {
  return (file, { letterHeight }) =>
    sharp(file)
      .blur(Math.max(0.5, share * letterHeight))
      .png()
      .toBuffer();
}

function darken(file: Uint8Array): Promise<Buffer> {
  return sharp(file).flatten({ background: '#ffffff' }).linear(DARK_LIGHT).png().toBuffer();
}

function shrink(letterPixels: number): Degrade {
  return async (file, { letterHeight }) => {
    const { width } = await sharp(file).metadata();
    const scale = Math.min(1, letterPixels / letterHeight);
    return sharp(file)
      .resize({ width: Math.round(width * scale) })
      .png()
      .toBuffer();
  };
}

/** A white ellipse over a word. Half its width is the height of `letters` letters; it is burnt out up to `core` (0..1) of the way to its edge. */
function glare(letters: number, core: number): Degrade {
  return async (file, { word, letterHeight }) => {
    const raw = sharp(file).flatten({ background: '#ffffff' }).toColourspace('srgb').raw();
    const { data, info } = await raw.toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
    const [radiusX, radiusY] = [letters * letterHeight, 0.6 * letters * letterHeight];
    for (let i = 0; i < width * height; i++) {
      const away = Math.hypot(((i % width) - x) / radiusX, (Math.floor(i / width) - y) / radiusY);
      if (away > 1) continue;
      const light = away <= core ? 1 : (1 - away) / (1 - core);
      for (let at = i * channels; at < (i + 1) * channels; at++)
        data[at] = Math.round((data[at] as number) * (1 - light) + 255 * light);
    }
    return sharp(data, { raw: { width, height, channels } }).png().toBuffer();
  };
}
