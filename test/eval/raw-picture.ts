import sharp, { type Sharp } from 'sharp';

/** Red, green and blue, 0..255, row by row. */
export interface RawPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A JPEG or PNG, upright and on white. */
export const openUpright = (file: Uint8Array): Sharp =>
  sharp(file).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');

export async function rawOf(file: Uint8Array): Promise<RawPicture> {
  const { data, info } = await openUpright(file).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Resizes with Lanczos; widths and heights in pixels. */
export async function resize(picture: RawPicture, { width, height }: Omit<RawPicture, 'data'>): Promise<RawPicture> {
  const resized = openRaw(picture).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  return { data: await resized.raw().toBuffer(), width, height };
}

export const toPng = (picture: RawPicture): Promise<Buffer> => openRaw(picture).png().toBuffer();

const openRaw = ({ data, width, height }: RawPicture): Sharp => sharp(data, { raw: { width, height, channels: 3 } });
