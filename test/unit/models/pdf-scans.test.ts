import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPdfEngine } from '../../../models/pdf/engine.ts';
import { isWholeJbig2 } from '../../../models/pdf/jbig2.ts';
import { faxOf, jbig2Of, segment } from './fax.ts';
import { JPEG_2000 } from './jpeg2000.ts';
import { pdfPage } from './pdf-file.ts';
import { createPdfPool } from './pdf-pool.ts';

const pool = createPdfPool({ workingSidePixelsMax: 700 });
const TIMEOUTS = { inspectTimeoutMs: 20_000, renderTimeoutMs: 20_000, textTimeoutMs: 20_000 };
const engine = createPdfEngine({ inspectPool: pool, renderPool: pool, ...TIMEOUTS });
beforeAll(() => pool.warm());
afterAll(() => pool.close());

const [WIDTH, HEIGHT] = [90, 60];
/** Stripes: half of the picture is black. */
const stripes = sharp(
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => ((at % WIDTH) % 10 < 5 ? 0 : 255)),
  { raw: { width: WIDTH, height: HEIGHT, channels: 1 } },
);
const fax = await faxOf(stripes);
const jbig2 = jbig2Of(fax, WIDTH, HEIGHT);

const FAX = `/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${WIDTH} /Rows ${HEIGHT} /BlackIs1 false >>`;
const JBIG2 = '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode';
const JPX = '/Filter /JPXDecode';
const asMask = (entries: string): string => `/ImageMask true ${entries.replace('/ColorSpace /DeviceGray', '')}`;

/** A page with a black square and the picture. */
function scan(entries: string, stream: Uint8Array, [width, height] = [WIDTH, HEIGHT]): Buffer {
  const dictionary = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries} >>`;
  const content = '0 g 0 0 200 200 re f q 300 0 0 200 250 400 cm /Im Do Q';
  return pdfPage(content, { objects: [{ dictionary, stream }], resources: '/XObject << /Im 5 0 R >>' });
}

/** The reason of the refusal; `drawn` if there is none, so that a failed test does not print a whole page. */
async function refusalOf(file: Buffer): Promise<string> {
  return engine.render(file).then(
    () => 'drawn',
    ({ message }: Error) => message,
  );
}

const LOST = 'An image in the PDF cannot be decoded.';

/** The share of the picture's place that is dark. */
async function shownOf(file: Buffer): Promise<number> {
  const { width, height, pixels } = await engine.render(file);
  const [left, right] = [Math.ceil((250 / 612) * width), Math.floor((550 / 612) * width)];
  const [top, bottom] = [Math.ceil((192 / 792) * height), Math.floor((392 / 792) * height)];
  let dark = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) dark += Number((pixels[(y * width + x) * 3] ?? 0) < 128);
  return dark / ((right - left) * (bottom - top));
}

const KINDS: [kind: string, entries: string, data: Buffer][] = [
  ['fax', FAX, fax],
  ['fax as a mask', asMask(FAX), fax],
  ['JBIG2', JBIG2, jbig2],
  ['JBIG2 as a mask', asMask(JBIG2), jbig2],
];

describe.each(KINDS)('a scan in %s', (_, entries, data) => {
  test('is drawn', async () => {
    expect(await shownOf(scan(entries, data))).toBeCloseTo(0.5, 1);
  });

  test('is refused where most of it is missing, for white would stand in its place', async () => {
    for (const bytes of [data.subarray(0, data.length * 0.3), data.subarray(0, 40), data.subarray(0, 1)]) {
      expect(await refusalOf(scan(entries, bytes)), `${bytes.length} bytes`).toBe(LOST);
    }
  });
});

test('fax is taken where a few rows are missing', async () => {
  expect(await shownOf(scan(FAX, fax.subarray(0, fax.length * 0.9)))).toBeGreaterThan(0.35);
});

test('JPEG 2000 is refused wherever it is cut', async () => {
  const withSize = (bytes: number) => scan(JPX, JPEG_2000.subarray(0, bytes), [64, 48]);
  expect(await refusalOf(withSize(JPEG_2000.length))).toBe('drawn');
  for (const share of [0, 0.1, 0.5, 0.95]) {
    expect(await refusalOf(withSize(JPEG_2000.length * share)), `${share}`).toBe(LOST);
  }
});

test('a page is taken after one whose picture was lost', async () => {
  expect(await refusalOf(scan(JBIG2, Buffer.alloc(4)))).toBe(LOST);
  expect(await shownOf(scan(JBIG2, jbig2))).toBeGreaterThan(0.3);
});

test('JBIG2 is whole where each of its segments is, and one of them shows something', () => {
  expect(isWholeJbig2(jbig2)).toBe(true);
  expect(isWholeJbig2(Buffer.concat([jbig2, segment(2, 49, Buffer.alloc(0)), Buffer.alloc(30, 0xff)]))).toBe(true);
  for (let bytes = 0; bytes < jbig2.length; bytes++)
    expect(isWholeJbig2(jbig2.subarray(0, bytes)), `${bytes}`).toBe(false);
  expect(isWholeJbig2(Buffer.concat([jbig2, segment(2, 0, Buffer.alloc(9)).subarray(0, 14)]))).toBe(false);
});

test('long lists of references and large numbers of segments are read as they are written', () => {
  const data = Buffer.alloc(5);
  const many = Buffer.alloc(4 + 2 + 2 * 9);
  many.writeUInt32BE(0xe000_0009, 0);
  const head = Buffer.concat([Buffer.from([0, 0, 1, 44, 6]), many, Buffer.from([1, 0, 0, 0, data.length])]);
  expect(isWholeJbig2(Buffer.concat([head, data]))).toBe(true);
  expect(isWholeJbig2(Buffer.concat([head, data.subarray(1)]))).toBe(false);
  const unknownLength = Buffer.from([0, 0, 0, 1, 0x40 | 38, 0, 0, 0, 0, 1, 255, 255, 255, 255, 7]);
  expect(isWholeJbig2(unknownLength)).toBe(true);
});
