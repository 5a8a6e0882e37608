import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BARCODE_WORKER, createBarcodeEngine } from '../../models/barcode/engine.ts';
import { mrzInPayload } from '../../models/barcode/mrz.ts';
import type { Barcode, BarcodeFormat } from '../../models/ports.ts';
import { WorkerPool } from '../../models/runtime/pool.ts';
import { readBarcodes } from '../../server/checks/read/barcode.ts';
import { aamvaPayload } from '../support/specimens/aamva.ts';
import { drawBarcode } from '../support/specimens/barcode.ts';
import { blur, toPhoto } from '../support/specimens/camera.ts';
import { drawCard } from '../support/specimens/card.ts';
import { drawLicence } from '../support/specimens/licence.ts';
import { td1Lines } from '../support/specimens/mrz.ts';
import { PEOPLE } from '../support/specimens/people.ts';

const WEIGHTS = fileURLToPath(new URL('../../models/weights', import.meta.url));
const TODAY = '2026-03-01';
const person = PEOPLE.clean;
const CARD = aamvaPayload({ person });
/** Ten times the slowest measured time on two shared cores, because the tests look for hangs. */
const TIMEOUT_MS = 60_000;
const GROUND = '#6d7680';

const pool = new WorkerPool({
  name: 'barcode',
  script: BARCODE_WORKER,
  data: { weightsDir: WEIGHTS },
  size: 1,
  queueMax: 4,
  loadTimeoutMs: 60_000,
});
const engine = createBarcodeEngine(pool, TIMEOUT_MS);
let licence: { front: Buffer; back: Buffer };
let portrait: Buffer;

beforeAll(async () => {
  portrait = await sharp({ create: { width: 300, height: 380, channels: 3, background: '#8a7f77' } })
    .png()
    .toBuffer();
  licence = await drawLicence({ person, portrait });
  await pool.warm();
});
afterAll(() => pool.close());

async function read(file: Buffer): Promise<Barcode[]> {
  const { data, info } = await sharp(file).flatten().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  const reading = await engine.read({ width: info.width, height: info.height, pixels: data });
  expect(reading.engine).toMatchObject({ name: 'zxing-wasm', version: '3.1.4' });
  return reading.barcodes;
}

const turn = (file: Buffer, degrees: number): Promise<Buffer> =>
  sharp(file).rotate(degrees, { background: GROUND }).jpeg({ quality: 92 }).toBuffer();
const enlargeGround = (file: Buffer, pixels: number): Promise<Buffer> =>
  sharp(file).extend({ top: pixels, bottom: pixels, left: pixels, right: pixels, background: GROUND }).toBuffer();

describe('the back of a licence', () => {
  test.each<[string, (back: Buffer) => Promise<Buffer> | Buffer]>([
    ['as drawn', (back) => back],
    ['on its side', (back) => turn(back, 90)],
    ['upside down', (back) => turn(back, 180)],
    ['on its other side', (back) => turn(back, 270)],
    ['turned by 5 degrees', (back) => turn(back, 5)],
    ['turned by 20 degrees', (back) => turn(back, 20)],
    ['turned by 45 degrees', (back) => turn(back, 45)],
    ['turned by -33 degrees', (back) => turn(back, -33)],
    ['as a phone takes it', (back) => toPhoto(back, 1000)],
    ['as a phone takes it aslant', async (back) => toPhoto(await turn(back, -8), 1000)],
    ['small', (back) => toPhoto(back, 700)],
    ['out of focus', (back) => blur(back, 2)],
    ['out of focus by three quarters of a module', (back) => blur(back, 3)],
    ['out of focus and aslant', async (back) => blur(await turn(back, 20), 2)],
    ['aslant in a much larger picture', async (back) => enlargeGround(await turn(back, 20), 500)],
  ])('%s', async (_, take) => {
    expect((await read(await take(licence.back))).map(({ format, text }) => ({ format, text }))).toEqual([
      { format: 'PDF417', text: CARD },
    ]);
  });

  test('the position of the symbol is given in the picture as it came', async () => {
    for (const degrees of [0, 20]) {
      const file = await turn(licence.back, degrees);
      const { width = 0, height = 0 } = await sharp(file).metadata();
      const angle = (degrees * Math.PI) / 180;
      const [symbol] = await read(file);
      for (const [i, [x, y]] of [
        [98, 568],
        [986, 568],
        [986, 879],
        [98, 879],
      ].entries()) {
        const [dx, dy] = [(x ?? 0) - 800, (y ?? 0) - 504];
        const wanted = {
          x: width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
          y: height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
        };
        const corner = symbol?.quad[i] ?? { x: 0, y: 0 };
        expect(Math.hypot(corner.x - wanted.x, corner.y - wanted.y), `corner ${i}, ${degrees} degrees`).toBeLessThan(
          30,
        );
      }
    }
  });
});

const SYMBOLS: [BarcodeFormat, string][] = [
  ['QRCode', CARD],
  ['Aztec', CARD],
  ['DataMatrix', CARD],
  ['Code128', 'K7412853L'],
  ['Code39', 'K7412853L'],
];

describe('other symbols', () => {
  test.each(SYMBOLS)('%s', async (format, text) => {
    const symbol = await enlargeGround(await drawBarcode(format, text, 4), 120);
    expect(await read(symbol)).toMatchObject([{ format, text }]);
  });

  test.each(SYMBOLS)('%s as large as a photograph of 12 megapixels holds it', async (format, text) => {
    const symbol = await sharp(await drawBarcode(format, text, 4))
      .resize(2_400, null, { kernel: 'nearest' })
      .toBuffer();
    expect(await read(await enlargeGround(symbol, 800))).toMatchObject([{ format, text }]);
  });

  test.each<BarcodeFormat>(['QRCode', 'Aztec', 'DataMatrix'])('%s aslant', async (format) => {
    const symbol = await enlargeGround(await turn(await drawBarcode(format, CARD, 4), 20), 200);
    expect(await read(symbol)).toMatchObject([{ format, text: CARD }]);
  });

  test('both of one picture: the bars for counting do not end the search for the data', async () => {
    const bars = await drawBarcode('Code128', 'INV 77', 3);
    const both = await sharp(await turn(licence.back, 12))
      .composite([{ input: bars, left: 700, top: 100 }])
      .toBuffer();
    expect((await read(both)).map(({ format }) => format).sort()).toEqual(['Code128', 'PDF417']);
  });

  test('bars of 40 pixels, and their place', async () => {
    const bars = await sharp(await drawBarcode('Code128', 'K7412853L', 2))
      .resize({ height: 40, fit: 'fill' })
      .toBuffer();
    const card = sharp((await drawCard({ person, portrait })).back).composite([{ input: bars, left: 700, top: 200 }]);
    const [symbol] = await read(await card.png().toBuffer());
    expect(symbol).toMatchObject({ format: 'Code128', text: 'K7412853L' });
    for (const { y } of symbol?.quad ?? []) expect(Math.abs(y - 220)).toBeLessThanOrEqual(20);
  });

  test('every byte is kept: letters of Latin-1, and a seal', async () => {
    const accents = aamvaPayload({ person: { ...person, lastName: 'Müller-Gonçalves' } });
    const [card] = await read(await enlargeGround(await drawBarcode('PDF417', Buffer.from(accents, 'latin1'), 4), 80));
    expect(card?.text).toBe(accents);
    const seal = Buffer.from([0xdc, 0x03, 0xa1, 0x5f, 0x80, 0xfe, 0x00, 0x93, 0x41]);
    const symbols = await read(await enlargeGround(await drawBarcode('DataMatrix', seal, 6), 80));
    expect(symbols[0]?.bytes).toEqual(new Uint8Array(seal));
    const inputs = symbols.map(({ format, text }) => ({ format, text, zone: mrzInPayload(text, TODAY) }));
    expect(readBarcodes(inputs)).toMatchObject({ seen: [{ format: 'DataMatrix', kind: 'seal' }], fields: {} });
  });

  test.each(['QRCode', 'Aztec', 'DataMatrix'] as const)('%s, light on dark ground', async (format) => {
    const symbol = await sharp(await drawBarcode(format, CARD, 4))
      .flatten({ background: '#fff' })
      .toBuffer();
    const light = await sharp(symbol).negate().toBuffer();
    expect((await read(await enlargeGround(light, 150))).map(({ text }) => text)).toEqual([CARD]);
  });

  test('a zone in a QR code', async () => {
    const lines = td1Lines(person).join('\n');
    const [symbol] = await read(await enlargeGround(await drawBarcode('QRCode', lines, 4), 80));
    expect(mrzInPayload(symbol?.text ?? '', TODAY)).toMatchObject({ last_name: 'LEMARCHAL' });
  });
});

describe('where there is nothing to read', () => {
  test('cards with print, a zone and a portrait show no barcode', async () => {
    const card = await drawCard({ person, portrait });
    for (const side of [card.front, card.back, licence.front]) expect(await read(side)).toEqual([]);
  });

  test('a picture of one pixel, and one of noise', async () => {
    expect(await engine.read({ width: 1, height: 1, pixels: new Uint8Array(3) })).toMatchObject({ barcodes: [] });
    const noise = Uint8Array.from({ length: 900 * 900 * 3 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) % 256);
    expect(await engine.read({ width: 900, height: 900, pixels: noise })).toMatchObject({ barcodes: [] });
  });
});
