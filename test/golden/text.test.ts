import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import type { Engines, RasterImage } from '../../models/ports.ts';
import { ocrFromReadings } from '../../server/checks/read/ocr.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { readPicture } from '../../server/pipeline/read.ts';
import { toPhoto } from '../support/specimens/camera.ts';
import { drawCard } from '../support/specimens/card.ts';
import { td1Lines, td3Lines } from '../support/specimens/mrz.ts';
import { drawPassport } from '../support/specimens/passport.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const TODAY = '2026-03-01';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let engines: Engines;
let portrait: Buffer;

beforeAll(async () => {
  portrait = await sharp({ create: { width: 300, height: 380, channels: 3, background: '#8a7f77' } })
    .png()
    .toBuffer();
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

async function toRaster(file: Buffer): Promise<RasterImage> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

async function read(file: Buffer): Promise<DocumentReading> {
  const declared = { document_id: 'doc_1', declaredType: 'unknown', declaredSide: null, today: TODAY } as const;
  return await readPicture(engines, { ...declared, image: await toRaster(file) });
}

test('both sides of an identity card as a phone takes it', async () => {
  const person = PEOPLE.withPdf;
  const card = await drawCard({ person, portrait });
  const [front, back] = [await read(await toPhoto(card.front, 1000)), await read(await toPhoto(card.back, 1000))];
  expect(front).toMatchObject({ type: 'national_id', mrz: null });
  expect(back).toMatchObject({
    type: 'national_id',
    side: 'back',
    mrz: { format: 'TD1', valid: true, lines: td1Lines(person) },
  });
  expect(ocrFromReadings([front, back])['national_id']).toMatchObject({
    first_name: person.firstNames,
    last_name: person.lastName.toUpperCase(),
    id_number: person.documentNumber,
    date_of_birth: person.dob,
    sex: person.sex,
    nationality: 'UTO',
    expiry_date: person.expires,
    issue_date: person.issued,
  });
});

test('the data page of a passport, small and with the grain of a sensor', async () => {
  const person = PEOPLE.listed;
  const reading = await read(await toPhoto(await drawPassport(person, portrait), 1100));
  expect(reading).toMatchObject({ type: 'passport', mrz: { format: 'TD3', valid: true, lines: td3Lines(person) } });
  expect(reading.fields.last_name).toMatchObject({ value: person.lastName.toUpperCase(), source: 'print' });
  expect(reading.fields.document_number).toMatchObject({ value: person.documentNumber, source: 'mrz' });
  expect(reading.fields.expiry_date?.value).toBe(person.expires);
  expect(reading.text_confidence).toBeGreaterThan(0.7);
});

test('boxes lie where the words were drawn, in pixels of the given picture', async () => {
  const photo = await toPhoto((await drawCard({ person: PEOPLE.clean, portrait })).front, 800);
  const page = await engines.text.read(await toRaster(photo));
  const word = page.lines.flatMap(({ words }) => words).find(({ text }) => text === 'LEMARCHAL');
  expect(word?.confidence).toBeGreaterThan(0.5);
  expect(word?.box.x).toBeGreaterThan(285);
  expect(word?.box.x).toBeLessThan(305);
  expect(word?.box.y).toBeGreaterThan(100);
  expect(word?.box.y).toBeLessThan(125);
});
