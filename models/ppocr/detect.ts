import sharp from 'sharp';
import type { RasterImage } from '../ports.ts';
import type { ColourNet } from './nets.ts';
import { findStrips } from './regions.ts';
import type { Strip } from './strip.ts';

/** The longer side, in pixels, to which a picture is scaled before its rows are searched. */
const SIDE_MAX = 960;
/** The net halves its picture five times. */
const SIDE_STEP = 32;
/** The normalisation of the training: for blue, green and red, what is subtracted from 0..1, and the divisor of the rest. */
const MEANS = [0.485, 0.456, 0.406];
const SPREADS = [0.229, 0.224, 0.225];

/** Returns the rows of text in a picture, in its coordinates. */
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

/** Converts pixels of red, green and blue to the nets' form: all of the blue, then the green, then the red, each value by `form`. */
export function inChannels(pixels: ArrayLike<number>, form: (value: number, colour: number) => number): Float32Array {
  const area = pixels.length / 3;
  const out = new Float32Array(pixels.length);
  for (let colour = 0; colour < 3; colour++)
    for (let i = 0; i < area; i++) out[colour * area + i] = form(pixels[i * 3 + 2 - colour] as number, colour);
  return out;
}
