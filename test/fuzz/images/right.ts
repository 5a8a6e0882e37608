import sharp, { type Sharp } from 'sharp';
import { animatedPng } from '../../unit/models/png.ts';
import { twoPages } from '../../unit/models/two-pages.ts';
import { between, pick } from '../run.ts';

type Random = () => number;

/** A drawn picture with slopes, edges and grain, so that its file has some length. */
export function draw(random: Random, width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels);
  const [slopeX, slopeY, step] = [random() * 200, random() * 200, between(random, 3, 40)];
  const grain = Uint8Array.from({ length: 251 }, () => Math.floor(random() * 24));
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = (Math.floor(x / step) + Math.floor(y / step)) % 2 ? 30 : 0;
      const value =
        20 + (slopeX * x) / width + (slopeY * y) / height / 3 + edge + (grain[(x * 31 + y * 17) % 251] ?? 0);
      for (let channel = 0; channel < channels; channel++) pixels[at++] = Math.min(255, value + channel * 9);
    }
  }
  return sharp(pixels, { raw: { width, height, channels } });
}

const size = (random: Random): number => between(random, 24, 420);
const some = (random: Random): Sharp => draw(random, size(random), size(random));

/** Files that encoders write and that must be accepted as complete and undamaged. */
export const RIGHT: Record<string, (random: Random) => Promise<Buffer>> = {
  jpeg: (random) =>
    some(random)
      .jpeg({ quality: between(random, 20, 100) })
      .toBuffer(),
  progressiveJpeg: (random) => some(random).jpeg({ progressive: true }).toBuffer(),
  fullColourJpeg: (random) => some(random).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  greyJpeg: (random) => some(random).greyscale().jpeg().toBuffer(),
  cmykJpeg: (random) => some(random).toColourspace('cmyk').jpeg().toBuffer(),
  turnedJpeg: (random) =>
    some(random)
      .withMetadata({ orientation: between(random, 1, 8) })
      .jpeg()
      .toBuffer(),
  profiledJpeg: (random) =>
    some(random)
      .withIccProfile(pick(random, ['p3', 'srgb', 'cmyk']))
      .jpeg()
      .toBuffer(),
  png: (random) => some(random).png().toBuffer(),
  deepPng: (random) => some(random).toColourspace('rgb16').png().toBuffer(),
  greyPng: (random) => some(random).greyscale().png().toBuffer(),
  clearPng: (random) => draw(random, size(random), size(random), 4).png().toBuffer(),
  palettePng: (random) =>
    some(random)
      .png({ palette: true, colours: pick(random, [2, 4, 16, 256]) })
      .toBuffer(),
  interlacedPng: (random) => some(random).png({ progressive: true }).toBuffer(),
  animatedPng: async (random) => animatedPng(size(random), size(random)),
  webp: (random) =>
    some(random)
      .webp({ quality: between(random, 20, 100) })
      .toBuffer(),
  losslessWebp: (random) => some(random).webp({ lossless: true }).toBuffer(),
  clearWebp: (random) => draw(random, size(random), size(random), 4).webp().toBuffer(),
  tiff: (random) =>
    some(random)
      .tiff({ compression: pick(random, ['none', 'lzw', 'deflate', 'jpeg', 'packbits']), tile: random() < 0.3 })
      .toBuffer(),
  deepTiff: (random) => some(random).toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer(),
  turnedTiff: (random) =>
    some(random)
      .withMetadata({ orientation: between(random, 1, 8) })
      .tiff()
      .toBuffer(),
  onePixel: (random) =>
    draw(random, 1, 1)
      .toFormat(pick(random, ['png', 'jpeg', 'webp', 'tiff']))
      .toBuffer(),
  wideStrip: (random) =>
    draw(random, between(random, 9_000, 60_000), between(random, 1, 3))
      .png()
      .toBuffer(),
  tallStrip: (random) =>
    draw(random, between(random, 1, 3), between(random, 9_000, 60_000))
      .jpeg()
      .toBuffer(),
};

/** Formats that are refused, whatever the file is named. */
export const ALIEN: Record<string, (random: Random) => Promise<Buffer> | Buffer> = {
  gif: (random) => some(random).gif().toBuffer(),
  twoFrames: () => twoPages('webp'),
  twoPages: () => twoPages('tiff'),
  svg: () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="9" height="9"/></svg>'),
  html: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  bmp: () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60, 7)]),
  ico: async (random) =>
    Buffer.concat([Buffer.from('00000100010010100000010020', 'hex'), await some(random).png().toBuffer()]),
  avif: () => Buffer.from('0000001c6674797061766966000000006d696631617669666d696166', 'hex'),
  jxl: () => Buffer.from('0000000c4a584c200d0a870a', 'hex'),
  pdfFirst: async (random) => Buffer.concat([Buffer.from('%PDF-1.4\n'), await some(random).jpeg().toBuffer()]),
  nothing: () => Buffer.alloc(0),
  text: () => Buffer.from('no picture at all'),
};
