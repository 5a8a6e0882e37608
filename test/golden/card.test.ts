import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import { compareFaces } from '../../models/face/compare.ts';
import { SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import type { Engines, Face, RasterImage } from '../../models/ports.ts';
import { ocrFromReadings } from '../../server/checks/read/ocr.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { readPicture } from '../../server/pipeline/read.ts';
import { hasChromium } from '../support/chromium.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { skipUnless } from '../support/skip.ts';
import { drawCard } from '../support/specimens/card.ts';
import { td1Lines } from '../support/specimens/mrz.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { OTHER_MAX, PATIENT_LIMITS, SAME_MIN } from './engine-options.ts';

/**
 * Runs every real engine once, on one drawn card and a selfie. Of this folder, `npm test` runs only this where no
 * browser is installed: the browser walk runs the engines too.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const person = PEOPLE.withPdf;
let engines: Engines;
let card: { front: Buffer; back: Buffer };

async function decode(file: Uint8Array): Promise<RasterImage> {
  return (await engines.image.decode(file)).image;
}

async function read(file: Buffer): Promise<DocumentReading> {
  const declared = { document_id: 'doc_1', declaredType: 'unknown', declaredSide: null, today: '2026-03-01' } as const;
  return await readPicture(engines, { ...declared, image: await decode(file) });
}

async function onlyFace(file: Uint8Array): Promise<Face> {
  const { faces } = await engines.face.recognise(await decode(file));
  expect(faces).toHaveLength(1);
  return faces[0] as Face;
}

const RUNS = skipUnless(isWholeRun() || !hasChromium(), 'the walk in the browser runs the same engines');

describe('every real engine', RUNS, () => {
  beforeAll(async () => {
    const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
    await fillWeights(ROOT, { log: () => undefined });
    const workers = { text: 1, face: 1, image: 1, pdf: 1 };
    const weightsDir = `${ROOT}/models/weights`;
    engines = createEngines({ weightsDir, languages: ['fra'], workers, limits: PATIENT_LIMITS });
    await engines.warm();
    card = await drawCard({ person, portrait: await cropFace(FACES.man) });
  });
  afterAll(() => engines.close());

  test('every engine loads and says so', () => {
    expect(engines.states().map(({ engine, state }) => [engine, state])).toEqual(
      ['image', 'pdf', 'quality', 'text', 'second_text', 'mrz', 'barcode', 'face'].map((engine) => [
        engine,
        engine === 'second_text' ? 'unused' : 'ready',
      ]),
    );
  });

  test('both sides of an identity card, as drawn', inWholeRunAlone('1 s'), async () => {
    const [front, back] = [await read(card.front), await read(card.back)];
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

  test('the portrait on a scanned card agrees with the selfie and with no stranger', async () => {
    const portrait = await onlyFace(card.front);
    const selfie = await onlyFace(await cropFace(FACES.manAgain));
    const stranger = await onlyFace(await cropFace(FACES.stranger));
    expect(compareFaces(portrait.embedding, selfie.embedding, SHIPPED_FACE_NETS)).toBeGreaterThan(SAME_MIN);
    expect(compareFaces(portrait.embedding, stranger.embedding, SHIPPED_FACE_NETS)).toBeLessThan(OTHER_MAX);
  });

  test(
    'no engine writes into the pixels that it is given: others read them at the same time',
    inWholeRunAlone('2 s'),
    async () => {
      for (const file of [card.front, card.back]) {
        const { image, giveBack } = await engines.image.decode(file, { lent: true });
        const before = Buffer.from(image.pixels);
        const turned = { turn: 90 as const };
        await Promise.all([engines.quality.measure(image), engines.mrz.read(image), engines.barcode.read(image)]);
        await Promise.all([
          engines.text.read(image),
          engines.face.recognise(image),
          engines.face.recognise(image, turned),
        ]);
        expect(Buffer.compare(image.pixels, before)).toBe(0);
        giveBack?.();
      }
    },
  );
});
