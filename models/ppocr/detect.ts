import sharp from 'sharp';
import type { RasterImage } from '../ports.ts';
import type { ColourNet } from './nets.ts';
import { findStrips } from './regions.ts';
import type { Strip } from './strip.ts';

/** Longer side, in pixels, that a picture is brought to before its rows are looked for. */
const SIDE_MAX = 960;
/** The net halves its picture five times. */
const SIDE_STEP = 32;
/** What it was trained on: of blue, green and red, what is subtracted from 0..1, and what the rest is divided by. */
const MEANS = [0.485, 0.456, 0.406];
const SPREADS = [0.229, 0.224, 0.225];

/** The rows of print of a picture, as they lie in it. */
export async function findRows(image: RasterImage, detect: ColourNet): Promise<Strip[]> {
  const scale = Math.min(1, SIDE_MAX / Math.max(image.width, image.height));
  const [width, height] = [stepped(image.width * scale), stepped(image.height * scale)];
  const pixels = await sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const values = await detect(
    inChannels(pixels, (value, colour) => (value / 255 - (MEANS[colour] as number)) / (SPREADS[colour] as number)),
    width,
    height,
  );
  const [across, down] = [image.width / width, image.height / height];
  return findStrips({ width, height, values }).map(({ centre, width: along, height: high, angle }) => ({
    centre: { x: centre.x * across, y: centre.y * down },
    width: along * across,
    height: high * down,
    angle,
  }));
}

const stepped = (side: number): number => Math.max(SIDE_STEP, Math.round(side / SIDE_STEP) * SIDE_STEP);

/** Pixels of red, green and blue as the nets take them: all of the blue, then the green, then the red, each value by `form`. */
export function inChannels(pixels: ArrayLike<number>, form: (value: number, colour: number) => number): Float32Array {
  const area = pixels.length / 3;
  const out = new Float32Array(pixels.length);
  for (let colour = 0; colour < 3; colour++)
    for (let i = 0; i < area; i++) out[colour * area + i] = form(pixels[i * 3 + 2 - colour] as number, colour);
  return out;
}
