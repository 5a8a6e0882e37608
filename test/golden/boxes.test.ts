import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import type { Engines, RasterImage, Turn } from '../../models/ports.ts';
import { createPagePictures } from '../../server/api/page-picture.ts';
import type { BoxShare, DocumentReading } from '../../server/checks/types.ts';
import { must } from '../../server/lib/assert.ts';
import type { MediaType } from '../../server/lib/media-type.ts';
import { readPicture } from '../../server/pipeline/read.ts';
import { CARD_SIZE, drawCard } from '../support/specimens/card.ts';
import { drawLicence } from '../support/specimens/licence.ts';
import { toPdf } from '../support/specimens/pdf.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const person = PEOPLE.withPdf;
/** The largest error of a box, as a share of the picture: less than a letter's width on the drawn card of 1,600 pixels. */
const TOLERANCE = 0.006;
let engines: Engines;
let back: Buffer;
let portrait: Buffer;

beforeAll(async () => {
  portrait = await sharp({ create: { width: 300, height: 380, channels: 3, background: '#8a7f77' } })
    .png()
    .toBuffer();
  ({ back } = await drawCard({ person, portrait }));
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
  const workers = { text: 1, face: 1, image: 1, pdf: 1 };
  engines = createEngines({
    weightsDir: `${ROOT}/models/weights`,
    languages: ['fra'],
    workers,
    limits: PATIENT_LIMITS,
  });
  await engines.warm();
});
afterAll(() => engines.close());

interface Looked {
  reading: DocumentReading;
  /** The picture as the console shows it: turned as the reading says. */
  picture: RasterImage;
}

async function look(bytes: Buffer, mediaType: MediaType): Promise<Looked> {
  const isPdf = mediaType === 'application/pdf';
  const image = isPdf ? await engines.pdf.render(bytes) : (await engines.image.decode(bytes)).image;
  const declared = { document_id: 'doc_1', declaredType: 'unknown', declaredSide: null, today: '2026-03-01' } as const;
  const reading = await readPicture(engines, { ...declared, image });
  const source = { file: { id: 'doc_1', mediaType }, read: async () => bytes, isWanted: () => true };
  const showing = { page: 1, turn: reading.turn ?? 0, widthPixelsMax: 1280 };
  const shown = must(await createPagePictures(engines).page(source, showing), 'it is wanted');
  return { reading, picture: (await engines.image.decode(shown)).image };
}

/** The dark columns and rows of a part of a picture, which is where the print is. */
function inkWithin({ width, pixels }: RasterImage, part: { x: number; y: number; width: number; height: number }) {
  const columns: number[] = [];
  const rows: number[] = [];
  for (let y = Math.floor(part.y); y < part.y + part.height; y++) {
    for (let x = Math.floor(part.x); x < part.x + part.width; x++) {
      if ((pixels[(y * width + x) * 3] ?? 255) > 90) continue;
      columns.push(x);
      rows.push(y);
    }
  }
  return { left: Math.min(...columns), right: Math.max(...columns), top: Math.min(...rows), low: Math.max(...rows) };
}

function expectNear(found: BoxShare | undefined, wanted: BoxShare | undefined, what: string): void {
  for (const name of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs((found?.[name] ?? -1) - (wanted?.[name] ?? -9)), `${name} of ${what}`).toBeLessThan(TOLERANCE);
  }
}

/** Every box of a reading, by the name of what it surrounds. */
function boxesOf({ fields, mrz, barcodes = [] }: DocumentReading): Map<string, BoxShare> {
  const named = Object.entries(fields).map(([name, { box }]) => [name, box] as const);
  const lines = (mrz?.boxes ?? []).map((box, line) => [`line ${line}`, box] as const);
  const symbols = barcodes.map(({ box, format }) => [format, box] as const);
  return new Map([...named, ...lines, ...symbols].flatMap(([name, box]) => (box ? [[name, box]] : [])));
}

test('the lines of a zone are boxed where their print begins and ends', async () => {
  const { reading, picture } = await look(back, 'image/jpeg');
  const [first] = reading.mrz?.boxes ?? [];
  const { x, y, width, height } = must(first, 'the zone was read');
  const [W, H] = [picture.width, picture.height];
  const character = (width * W) / 30;
  const ink = inkWithin(picture, { x: 0, y: (y - height * 0.2) * H, width: W, height: height * 1.4 * H });
  expect(Math.abs(ink.left - x * W)).toBeLessThan(character * 0.6);
  expect(Math.abs(ink.right - (x + width) * W)).toBeLessThan(character * 0.6);
  expect(ink.top).toBeGreaterThan((y - height * 0.15) * H);
  expect(ink.low).toBeLessThan((y + height * 1.15) * H);
});

describe('whichever way a file lies, its boxes fit the picture of its page after the turn', () => {
  const turned = (turn: Turn) => sharp(back).rotate(turn).jpeg({ quality: 95 }).toBuffer();

  test.each([90, 180, 270] as const)('turned by %i', async (turn) => {
    const upright = boxesOf((await look(back, 'image/jpeg')).reading);
    expect([...upright.keys()]).toEqual(expect.arrayContaining(['address', 'date_of_birth', 'line 2']));
    const { reading, picture } = await look(await turned(turn), 'image/jpeg');
    expect(reading.turn).toBe(360 - turn);
    expect(picture.width).toBeGreaterThan(picture.height);
    const boxes = boxesOf(reading);
    for (const [name, box] of upright) expectNear(boxes.get(name), box, name);
  });

  test('turned by the camera, which says so in the file', async () => {
    const upright = boxesOf((await look(back, 'image/jpeg')).reading);
    // 8: the picture is shown turned by 270 degrees.
    const bytes = await sharp(await turned(90))
      .withMetadata({ orientation: 8 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { reading, picture } = await look(bytes, 'image/jpeg');
    expect(reading.turn).toBeUndefined();
    expect(picture.width).toBeGreaterThan(picture.height);
    const boxes = boxesOf(reading);
    for (const [name, box] of upright) expectNear(boxes.get(name), box, name);
  });

  test('on the page of a PDF', async () => {
    const upright = boxesOf((await look(back, 'image/jpeg')).reading);
    const { reading, picture } = await look(await toPdf(back), 'application/pdf');
    expect(picture.height).toBeGreaterThan(picture.width);
    // The card lies 36 points from the edges of a page of 595 x 842.
    const [page, margin] = [{ width: 595, height: 842 }, 36];
    const across = (page.width - 2 * margin) / page.width;
    const down = (across * page.width * CARD_SIZE.height) / CARD_SIZE.width / page.height;
    const boxes = boxesOf(reading);
    for (const [name, box] of upright) {
      const onPage = {
        x: margin / page.width + box.x * across,
        y: margin / page.height + box.y * down,
        width: box.width * across,
        height: box.height * down,
      };
      expectNear(boxes.get(name), onPage, name);
    }
  });
});

test('a barcode and its fields are boxed where the symbol was drawn', async () => {
  const licence = await drawLicence({ person, portrait });
  const { reading, picture } = await look(licence.back, 'image/jpeg');
  const box = must(reading.barcodes?.[0]?.box, 'it was read');
  expect(reading.fields.last_name?.box).toEqual(box);
  const [W, H] = [picture.width, picture.height];
  const ink = inkWithin(picture, { x: 0, y: H / 2, width: W, height: H / 2 - 1 });
  expect(Math.abs(ink.left - box.x * W)).toBeLessThan(6);
  expect(Math.abs(ink.right - (box.x + box.width) * W)).toBeLessThan(6);
  expect(Math.abs(ink.top - box.y * H)).toBeLessThan(6);
  expect(Math.abs(ink.low - (box.y + box.height) * H)).toBeLessThan(6);
});
