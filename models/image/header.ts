import sharp, { type Metadata } from 'sharp';
import { EngineError, type ImageFormat, type ImageHeader } from '../ports.ts';

const FORMATS: ReadonlySet<string> = new Set<ImageFormat>(['jpeg', 'png']);

/**
 * Format and size of a JPEG or PNG from its first bytes; sizes are after the EXIF orientation. Nothing is decoded.
 * Throws `bad_input` where no header can be read, and where width times height is over `imagePixelsMax`.
 */
export async function readHeader(head: Uint8Array, imagePixelsMax: number): Promise<ImageHeader> {
  const metadata = await readMetadata(head);
  if (metadata === null || !FORMATS.has(metadata.format)) {
    throw new EngineError('bad_input', 'The picture has no readable JPEG or PNG header.');
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > imagePixelsMax) {
    const millions = Math.floor(imagePixelsMax / 1e6);
    throw new EngineError('bad_input', `The picture has more than ${millions} million pixels. Send a smaller one.`);
  }
  return { format: metadata.format as ImageFormat, width, height };
}

async function readMetadata(head: Uint8Array): Promise<Metadata | null> {
  try {
    return await sharp(head, { limitInputPixels: false, failOn: 'none' }).metadata();
  } catch {
    return null;
  }
}
