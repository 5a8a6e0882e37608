import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import type { Engines } from '../../models/ports.ts';
import { loadConfig } from '../../server/appliance/config.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { readPicture } from '../../server/pipeline/read.ts';
import { scoreCards } from '../eval/cards.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { turnPicture } from '../support/specimens/camera.ts';
import { drawCard } from '../support/specimens/card.ts';
import { drawIdentityCard, photographCard } from '../support/specimens/cards/draw.ts';
import { CARDS_SEED, type IdentityCard, identityCards } from '../support/specimens/cards/identity-cards.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The engines with the default configuration, as `npm start` runs them. */
const { languages } = loadConfig({}, () => null);

let engines: Engines;
beforeAll(async () => {
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
  const workers = { text: 1, face: 1, image: 1, pdf: 1 };
  engines = createEngines({ weightsDir: `${ROOT}/models/weights`, languages, workers, limits: PATIENT_LIMITS });
  await engines.warm();
});
afterAll(() => engines.close());

async function read(file: Buffer): Promise<DocumentReading> {
  const { image } = await engines.image.decode(file);
  const declared = { document_id: 'doc_1', declaredSide: null, today: '2026-03-01' };
  return await readPicture(engines, { ...declared, declaredType: 'national_id', image });
}

function cardOf(id: string): IdentityCard {
  const card = identityCards().find((one) => one.id === id);
  if (!card) throw new Error(`no card ${id} of seed ${CARDS_SEED}`);
  return card;
}

async function missesOf(card: IdentityCard, file: Buffer) {
  return scoreCards([card], [await read(file)]).misses;
}

describe('a card in each language is read whole', () => {
  test.each(['en-3', 'fr-3', 'de-6', 'es-3', 'it-4', 'pt-1'])('%s', async (id) => {
    const card = cardOf(id);
    expect(await missesOf(card, await drawIdentityCard(card))).toEqual([]);
  });
});

test.each(['fr-8', 'de-7', 'es-2', 'pt-3'])('the language of the page reads the accents of %s', async (id) => {
  const card = cardOf(id);
  const { accents } = scoreCards([card], [await read(await drawIdentityCard(card))]);
  expect(accents.of).toBeGreaterThan(0);
  expect(accents.right).toBe(accents.of);
});

test('accents and the hyphen stay in a name as printed', async () => {
  const person = PEOPLE.accented;
  const { front } = await drawCard({ person, portrait: await cropFace(FACES.woman) });
  const { fields } = await read(front);
  expect(fields.last_name).toMatchObject({ value: 'MÜLLER-GONÇALVES', source: 'print' });
  expect(fields.first_name).toMatchObject({ value: 'Élise', source: 'print' });
});

test.each([90, 180, 270] as const)('a card that lies at %i degrees is read as the upright one', async (degrees) => {
  const card = cardOf('fr-3');
  expect(await missesOf(card, await turnPicture(await drawIdentityCard(card), degrees))).toEqual([]);
});

test.each(['fr-3', 'es-6'])('of %s, photographed on a table, name and birth date are right', async (id) => {
  const card = cardOf(id);
  const wrong = (await missesOf(card, await photographCard(card))).map(({ field }) => field);
  for (const field of ['last_name', 'first_name', 'date_of_birth']) expect(wrong).not.toContain(field);
});
