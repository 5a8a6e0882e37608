import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { decodeImage } from '../../../models/image/decode.ts';
import { createImageEngine, PICTURE_WORKER } from '../../../models/image/engine.ts';
import type { RasterImage } from '../../../models/ports.ts';
import { dropBytes } from '../../../models/runtime/owned.ts';
import { WorkerPool } from '../../../models/runtime/pool.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { JPEG_2000 } from './jpeg2000.ts';
import { animatedPng, pngBomb, pngFile, pngSize } from './png.ts';
import { tiffHeader, twoPages } from './two-pages.ts';

const pool = new WorkerPool({
  name: 'image',
  script: PICTURE_WORKER,
  data: { imagePixelsMax: 50_000_000, workingSidePixelsMax: 400 },
  size: 1,
  queueMax: 10,
  loadTimeoutMs: 60_000,
});
const engine = createImageEngine(pool, 20_000);
afterAll(() => pool.close());

/** Left half red, right half blue, with noise so that its file has some length. */
function halves(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let i = 0; i < width * height; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const noise = Math.floor(seed / 2 ** 16) % 61;
    pixels.set(i % width < width / 2 ? [255 - noise, 0, 0] : [0, 0, 255 - noise], i * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function pixelAt(image: RasterImage, x: number, y: number): number[] {
  const start = (y * image.width + x) * 3;
  return [...image.pixels.subarray(start, start + 3)];
}

/** Checks that red, green and blue are within `tolerance` of `colour`. */
function expectColour(found: number[], colour: number[], tolerance: number): void {
  colour.forEach((value, i) => {
    expect(Math.abs((found[i] ?? -1) - value), `channel ${i} of ${found}`).toBeLessThanOrEqual(tolerance);
  });
}

test('a picture is decoded, made smaller to the working size, and keeps its original size beside it', async () => {
  const decoded = await engine.decode(await halves(800, 600).jpeg().toBuffer());
  expect(decoded).toMatchObject({ damaged: false, original: { format: 'jpeg', width: 800, height: 600 } });
  expect(decoded.image).toMatchObject({ width: 400, height: 300 });
  expect(decoded.image.pixels.length).toBe(400 * 300 * 3);
  expectColour(pixelAt(decoded.image, 50, 150), [225, 0, 0], 40);
  expectColour(pixelAt(decoded.image, 350, 150), [0, 0, 225], 40);
});

test('a small picture is not enlarged', async () => {
  const decoded = await engine.decode(await halves(60, 40).png().toBuffer());
  expect(decoded.image).toMatchObject({ width: 60, height: 40 });
  expect(decoded.original.format).toBe('png');
});

test.each(['jpeg', 'webp', 'tiff'] as const)(
  'the orientation that a %s tells is applied to the pixels and to both sizes',
  async (format) => {
    const file = await halves(300, 200).withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
    expect(await engine.inspect(file)).toEqual({ format, width: 200, height: 300, pages: 1 });
    const { image, original, damaged } = await engine.decode(file);
    expect(original).toEqual({ format, width: 200, height: 300 });
    expect(damaged).toBe(false);
    expect(image).toMatchObject({ width: 200, height: 300 });
    expectColour(pixelAt(image, 100, 20), [225, 0, 0], 40);
    expectColour(pixelAt(image, 100, 280), [0, 0, 225], 40);
  },
);

test.each([
  ['a WebP without loss', (picture: Sharp) => picture.webp({ lossless: true })],
  ['a TIFF without compression', (picture: Sharp) => picture.tiff({ compression: 'none' })],
  ['a TIFF of LZW', (picture: Sharp) => picture.tiff({ compression: 'lzw', predictor: 'horizontal' })],
  ['a TIFF of deflate in tiles', (picture: Sharp) => picture.tiff({ compression: 'deflate', tile: true })],
  ['a TIFF of 16 bits', (picture: Sharp) => picture.toColourspace('rgb16').tiff({ compression: 'lzw' })],
  ['a CMYK TIFF', (picture: Sharp) => picture.toColourspace('cmyk').tiff({ compression: 'lzw' })],
] as const)('%s is decoded', async (_, write) => {
  const { image, damaged } = await engine.decode(await write(halves(100, 80)).toBuffer());
  expect(damaged).toBe(false);
  expectColour(pixelAt(image, 20, 40), [225, 20, 20], 60);
  // Blue in print is darker.
  expectColour(pixelAt(image, 80, 40), [20, 45, 190], 66);
});

test('a black and white TIFF, as faxes have, is decoded', async () => {
  const file = await halves(100, 80)
    .threshold(60)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer();
  const { image, damaged } = await engine.decode(file);
  expect([image.width, image.height, damaged]).toEqual([100, 80, false]);
  expect(new Set(image.pixels)).toEqual(new Set([0, 255]));
});

test.each(['webp', 'tiff'] as const)('a %s of several pages is recognised, and not decoded', async (format) => {
  const file = await twoPages(format);
  expect(await engine.inspect(file)).toEqual({ format, width: 60, height: 40, pages: 2 });
  await expect(engine.decode(file)).rejects.toMatchObject({ failure: 'bad_input' });
});

test.each([
  ['a WebP that ends early', async () => (await halves(300, 300).webp().toBuffer()).subarray(0, 2_000)],
  ['a TIFF that ends before its directory', async () => (await halves(300, 300).tiff().toBuffer()).subarray(0, 9_000)],
  ['a WebP of its first bytes alone', async () => (await halves(20, 20).webp().toBuffer()).subarray(0, 12)],
  ['a TIFF of its first bytes alone', async () => Buffer.from('II*\0\x08\0\0\0')],
  ['a TIFF of a thousand samples a pixel', async () => tiffHeader(7_000, 7_000, 1_000)],
  ['a TIFF of too many pixels', async () => tiffHeader(14_000, 14_000, 1)],
])('%s is refused by its header', async (_, make) => {
  const file = await make();
  await expect(engine.inspect(file)).rejects.toMatchObject({ failure: 'bad_input' });
  await expect(engine.decode(file)).rejects.toMatchObject({ failure: 'bad_input' });
});

test('a TIFF whose pixels are missing is refused', async () => {
  await expect(engine.decode(tiffHeader(700, 700, 3))).rejects.toMatchObject({ failure: 'bad_input' });
});

test('CMYK, grey and 16-bit files become 8-bit sRGB', async () => {
  const cmyk = await engine.decode(await halves(100, 100).toColourspace('cmyk').jpeg().toBuffer());
  expectColour(pixelAt(cmyk.image, 20, 50), [225, 20, 20], 60);
  const deep = await engine.decode(await halves(100, 100).toColourspace('rgb16').png().toBuffer());
  expectColour(pixelAt(deep.image, 20, 50), [225, 0, 0], 40);
  const grey = await engine.decode(await halves(100, 100).greyscale().png().toBuffer());
  expect(grey.image.pixels.length).toBe(100 * 100 * 3);
});

test('transparency lies on white', async () => {
  const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  const { image } = await engine.decode(await clear.png().toBuffer());
  expect(pixelAt(image, 20, 20)).toEqual([255, 255, 255]);
});

test('an animated PNG gives its first frame', async () => {
  const { image, damaged } = await engine.decode(animatedPng(30, 20));
  expect(image).toMatchObject({ width: 30, height: 20 });
  expect(damaged).toBe(false);
  expect(pixelAt(image, 15, 10)).toEqual([255, 0, 0]);
});

test.each(['jpeg', 'png'] as const)(
  'the header of a large %s is read from its first bytes alone',
  inWholeRunAlone('1 s'),
  async (format) => {
    const file = await halves(2_000, 1_500).toFormat(format).toBuffer();
    expect(await engine.inspect(file.subarray(0, 4_096))).toEqual({ format, width: 2_000, height: 1_500, pages: 1 });
  },
);

test.each(['jpeg', 'png'] as const)(
  'a %s that ends early is decoded as far as it goes and called damaged',
  async (format) => {
    const file = await halves(300, 300).toFormat(format).toBuffer();
    const { image, damaged } = await engine.decode(file.subarray(0, file.length / 2));
    expect(damaged).toBe(true);
    expect(image).toMatchObject({ width: 300, height: 300 });
    expectColour(pixelAt(image, 20, 20), [225, 0, 0], 40);
  },
);

test('a JPEG with overwritten bytes inside is called damaged', async () => {
  const file = await halves(300, 300).jpeg().toBuffer();
  const half = file.length / 2;
  file.fill(0xa5, half, half + 200);
  expect((await engine.decode(file)).damaged).toBe(true);
});

test('stray bytes before the end marker are no damage', async () => {
  const file = await halves(100, 100).jpeg().toBuffer();
  const stray = Buffer.concat([file.subarray(0, -2), Buffer.from([0x12, 0x34]), file.subarray(-2)]);
  expect((await engine.decode(stray)).damaged).toBe(false);
});

test('a header without pixels is refused', async () => {
  const jpeg = await halves(300, 300).jpeg().toBuffer();
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  await expect(engine.decode(jpeg.subarray(0, scan + 14))).rejects.toMatchObject({ failure: 'bad_input' });
  const png = pngFile([pngSize(100, 100), ['IDAT', Buffer.alloc(0)]]);
  await expect(engine.decode(png)).rejects.toMatchObject({ failure: 'bad_input' });
});

test('a picture over the pixel limit is refused by its header', async () => {
  const refusal = { failure: 'bad_input', message: expect.stringContaining('50 million pixels') };
  await expect(engine.inspect(pngBomb())).rejects.toMatchObject(refusal);
  await expect(engine.decode(pngBomb())).rejects.toMatchObject(refusal);
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>';
test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['text', () => Buffer.from('no picture at all')],
  ['an SVG', () => Buffer.from(SVG)],
  ['a GIF', () => halves(20, 20).gif().toBuffer()],
  ['an AVIF', () => halves(20, 20).avif().toBuffer()],
])('%s is refused', async (_, make) => {
  const file = await make();
  await expect(engine.inspect(file)).rejects.toMatchObject({ failure: 'bad_input' });
  await expect(engine.decode(file)).rejects.toMatchObject({ failure: 'bad_input' });
});

test('a picture is shown turned, cut and made smaller, as a JPEG file; never made larger', async () => {
  const { image } = await engine.decode(await halves(300, 100).png().toBuffer());
  const shownAs = async (showing: Parameters<typeof engine.show>[1]) =>
    (await engine.decode(await engine.show(image, showing))).image;
  const whole = await shownAs({ turn: 0, widthPixelsMax: 1_000 });
  expect([whole.width, whole.height]).toEqual([300, 100]);
  const small = await shownAs({ turn: 90, widthPixelsMax: 50 });
  expect([small.width, small.height]).toEqual([50, 150]);
  // The left side moves to the top.
  expectColour(pixelAt(small, 25, 30), [225, 0, 0], 40);
  expectColour(pixelAt(small, 25, 120), [0, 0, 225], 40);
  const part = await shownAs({ turn: 180, crop: { x: 10, y: 20, width: 100, height: 60 }, widthPixelsMax: 1_000 });
  expect([part.width, part.height]).toEqual([100, 60]);
  expectColour(pixelAt(part, 50, 30), [0, 0, 225], 40);
  // The caller's picture stays unchanged.
  expect(image.pixels.length).toBe(300 * 100 * 3);
});

test('lent pixels are the same, lie in memory that all threads see, and are overwritten once they went back', async () => {
  const [file, other] = [await halves(120, 90).png().toBuffer(), await halves(130, 95).jpeg().toBuffer()];
  const own = await engine.decode(file);
  expect(own.giveBack).toBeUndefined();
  const first = await engine.decode(file, { lent: true });
  const [kept, pixels] = [own.image.pixels, first.image.pixels];
  expect(pixels.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(Buffer.compare(pixels, kept)).toBe(0);
  const beside = await engine.decode(other, { lent: true });
  expect(Buffer.compare(pixels, kept)).toBe(0);
  first.giveBack?.();
  expect(pixels.every((value) => value === 0)).toBe(true);
  const next = await engine.decode(other, { lent: true });
  expect(Buffer.compare(new Uint8Array(pixels.buffer, 0, next.image.pixels.length), next.image.pixels)).toBe(0);
  // The memory is returned once, even if the caller returns it a second time.
  first.giveBack?.();
  expect(Buffer.compare(next.image.pixels, beside.image.pixels)).toBe(0);
});

test('memory that a refused file did not take is lent to the next', async () => {
  const [file, large] = [await halves(40, 30).png().toBuffer(), await halves(400, 400).png().toBuffer()];
  const fresh = createImageEngine(pool, 20_000);
  const first = await fresh.decode(file, { lent: true });
  first.giveBack?.();
  const damaged = fresh.decode(file.subarray(0, 60), { lent: true });
  await expect(damaged).rejects.toMatchObject({ failure: 'bad_input' });
  const again = await fresh.decode(large, { lent: true });
  expect(Buffer.compare(new Uint8Array(first.image.pixels.buffer, 0, 480_000), again.image.pixels)).toBe(0);
});

test('what a picture was decoded to goes at once, without a collection, and what lies in memory of others stays', async () => {
  const file = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const { image } = await decodeImage(file, { imagePixelsMax: 5e7, workingSidePixelsMax: 3000 });
  dropBytes(image.pixels);
  expect(image.pixels).toHaveLength(0);
  for (const part of [new Uint8Array(new SharedArrayBuffer(8)), new Uint8Array(new ArrayBuffer(9), 1)]) {
    dropBytes(part.fill(7));
    expect([...part]).toEqual(Array(8).fill(7));
  }
});

test('a JPEG 2000 picture is decoded in colour or grey, and made smaller to the working size', async () => {
  const { width, height, ...picture } = await engine.decodeJpeg2000(JPEG_2000);
  expect([width, height, picture.pixels.length]).toEqual([64, 48, 64 * 48 * 3]);
  expectColour(pixelAt({ width, height, ...picture }, 5, 5), [0, 0, 255], 70);
  expectColour(pixelAt({ width, height, ...picture }, 60, 40), [255, 0, 0], 70);
});

test('a JPEG 2000 picture that is torn, too large, or none is refused, and the engine goes on', async () => {
  const at = JPEG_2000.indexOf(Buffer.from('ff4fff51', 'hex'));
  const huge = Buffer.from(JPEG_2000);
  huge.writeUInt32BE(60_000, at + 8);
  huge.writeUInt32BE(60_000, at + 12);
  const colours = Buffer.from(JPEG_2000);
  colours.writeUInt16BE(2, at + 40);
  // What comes first looks small; the decoder may read the other one.
  const decoy = Buffer.concat([JPEG_2000, huge.subarray(at)]);
  for (const file of [JPEG_2000.subarray(0, 200), huge, colours, decoy, Buffer.alloc(0), Buffer.from('no picture')]) {
    await expect(engine.decodeJpeg2000(file)).rejects.toMatchObject({ failure: 'bad_input' });
  }
  expect((await engine.decodeJpeg2000(JPEG_2000)).width).toBe(64);
});
