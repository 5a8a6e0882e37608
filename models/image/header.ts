import sharp, { type Metadata } from 'sharp';
import { EngineError, type ImageFormat, type ImageHeader } from '../ports.ts';
import { isSrgbProfile } from './profile.ts';

const FORMATS: ReadonlySet<string> = new Set<ImageFormat>(['jpeg', 'png']);

/**
 * Format and size of a JPEG or PNG from its first bytes; sizes are after the EXIF orientation. Nothing is decoded.
 * Throws `bad_input` where no header can be read, and where width times height is over `imagePixelsMax`.
 */
export async function readHeader(head: Uint8Array, imagePixelsMax: number): Promise<ImageHeader> {
  return (await readHead(head, imagePixelsMax)).header;
}

/** As `readHeader`; and whether the colours are sRGB already, though a profile says so at length. */
export async function readHead(
  head: Uint8Array,
  imagePixelsMax: number,
): Promise<{ header: ImageHeader; srgb: boolean }> {
  const metadata = await readMetadata(head);
  if (metadata === null || !FORMATS.has(metadata.format)) {
    throw new EngineError('bad_input', 'The picture has no readable JPEG or PNG header.');
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > imagePixelsMax) {
    const millions = Math.floor(imagePixelsMax / 1e6);
    throw new EngineError('bad_input', `The picture has more than ${millions} million pixels. Send a smaller one.`);
  }
  const { space, depth, icc } = metadata;
  const srgb = space === 'srgb' && depth === 'uchar' && icc !== undefined && isSrgbProfile(icc);
  return { header: { format: metadata.format as ImageFormat, width, height }, srgb };
}

async function readMetadata(head: Uint8Array): Promise<Metadata | null> {
  try {
    return await sharp(head, { limitInputPixels: false, failOn: 'none' }).metadata();
  } catch {
    return null;
  }
}
