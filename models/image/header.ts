import sharp, { type Metadata } from 'sharp';
import { EngineError, IMAGE_FORMATS, type ImageFormat, type InspectedImage } from '../ports.ts';
import { isSrgbProfile } from './profile.ts';

const FORMATS: ReadonlySet<string> = new Set(IMAGE_FORMATS);
/** Four channels of 16 bits, the most that a JPEG, PNG or WebP has. A TIFF may claim thousands, and a strip of it is in memory at once. */
const PIXEL_BYTES_MAX = 8;
const DEPTH_BYTES: Partial<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/**
 * Returns format, size and pages of a picture; for JPEG and PNG the first bytes are enough. Sizes are after the file's
 * orientation (EXIF, or the tag of a TIFF). Decodes nothing. Throws `bad_input` if no header can be read, if width
 * times height is over `imagePixelsMax`, and if a pixel has more bytes than allowed.
 */
export async function readHeader(head: Uint8Array, imagePixelsMax: number): Promise<InspectedImage> {
  return (await readHead(head, imagePixelsMax)).header;
}

/** Returns the result of `readHeader`, and whether the colours are already sRGB, even if a profile states it at length. */
export async function readHead(
  head: Uint8Array,
  imagePixelsMax: number,
): Promise<{ header: InspectedImage; srgb: boolean }> {
  const metadata = await readMetadata(head);
  if (metadata === null || !FORMATS.has(metadata.format)) {
    throw new EngineError('bad_input', 'The picture has no readable header of a supported format.');
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > imagePixelsMax) {
    const millions = Math.floor(imagePixelsMax / 1e6);
    throw new EngineError('bad_input', `The picture has more than ${millions} million pixels. Send a smaller one.`);
  }
  const { space, depth, channels, icc, pages = 1 } = metadata;
  if (channels * (DEPTH_BYTES[depth] ?? Number.POSITIVE_INFINITY) > PIXEL_BYTES_MAX) {
    throw new EngineError(
      'bad_input',
      `The picture has more than ${PIXEL_BYTES_MAX} bytes a pixel. Save it with fewer.`,
    );
  }
  const srgb = space === 'srgb' && depth === 'uchar' && icc !== undefined && isSrgbProfile(icc);
  return { header: { format: metadata.format as ImageFormat, width, height, pages }, srgb };
}

async function readMetadata(head: Uint8Array): Promise<Metadata | null> {
  try {
    return await sharp(head, { limitInputPixels: false, failOn: 'none' }).metadata();
  } catch {
    return null;
  }
}
