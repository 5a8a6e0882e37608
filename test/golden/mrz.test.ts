import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import { parseMrz } from '../../models/mrz/parse.ts';
import type { Engines, MrzRecognition } from '../../models/ports.ts';
import { loadConfig } from '../../server/appliance/config.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { seededRandom } from '../support/random.ts';
import { turnPicture } from '../support/specimens/camera.ts';
import { drawCard } from '../support/specimens/card.ts';
import { drawIdentityCard, photographCard } from '../support/specimens/cards/draw.ts';
import { identityCards } from '../support/specimens/cards/identity-cards.ts';
import { checkDigit, td1Lines, td3Lines } from '../support/specimens/mrz.ts';
import { layPaper, printMrz, toJpeg, write } from '../support/specimens/paper.ts';
import { drawPassport } from '../support/specimens/passport.ts';
import { PEOPLE, type SpecimenPerson } from '../support/specimens/people.ts';
import { photograph } from '../support/specimens/photograph.ts';
import { drawSheet, SHEETS } from '../support/specimens/sheets.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TODAY = '2026-03-01';

let engines: Engines;
let portrait: Buffer;
beforeAll(async () => {
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
  const { languages } = loadConfig({}, () => null);
  const workers = { text: 1, face: 1, image: 1, pdf: 1 };
  engines = createEngines({ weightsDir: `${ROOT}/models/weights`, languages, workers, limits: PATIENT_LIMITS });
  await engines.warm();
  portrait = await cropFace(FACES.man);
});
afterAll(() => engines.close());

async function read(file: Buffer): Promise<MrzRecognition | null> {
  const { image } = await engines.image.decode(file);
  return await engines.mrz.read(image);
}

/** A name of several words, and a number with digits and letters that no rule can predict. */
const holder: SpecimenPerson = PEOPLE.accented;
const passport = (person: SpecimenPerson): Promise<Buffer> => drawPassport(person, portrait);

describe('every format is read as drawn', () => {
  test('TD1, on the back of a card', async () => {
    const { back } = await drawCard({ person: holder, portrait });
    expect((await read(back))?.lines).toEqual(td1Lines(holder));
  });

  test('TD3, on a passport', async () => {
    expect((await read(await passport(holder)))?.lines).toEqual(td3Lines(holder));
  });

  test.each(['TD2', 'MRVA', 'MRVB', 'FRENCH_ID'] as const)('%s', async (format) => {
    const person = { ...holder, ...(format === 'FRENCH_ID' && { documentNumber: '140395300417' }) };
    expect((await read(await drawSheet(format, person, portrait)))?.lines).toEqual(SHEETS[format].lines(person));
  });
});

test.each([
  [90, 270],
  [180, 180],
  [270, 90],
] as const)('a passport that lies at %i degrees is read, and must be turned by %i', async (lies, turn) => {
  const zone = await read(await turnPicture(await passport(holder), lies));
  expect(zone).toMatchObject({ lines: td3Lines(holder), turn });
});

test.each([1, 2, 3])('a passport photographed on a table (seed %i) has every check digit right', async (seed) => {
  const zone = await read(await photograph(await passport(holder), seed));
  expect(zone && parseMrz(zone.lines, TODAY)).toMatchObject({
    valid: true,
    document_number: holder.documentNumber,
    date_of_birth: holder.dob,
  });
});

test('askew by 12 degrees it is read as well, and its lines lie as they do in the picture', async () => {
  const zone = await read(await photograph(await passport(holder), 1, 12));
  expect(zone?.lines).toEqual(td3Lines(holder));
  const [first] = zone?.quads ?? [];
  const [left, right] = first ?? [];
  const degrees = (Math.atan2((right?.y ?? 0) - (left?.y ?? 0), (right?.x ?? 0) - (left?.x ?? 0)) * 180) / Math.PI;
  expect(degrees).toBeGreaterThan(8);
  expect(degrees).toBeLessThan(16);
});

test('a forged digit is read as printed, not repaired into a valid zone', async () => {
  const [first, second, third] = td1Lines(holder);
  const forged = `${second.slice(0, 8)}39${second.slice(10)}`;
  expect(checkDigit(forged.slice(8, 14))).not.toBe(second[14]);
  const { back } = await drawCard({ person: holder, portrait, mrzLines: [first, forged, third] });
  const zone = await read(back);
  expect(zone?.lines).toEqual([first, forged, third]);
  expect(zone && parseMrz(zone.lines, TODAY)?.valid).toBe(false);
});

test.each(['en-1', 'fr-1', 'fr-3', 'es-2'])(
  'the front of %s shows no zone, neither drawn nor photographed',
  async (id) => {
    const card = identityCards().find((one) => one.id === id);
    if (!card) throw new Error(`no card ${id}`);
    expect(await read(await drawIdentityCard(card))).toBeNull();
    expect(await read(await photographCard(card))).toBeNull();
  },
);

test.each([
  ['codes', '0123456789ABCDEF', 4],
  ['a table of figures', '0123456789  .,', 20],
])('%s in even rows are no zone', async (_, alphabet, rows) => {
  const next = seededRandom(7);
  const paper = layPaper(1400, 900, '#f6f6f2', '#e8eae0');
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < 36; i++) {
      const character = alphabet.charAt(Math.floor(next() * alphabet.length));
      write(paper, character, 60 + i * 24, 100 + row * 42, { sizePixels: 30 });
    }
  }
  expect(await read(await toJpeg(paper))).toBeNull();
});

test('Russia’s internal passport: figures stand for letters of names', async () => {
  const lines = ['PNRUS4UR4ILIN<<78RI<ILI3<<<<<<<<<<<<<<<<<<<<', '4107035123RUS8404095M<<<<<<<9080722500102<02'];
  const paper = layPaper(1400, 985, '#f6f6f2', '#e8eae0');
  await printMrz(paper, lines, 60, 860);
  const zone = await read(await toJpeg(paper));
  expect(zone?.lines).toEqual(lines);
  expect(zone && parseMrz(zone.lines, TODAY)).toMatchObject({
    last_name: 'ШУРШИЛИН',
    first_name: 'ЮЯРИ ИЛИЧ',
    valid: true,
  });
});

test('rows of codes printed as a zone is are none', async () => {
  const next = seededRandom(3);
  const codes = Array.from({ length: 3 }, () =>
    Array.from({ length: 33 }, () => '0123456789ABCDEF'.charAt(Math.floor(next() * 16))).join(''),
  );
  const paper = layPaper(1400, 900, '#f6f6f2', '#e8eae0');
  await printMrz(paper, codes, 100, 400);
  expect(await read(await toJpeg(paper))).toBeNull();
});
