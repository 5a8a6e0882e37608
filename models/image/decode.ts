import sharp, { type FailOnOptions, type SharpOptions } from 'sharp';
import { type DecodedImage, EngineError, type RasterImage } from '../ports.ts';
import { readHead } from './header.ts';
import type { PictureWorkerData } from './options.ts';

/** libjpeg's word for stray bytes that some phones leave between two markers: the picture itself is whole. */
const HARMLESS = /extraneous bytes before marker/;
/** Of a damaged picture at least this share must have been decoded. */
const DECODED_SHARE_MIN = 0.01;

/**
 * A picture file of one page as an upright sRGB raster without alpha (CMYK and 16-bit files are converted, transparency lies on
 * white, an animated PNG gives its first frame), made smaller to the working size. A file that does not decode cleanly is
 * decoded as far as it goes and called damaged. Throws `bad_input` where that gives nothing. The pixels are the library's: to move to another
 * thread they are copied (its own `toUint8Array` never frees what it returns).
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
    throw new EngineError('bad_input', 'The picture is damaged: nothing of it can be decoded.');
  }
  return { image, original, damaged: !HARMLESS.test(strict) };
}

/** How a file is read: what ends it, and whether its colour profile is left unread. */
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

/** Whether nearly all values equal the last: what a decoder leaves that found a header and next to no pixels. */
function isEmpty(pixels: Uint8Array): boolean {
  const last = pixels.at(-1);
  let decoded = 0;
  for (const value of pixels) if (value !== last) decoded += 1;
  return decoded < pixels.length * DECODED_SHARE_MIN;
}
