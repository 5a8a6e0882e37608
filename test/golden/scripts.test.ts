import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import type { Engines } from '../../models/ports.ts';
import { loadConfig } from '../../server/appliance/config.ts';
import { nameForms } from '../../server/checks/name-forms.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { readPicture } from '../../server/pipeline/read.ts';
import { layPaper, write } from '../support/specimens/paper.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const THAI = `${ROOT}/node_modules/@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff`;
let engines: Engines;

beforeAll(async () => {
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
  const workers = { text: 1, face: 1, image: 1, pdf: 1 };
  const { languages } = loadConfig({}, () => null);
  engines = createEngines({ weightsDir: `${ROOT}/models/weights`, languages, workers, limits: PATIENT_LIMITS });
  await engines.warm();
});
afterAll(() => engines.close());

type Line = [text: string, size?: number];

/** A drawn card with alternating labels and values of fictitious people. */
async function read(lines: readonly Line[], font?: string): Promise<DocumentReading> {
  const paper = layPaper(1000, 640, '#f4f6fa', '#e6ecf4');
  for (const [i, [text, size = 30]] of lines.entries()) {
    const y = 70 + i * 52;
    if (font === undefined) write(paper, text, 60, y, { sizePixels: size });
    else {
      paper.context.font = `${size}px "${font}", "Specimen"`;
      paper.context.fillStyle = '#1c2026';
      paper.context.fillText(text, 60, y);
    }
  }
  const { data, info } = await sharp(paper.canvas.toBuffer('image/png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, pixels: new Uint8Array(data) };
  const declared = { document_id: 'doc_1', declaredType: 'unknown', declaredSide: null, today: '2026-03-01' } as const;
  return await readPicture(engines, { ...declared, image });
}

test('a card in Cyrillic letters', async () => {
  const reading = await read([
    ['SPECIMEN', 34],
    ['Фамилия', 22],
    ['КВИЛЬМАРШ'],
    ['Имя', 22],
    ['АДЕЛАИДА'],
    ['Дата рождения', 22],
    ['09.04.1984'],
    ['Место рождения', 22],
    ['ЗАПАДНАЯ ГАВАНЬ'],
  ]);
  const { fields } = reading;
  expect(fields.last_name?.value).toBe('КВИЛЬМАРШ');
  expect(fields.first_name?.value).toBe('АДЕЛАИДА');
  expect(fields.date_of_birth?.value).toBe('1984-04-09');
  expect(fields.place_of_birth?.value).toBe('ЗАПАДНАЯ ГАВАНЬ');
  expect(nameForms(reading)).toEqual({
    last_name: { own_script: 'КВИЛЬМАРШ', latin: 'KVILMARSH', latin_from: 'transliteration' },
    first_name: { own_script: 'АДЕЛАИДА', latin: 'ADELAIDA', latin_from: 'transliteration' },
  });
});

test('a card that prints the name in Cyrillic and in Latin letters', async () => {
  const reading = await read([
    ['SPECIMEN', 34],
    ['Фамилия', 22],
    ['КВИЛЬМАРШ'],
    ['KVILMARSH'],
    ['Имя', 22],
    ['АДЕЛАИДА'],
    ['ADELAIDA'],
    ['Дата рождения', 22],
    ['09.04.1984'],
  ]);
  expect(nameForms(reading)).toEqual({
    last_name: { own_script: 'КВИЛЬМАРШ', latin: 'KVILMARSH', latin_from: 'print' },
    first_name: { own_script: 'АДЕЛАИДА', latin: 'ADELAIDA', latin_from: 'print' },
  });
});

test('a card in Greek letters', async () => {
  const { fields } = await read([
    ['SPECIMEN', 34],
    ['ΕΠΩΝΥΜΟ', 22],
    ['ΚΑΡΑΜΑΡΣΗΣ'],
    ['ΟΝΟΜΑ', 22],
    ['ΑΛΕΞΑΝΔΡΟΣ'],
    ['ΗΜΕΡΟΜΗΝΙΑ ΓΕΝΝΗΣΗΣ', 22],
    ['09.04.1984'],
  ]);
  expect(fields.last_name?.value).toBe('ΚΑΡΑΜΑΡΣΗΣ');
  expect(fields.first_name?.value).toBe('ΑΛΕΞΑΝΔΡΟΣ');
  expect(fields.date_of_birth?.value).toBe('1984-04-09');
});

test('a card in Thai letters, whose year is a Buddhist one', async () => {
  expect(GlobalFonts.registerFromPath(THAI, 'Specimen Thai')).toBeTruthy();
  const { fields } = await read(
    [
      ['SPECIMEN', 34],
      ['ชื่อสกุล', 30],
      ['สาธารณะ', 36],
      ['วันเกิด', 30],
      ['9 เมษายน 2527', 36],
    ],
    'Specimen Thai',
  );
  // The marks above its letters are sometimes lost: the name is then another one, or missing, but never Latin letters that look alike.
  expect(fields.last_name?.value ?? '').not.toMatch(/[A-Za-z]/);
  expect(fields.date_of_birth?.value).toBe('1984-04-09');
});
