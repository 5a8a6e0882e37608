import sharp, { type FailOnOptions, type SharpOptions } from 'sharp';
import { type DecodedImage, EngineError, type RasterImage } from '../ports.ts';
import { readHead } from './header.ts';
import type { PictureWorkerData } from './options.ts';

/** libjpeg's message for stray bytes that some phones leave between two markers: the picture itself is complete. */
const HARMLESS = /extraneous bytes before marker/;
/** The share of a damaged picture that must have been decoded. */
const DECODED_SHARE_MIN = 0.01;

/**
 * Decodes a picture file of one page to an upright sRGB raster without alpha, reduced to the working size. Converts CMYK and 16-bit files, puts
 * transparency on white, and takes the first frame of an animated PNG. A file that does not decode cleanly is decoded as far as possible and reported
 * as damaged. Throws `bad_input` if that produces nothing. The library owns the pixels: copy them to move them to another thread (its own
 * `toUint8Array` never frees what it returns).
 */
export async function decodeImage(file: Uint8Array, limits: PictureWorkerData): Promise<DecodedImage> {
  const { header, srgb } = await readHead(file, limits.imagePixelsMax);
  const { pages, ...original } = header;
  if (pages !== 1) throw new EngineError('bad_input', 'The picture has several pages. Send each as a file of its own.');
  const decode = (failOn: FailOnOptions): Promise<RasterImage> =>
    decodePixels(file, limits, { failOn, ignoreIcc: srgb });
  const strict = await decode('warning').catch(String);
  if (typeof strict !== 'string') return { image: strict, original, damaged: false };
  const image = await decode('none').catch(() => null);
  if (image === null || isEmpty(image.pixels)) {
    throw new EngineError('bad_input', 'The picture is damaged and cannot be decoded.');
  }
  return { image, original, damaged: !HARMLESS.test(strict) };
}

/** How a file is read: which errors stop it, and whether its colour profile is ignored. */
type Reading = Pick<SharpOptions, 'failOn' | 'ignoreIcc'>;

async function decodePixels(file: Uint8Array, limits: PictureWorkerData, reading: Reading): Promise<RasterImage> {
  const side = limits.workingSidePixelsMax;
  const { data, info } = await sharp(file, { limitInputPixels: limits.imagePixelsMax, ...reading, pages: 1 })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new EngineError('bad_input', 'The picture has no colours that can be converted.');
  return { width: info.width, height: info.height, pixels: data };
}

/** Returns whether nearly all values equal the last, as after a decoder that found a header and hardly any pixels. */
function isEmpty(pixels: Uint8Array): boolean {
  const last = pixels.at(-1);
  let decoded = 0;
  for (const value of pixels) if (value !== last) decoded += 1;
  return decoded < pixels.length * DECODED_SHARE_MIN;
}
