import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdfEngine } from '../../../models/pdf/engine.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import { JPEG_2000 } from './jpeg2000.ts';
import { HELVETICA, pdfFile, pdfOfImage, pdfOfNestedForms, pdfPage } from './pdf-file.ts';
import { createPdfPool } from './pdf-pool.ts';

const inspectPool = createPdfPool();
const renderPool = createPdfPool();
const TIMEOUTS = { inspectTimeoutMs: 20_000, renderTimeoutMs: 20_000, textTimeoutMs: 20_000 };
const engine = createPdfEngine({ inspectPool, renderPool, ...TIMEOUTS });
beforeAll(async () => {
  await Promise.all([inspectPool.warm(), renderPool.warm()]);
});
afterAll(() => Promise.all([inspectPool.close(), renderPool.close()]));

/** A black square in the lower left corner of the page. */
const SQUARE = '0 g 0 0 200 200 re f';
const TEXT = 'BT /F 36 Tf 72 400 Td (Certificate of Incorporation) Tj ET';

/** The mean of all pixel values in a part of the picture, given in shares of its sides. */
function meanIn(
  image: { width: number; height: number; pixels: Uint8Array },
  [left, top, right, bottom]: [number, number, number, number],
): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(top * image.height); y < Math.floor(bottom * image.height); y++) {
    for (let x = Math.floor(left * image.width); x < Math.floor(right * image.width); x++) {
      for (let channel = 0; channel < 3; channel++) sum += image.pixels[(y * image.width + x) * 3 + channel] ?? 0;
      count += 3;
    }
  }
  return sum / count;
}

test('a page is rendered at 200 dpi on white, the right way up', async () => {
  const image = await engine.render(pdfPage(SQUARE));
  expect(image).toMatchObject({ width: 1700, height: 2200 });
  expect(image.pixels.length).toBe(1700 * 2200 * 3);
  expect(meanIn(image, [0.05, 0.85, 0.2, 0.95])).toBe(0);
  expect(meanIn(image, [0.5, 0.1, 0.9, 0.5])).toBe(255);
});

test(
  'text in a font that the file does not carry is drawn with the fonts of the package',
  inWholeRunAlone('1 s'),
  async () => {
    const image = await engine.render(pdfPage(TEXT, { resources: HELVETICA }));
    expect(meanIn(image, [0.1, 0.42, 0.8, 0.5])).toBeLessThan(245);
  },
);

const FONTS: [string, number][] = [
  ['sans-serif', 32],
  ['serif', 34],
  ['monospace', 33],
];

test.each(sampleOf('kinds of fonts', FONTS, 1))(
  'text whose own font is broken is drawn all the same: %s',
  async (_kind, flags) => {
    const objects = [
      { dictionary: '<< /Type /Font /Subtype /TrueType /BaseFont /Broken /FontDescriptor 6 0 R >>' },
      { dictionary: `<< /Type /FontDescriptor /FontName /Broken /Flags ${flags} /FontFile2 7 0 R >>` },
      { dictionary: '<< >>', stream: Buffer.from('no font') },
    ];
    const image = await engine.render(pdfPage(`${SQUARE} ${TEXT}`, { objects, resources: '/Font << /F 5 0 R >>' }));
    expect(meanIn(image, [0.1, 0.42, 0.8, 0.5])).toBeLessThan(245);
  },
);

test('a scan inside a PDF keeps its colours', async () => {
  const red = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c02020' } });
  const scan = await red
    .composite([
      { input: { create: { width: 50, height: 50, channels: 3, background: '#ffffff' } }, left: 20, top: 20 },
    ])
    .jpeg()
    .toBuffer();
  const image = await engine.render(pdfOfImage(scan, 300, 200, '/Filter /DCTDecode'));
  const at = (Math.floor(image.height * 0.8) * image.width + Math.floor(image.width * 0.8)) * 3;
  expect(image.pixels[at]).toBeGreaterThan(180);
  expect(image.pixels[at + 1]).toBeLessThan(50);
});

test.each([
  ['a poster is bounded by the working size', 4_000, 2_000, 3_000, 1_500],
  ['a page the size of a card is rendered larger', 243, 153, 1_600, 1_007],
  ['a page of no width to speak of still has a pixel', 0.1, 2_000, 1, 3_000],
])('%s', async (_, width, height, expectedWidth, expectedHeight) => {
  const image = await engine.render(pdfPage('0.5 g 0 0 9999 100 re f', { width, height }));
  expect(image).toMatchObject({ width: expectedWidth, height: expectedHeight });
});

test('a JPEG 2000 inside a PDF is decoded by the decoder of the package', async () => {
  const image = await engine.render(pdfOfImage(JPEG_2000, 64, 48, '/Filter /JPXDecode'));
  const colourAt = (x: number, y: number): number[] => {
    const start = (Math.floor(y * image.height) * image.width + Math.floor(x * image.width)) * 3;
    return [...image.pixels.subarray(start, start + 3)];
  };
  const [red] = colourAt(0.8, 0.8);
  const [, , blue] = colourAt(0.2, 0.2);
  expect(red).toBeGreaterThan(150);
  expect(blue).toBeGreaterThan(170);
});

test('a worker that cannot draw never calls itself ready', inWholeRunAlone('1 s'), async () => {
  // A working size of no pixels makes every canvas empty.
  const broken = createPdfPool({ workingSidePixelsMax: 0 });
  try {
    await expect(broken.warm()).rejects.toMatchObject({ failure: 'unavailable' });
    expect(broken.problem()).toContain('cannot draw');
  } finally {
    await broken.close();
  }
});

test('pages are counted', async () => {
  expect(await engine.inspect(pdfPage(SQUARE))).toEqual({ pageCount: 1, encrypted: false });
  const two = pdfFile([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dictionary: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>' },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>' },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>' },
  ]);
  expect(await engine.inspect(two)).toEqual({ pageCount: 2, encrypted: false });
});

test('a PDF that says it has fewer than no pages is refused, and the worker goes on', async () => {
  const lying = pdfFile([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count -1 >>' },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>' },
  ]);
  const asked = [engine.inspect(lying), engine.render(lying), engine.text(lying, { pagesMax: 20, charsMax: 1000 })];
  for (const result of await Promise.allSettled(asked))
    expect(result).toMatchObject({ status: 'rejected', reason: { failure: 'bad_input' } });
});

test('a PDF with a user password is called encrypted and cannot be rendered', async () => {
  const file = pdfPage(SQUARE, { encrypt: { userPassword: 'open', ownerPassword: 'own' } });
  expect(await engine.inspect(file)).toEqual({ pageCount: 0, encrypted: true });
  await expect(engine.render(file)).rejects.toMatchObject({
    failure: 'bad_input',
    message: expect.stringContaining('password'),
  });
});

test("a PDF with only an owner's password opens", async () => {
  const file = pdfPage(SQUARE, { encrypt: { userPassword: '', ownerPassword: 'own' } });
  expect(await engine.inspect(file)).toEqual({ pageCount: 1, encrypted: false });
  expect(meanIn(await engine.render(file), [0.05, 0.85, 0.2, 0.95])).toBe(0);
});

test.each([
  ['zero bytes', Buffer.alloc(0)],
  ['text', Buffer.from('no PDF at all')],
  ['a header alone', Buffer.from('%PDF-1.7\n')],
  ['a file without pages', pdfFile([{ dictionary: '<< /Type /Catalog >>' }])],
])('%s is refused', async (_, file) => {
  await expect(engine.inspect(file)).rejects.toMatchObject({ failure: 'bad_input' });
  await expect(engine.render(file)).rejects.toMatchObject({ failure: 'bad_input' });
});

test('any page is rendered, and one that is not there is refused', inWholeRunAlone('1 s'), async () => {
  const file = pdfFile([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dictionary: '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>' },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>' },
    { dictionary: '<< >>', stream: Buffer.from(SQUARE) },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 792 612] /Contents 4 0 R >>' },
  ]);
  expect(await engine.render(file)).toMatchObject({ width: 1700, height: 2200 });
  expect(await engine.render(file, 1)).toMatchObject({ width: 2200, height: 1700 });
  await expect(engine.render(file, 2)).rejects.toMatchObject({ failure: 'bad_input' });
});

test('a page with nothing on it comes out white', async () => {
  const { pixels } = await engine.render(pdfPage('q Q'));
  expect(pixels.every((value) => value === 255)).toBe(true);
});

test('a page that comes out blank although it has content is refused', async () => {
  await expect(engine.render(pdfPage('BT 1 g /F1 20 Tf 100 100 Td (white) Tj ET'))).rejects.toMatchObject({
    failure: 'bad_input',
    message: expect.stringContaining('blank'),
  });
});

test('an image over the pixel limit, which would come out blank, is refused', inWholeRunAlone('1 s'), async () => {
  const file = pdfOfImage(deflateSync(Buffer.alloc(1_000)), 14_000, 14_000, '/Filter /FlateDecode');
  await expect(engine.render(file)).rejects.toMatchObject({ failure: 'bad_input' });
  const bare = pdfPage('/Im Do', {
    objects: [
      { dictionary: '<< /Type /XObject /Subtype /Image /Width 14000 /Height 14000 >>', stream: Buffer.from('') },
    ],
    resources: '/XObject << /Im 5 0 R >>',
  });
  await expect(engine.render(bare)).rejects.toMatchObject({ failure: 'bad_input' });
});

test(
  'an image that cannot be decoded is refused even where other things are on the page',
  inWholeRunAlone('1 s'),
  async () => {
    const file = pdfOfImage(Buffer.from('no JPEG 2000'), 300, 200, '/Filter /JPXDecode', undefined);
    await expect(engine.render(file)).rejects.toMatchObject({ failure: 'bad_input' });
    const content = `${SQUARE} q 612 0 0 400 0 300 cm /Im Do Q`;
    const dictionary =
      '<< /Type /XObject /Subtype /Image /Width 30 /Height 20 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode >>';
    const mixed = pdfPage(content, {
      objects: [{ dictionary, stream: Buffer.from('no JPEG 2000') }],
      resources: '/XObject << /Im 5 0 R >>',
    });
    await expect(engine.render(mixed)).rejects.toMatchObject({ message: expect.stringContaining('image in the PDF') });
  },
);

const FAULTY_DATA: [string, Buffer, string][] = [
  ['there are no data', Buffer.alloc(0), ''],
  ['the data end early', Buffer.alloc(500), ''],
  ['nothing can be unpacked', Buffer.alloc(40, 0xa5), '/Filter /FlateDecode'],
];

test.each(sampleOf('faults of the data of an image', FAULTY_DATA, 1))(
  'an image is refused where %s, and taken where a row is missing',
  async (_, data, filter) => {
    const withImage = (stream: Buffer, entries: string): Buffer => {
      const dictionary = `<< /Type /XObject /Subtype /Image /Width 30 /Height 20 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${entries} >>`;
      const resources = '/XObject << /Im 5 0 R >>';
      return pdfPage(`${SQUARE} q 300 0 0 200 300 300 cm /Im Do Q`, { objects: [{ dictionary, stream }], resources });
    };
    await expect(engine.render(withImage(data, filter))).rejects.toMatchObject({
      message: expect.stringContaining('image in the PDF'),
    });
    expect(meanIn(await engine.render(withImage(Buffer.alloc(19 * 30 * 3), '')), [0.55, 0.42, 0.9, 0.55])).toBeLessThan(
      5,
    );
  },
);

test(
  'a PDF that blocks its worker is ended at the time limit, and the next one is rendered',
  inWholeRunAlone('1 s'),
  async () => {
    const hasty = createPdfEngine({ inspectPool, renderPool, ...TIMEOUTS, renderTimeoutMs: 200 });
    await expect(hasty.render(pdfOfNestedForms(9))).rejects.toMatchObject({ failure: 'timeout' });
    expect(await engine.inspect(pdfPage(SQUARE))).toMatchObject({ pageCount: 1 });
    expect(await engine.render(pdfPage(SQUARE))).toMatchObject({ width: 1700 });
  },
);
