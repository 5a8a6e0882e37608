import { expect, test } from 'vitest';
import { withCorrections } from '../../../server/checks/read/corrections.ts';
import { readDocument } from '../../../server/checks/read/document.ts';
import { ocrFromReadings } from '../../../server/checks/read/ocr.ts';
import type { DocumentReading } from '../../../server/checks/types.ts';
import { pageOf } from '../../support/text/page.ts';
import { mrzAmong } from '../../support/zone.ts';
import { card, field, fields, mrz, passport, TODAY } from './samples.ts';

const formsOf = (...readings: DocumentReading[]): unknown =>
  (ocrFromReadings(readings)[readings[0]?.type ?? ''] as { name_forms?: unknown }).name_forms;
const PRINTED = fields({ last_name: 'ЩУКИНА', first_name: 'ЮЛИЯ' });

test('a name that the document has in its script alone is transliterated, and marked so', () => {
  expect(formsOf(passport({ fields: PRINTED, mrz: null }))).toEqual({
    last_name: { own_script: 'ЩУКИНА', latin: 'SHCHUKINA', latin_from: 'transliteration' },
    first_name: { own_script: 'ЮЛИЯ', latin: 'IULIIA', latin_from: 'transliteration' },
  });
});

test('by the issuer’s way of writing', () => {
  const ukrainian = { ...fields({ last_name: 'ГАННУШ' }), issuing_country: field('UKR') };
  expect(formsOf(passport({ fields: ukrainian, mrz: null }))).toMatchObject({ last_name: { latin: 'HANNUSH' } });
});

test('the Latin form of the zone counts, on the same file or on the other side', () => {
  const zone = { last_name: field('SHCHUKINA', { source: 'mrz' }), first_name: field('YULIYA', { source: 'mrz' }) };
  const also_read = { last_name: [field('ЩУКИНА')], first_name: [field('ЮЛИЯ')] };
  const forms = {
    last_name: { own_script: 'ЩУКИНА', latin: 'SHCHUKINA', latin_from: 'mrz' },
    first_name: { own_script: 'ЮЛИЯ', latin: 'YULIYA', latin_from: 'mrz' },
  };
  expect(formsOf(passport({ fields: zone, also_read }))).toEqual(forms);
  const back = card({ document_id: 'doc_back', side: 'back', mrz: mrz({ format: 'TD1' }), fields: zone });
  expect(formsOf(card({ fields: PRINTED }), back)).toEqual(forms);
});

test('what contradicts the name is no form of it', () => {
  const also_read = { last_name: [field('PETROVA', { source: 'mrz' })] };
  expect(formsOf(passport({ fields: fields({ last_name: 'ЩУКИНА' }), also_read }))).toEqual({
    last_name: { own_script: 'ЩУКИНА', latin: 'SHCHUKINA', latin_from: 'transliteration' },
  });
});

test('a script without a table has no Latin form but the document’s', () => {
  const thai = fields({ last_name: 'ใจดี' });
  expect(formsOf(passport({ fields: thai, mrz: null }))).toEqual({
    last_name: { own_script: 'ใจดี', latin: null, latin_from: null },
  });
  const also_read = { last_name: [field('JAIDEE', { source: 'mrz' })] };
  expect(formsOf(passport({ fields: thai, also_read }))).toEqual({
    last_name: { own_script: 'ใจดี', latin: 'JAIDEE', latin_from: 'mrz' },
  });
});

test('Latin names have no forms, and a corrected name has those of what the person says', () => {
  expect(formsOf(passport())).toBeUndefined();
  const correction = { documentId: 'doc_passport', values: { fields: { last_name: 'ЩУКИН' } } };
  const corrected = withCorrections(
    [passport({ fields: fields({ last_name: 'ЩУКИНА' }), mrz: null })],
    [correction as Parameters<typeof withCorrections>[1][number]],
  );
  expect(formsOf(...corrected)).toEqual({
    last_name: { own_script: 'ЩУКИН', latin: 'SHCHUKIN', latin_from: 'transliteration' },
  });
});

const read = (...rows: Parameters<typeof pageOf>): DocumentReading => {
  const page = pageOf(...rows);
  const declared = { document_id: 'doc_1', declaredType: 'passport', declaredSide: null } as const;
  return readDocument({ ...declared, page, mrz: mrzAmong(page.lines, TODAY), today: TODAY });
};

test('a page that prints a name in both scripts gives both, and the chosen one stays the one below its label', () => {
  const reading = read(
    ['Фамилия', 40, 100],
    ['ЩУКИНА', 40, 130],
    ['SHCHUKINA', 40, 160],
    ['Имя', 40, 220],
    ['ЮЛИЯ ПАВЛОВНА', 40, 250],
    ['YULIYA', 40, 280],
  );
  const [ocr] = Object.values(ocrFromReadings([reading]));
  expect(ocr).toMatchObject({
    last_name: 'ЩУКИНА',
    first_name: 'ЮЛИЯ ПАВЛОВНА',
    name_forms: {
      last_name: { own_script: 'ЩУКИНА', latin: 'SHCHUKINA', latin_from: 'printed' },
      first_name: { own_script: 'ЮЛИЯ ПАВЛОВНА', latin: 'YULIYA', latin_from: 'printed' },
    },
    sources: { last_name: { printed: { value: 'ЩУКИНА' } } },
  });
});

test('beside a zone the printed name in its script is found without a label; another name is not taken for it', () => {
  const reading = read(
    ['ГОРОД ЗАПАДНЫЙ', 40, 70],
    ['КВИЛЬМАРШ', 40, 130],
    ['АДЕЛАИДА ПЕТРОВНА', 40, 160],
    ['P<RUSKVILMARSH<<ADELAIDA<<<<<<<<<<<<<<<<<<<<', 40, 600],
    ['1234567897RUS8404095F3004098<<<<<<<<<<<<<<06', 40, 660],
  );
  expect(formsOf(reading)).toEqual({
    last_name: { own_script: 'КВИЛЬМАРШ', latin: 'KVILMARSH', latin_from: 'mrz' },
    first_name: { own_script: 'АДЕЛАИДА', latin: 'ADELAIDA', latin_from: 'mrz' },
  });
});
