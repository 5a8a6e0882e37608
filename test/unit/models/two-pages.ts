import sharp from 'sharp';

/** An animated WebP, or a TIFF of two pages: a red one and a blue one. */
export async function twoPages(format: 'webp' | 'tiff', width = 60, height = 40): Promise<Buffer> {
  const filled = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  const pages = [await filled('#ff0000'), await filled('#0000ff')];
  return sharp(pages, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** A TIFF of 8-bit samples whose header claims this width, height and number of samples, on one kilobyte of data. */
export function tiffHeader(width: number, height: number, samples: number): Buffer {
  const entries = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, samples >= 3 ? 2 : 1],
    [273, 256],
    [277, samples],
    [278, height],
    [279, 1024],
  ] as const;
  const file = Buffer.alloc(256 + 1024, 0x5a);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries.length, 8);
  for (const [i, [tag, value]] of entries.entries()) {
    file.writeUInt16LE(tag, 10 + i * 12);
    file.writeUInt16LE(4, 12 + i * 12);
    file.writeUInt32LE(1, 14 + i * 12);
    file.writeUInt32LE(value, 18 + i * 12);
  }
  file.writeUInt32LE(0, 10 + entries.length * 12);
  return file;
}
