import { printFace } from './face-print.ts';
import { openUpright, rawOf, resize, toPng } from './raw-picture.ts';

/** Returns a damaged picture of a JPEG or PNG: upright and with its own width and height. `faceHeight` is the height of its face's box in pixels. */
export type DamageFace = (file: Uint8Array, faceHeight: number) => Promise<Buffer>;

const FACE_PIXELS = 33;
const JPEG_QUALITY = 20;
/** A Gaussian's deviation in pixels, if the picture's longer side has `BLUR_AT_PIXELS`. */
const BLUR_SIGMA = 2;
const BLUR_AT_PIXELS = 250;

/** Damage that pictures of faces suffer before they are compared. */
export const FACE_DAMAGES: readonly { name: string; damage: DamageFace }[] = [
  { name: `face of ${FACE_PIXELS} pixels`, damage: makeSmall },
  {
    name: `JPEG quality ${JPEG_QUALITY}`,
    damage: (file) => openUpright(file).jpeg({ quality: JPEG_QUALITY }).toBuffer(),
  },
  { name: `blur of ${BLUR_SIGMA} at ${BLUR_AT_PIXELS} pixels`, damage: blur },
  { name: 'printed', damage: async (file, faceHeight) => toPng(await printFace(await rawOf(file), faceHeight)) },
];

/**
 * Shrinks the picture with Lanczos until the face has this few pixels, then enlarges it again. So it loses sharpness,
 * but still has the size that a comparison requires.
 */
async function makeSmall(file: Uint8Array, faceHeight: number): Promise<Buffer> {
  const whole = await rawOf(file);
  const scale = Math.min(1, FACE_PIXELS / faceHeight);
  const shrunk = (side: number): number => Math.max(1, Math.round(side * scale));
  const small = await resize(whole, { width: shrunk(whole.width), height: shrunk(whole.height) });
  return toPng(await resize(small, whole));
}

async function blur(file: Uint8Array): Promise<Buffer> {
  const { width, height } = await rawOf(file);
  const sigma = (BLUR_SIGMA * Math.max(width, height)) / BLUR_AT_PIXELS;
  return openUpright(file).blur(sigma).png().toBuffer();
}
