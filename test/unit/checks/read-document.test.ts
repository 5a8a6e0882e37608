import { expect, test } from 'vitest';
import type { TextPage } from '../../../models/ports.ts';
import { readDocument } from '../../../server/checks/read/document.ts';
import { ocrFromReadings } from '../../../server/checks/read/ocr.ts';
import type { DocumentReading, DocumentType } from '../../../server/checks/types.ts';
import { pageOf } from '../../support/text/page.ts';
import { mrzAmong } from '../../support/zone.ts';

const TODAY = '2026-03-01';
/** The TD3 and TD1 specimens of ICAO Doc 9303. */
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'] as const;
const TD1 = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
] as const;

const rows = (texts: readonly string[]): [string, number, number][] => texts.map((text, i) => [text, 40, 700 + 60 * i]);
const read = (page: TextPage, declaredType: DocumentType | 'unknown' = 'unknown'): DocumentReading =>
  readDocument({
    document_id: 'doc_1',
    declaredType,
    declaredSide: null,
    page,
    mrz: mrzAmong(page.lines, TODAY),
    today: TODAY,
  });

test('a day whose year is in its own column is found if the zone agrees; the remaining day is the day of issue', () => {
  const wide = (day: string, year: string, y: number): [string, number, number][] => [
    [day, 40, y],
    [year, 210, y],
  ];
  const page = pageOf(...wide('15 APR /AVR', '02', 200), ...wide('15 APR /AVR', '12', 300), ...rows(TD3));
  const { fields, also_read } = read(page);
  expect(fields.issue_date).toMatchObject({ value: '2002-04-15', source: 'print' });
  expect([fields.expiry_date, also_read?.expiry_date].flat()).toContainEqual(
    expect.objectContaining({ value: '2012-04-15', source: 'print' }),
  );
});

test('a place of birth without a label is the one text between the days of birth and issue, where every reading has it', () => {
  const passport = (...between: [string, number, number][]): TextPage =>
    pageOf(['12 AUG 1974', 40, 200], ...between, ['15.04.2002', 40, 400], ['15.04.2012', 40, 450], ...rows(TD3));
  const placeOf = (page: TextPage, again?: TextPage, zone: readonly string[] = TD3) =>
    readDocument({
      ...{ document_id: 'doc_1', declaredType: 'unknown', declaredSide: null, page, again, today: TODAY },
      mrz: mrzAmong(pageOf(...rows(zone)).lines, TODAY),
    }).fields.place_of_birth?.value;
  const page = passport(['F', 40, 300], ['ZENITH 07', 300, 300]);
  expect(placeOf(page)).toBe('ZENITH 07');
  expect(placeOf(page, page)).toBe('ZENITH 07');
  expect(placeOf(page, passport(['ZENIT 07', 300, 300]))).toBeUndefined();
  expect(placeOf(passport(['Zenith', 300, 300], ['CLERK', 500, 300]))).toBeUndefined();
  expect(placeOf(passport(['Zenith', 40, 300], ['CLERK', 500, 300]))).toBe('Zenith');
  expect(placeOf(passport(['FEMALE', 300, 300]))).toBeUndefined();
  const swiss = [TD3[0].replace('UTO', 'CHE'), TD3[1]];
  expect(placeOf(page, undefined, swiss)).toBeUndefined();
});

test('the issuer of a document without a zone is the one state that its title names', () => {
  const issuerOf = (...texts: string[]) =>
    read(pageOf(...texts.map((text, i): [string, number, number] => [text, 40, 40 + 60 * i]))).fields.issuing_country
      ?.value;
  const below = ['Surname', 'LEMARCHAL', 'Given names', 'Julien', 'Nationality', 'X', 'Y', 'Z'];
  expect(issuerOf('RÉPUBLIQUE FRANÇAISE', ...below)).toBe('FR');
  expect(issuerOf('REPUBLIKA HRVATSKA', ...below)).toBe('HR');
  expect(issuerOf('РОССИЙСКАЯ ФЕДЕРАЦИЯ', ...below)).toBe('RU');
  expect(issuerOf('Equatorial Guinea', ...below)).toBe('GQ');
  expect(issuerOf('FRANCE - DEUTSCHLAND', ...below)).toBeUndefined();
  expect(issuerOf('CARD', ...below, 'FRANCE')).toBeUndefined();
  expect(issuerOf('Given names', 'Jordan', ...below)).toBeUndefined();
  // The state that a bill names did not issue it.
  expect(issuerOf('FRANCE ENERGIE', 'Facture', ...below)).toBeUndefined();
  expect(issuerOf('FRANCE', 'Carte', ...below)).toBe('FR');
});

test('a passport: the zone gives the data, a printed name that says the same keeps its accents', () => {
  const page = pageOf(
    ['Surname', 40, 100],
    ['Érikssón', 40, 130],
    ['Date of birth', 40, 200],
    ['13.08.1974', 40, 230],
    ...rows(TD3),
  );
  const reading = read(page);
  expect(reading).toMatchObject({
    type: 'passport',
    side: null,
    mrz: { format: 'TD3', valid: true },
    text_confidence: 0.9,
  });
  expect(reading.fields.last_name).toMatchObject({ value: 'Érikssón', source: 'print' });
  expect(reading.fields.first_name).toMatchObject({ value: 'ANNA MARIA', source: 'mrz' });
  expect(reading.fields.date_of_birth).toMatchObject({ value: '1974-08-12', source: 'mrz' });
  expect(reading.also_read?.date_of_birth).toMatchObject([{ value: '1974-08-13', source: 'print' }]);
  expect(reading.also_read?.last_name).toMatchObject([{ value: 'ERIKSSON', source: 'mrz' }]);
  expect(reading.fields.id_number).toBeUndefined();
  expect(reading.engine).toEqual({ name: 'drawn', version: '1' });
});

test('where a zone holds, its values are found in print without a label; what print has otherwise is not told', () => {
  const page = pageOf(
    ['UTOPIA', 40, 40],
    ['Érikssón', 40, 130],
    ['ANNA MARIAN', 40, 180],
    ['12.08.1974', 40, 230],
    ['16.04.2007', 40, 280],
    ['15.04.2012', 400, 280],
    ['L898902C3', 40, 330],
    ['F', 400, 330],
    ...rows(TD3),
  );
  const printed = Object.fromEntries(
    Object.entries(read(page).fields)
      .concat(Object.entries(read(page).also_read ?? {}).map(([name, [value]]) => [name, value as never]))
      .flatMap(([name, field]) => (field?.source === 'print' ? [[name, field.value]] : [])),
  );
  expect(printed).toEqual({
    last_name: 'Érikssón',
    date_of_birth: '1974-08-12',
    issue_date: '2007-04-16',
    expiry_date: '2012-04-15',
    document_number: 'L898902C3',
    sex: 'F',
  });
});

test('print outranks a zone whose own check digit is wrong, and no other', () => {
  const misread = [TD3[0], TD3[1].replace('L898902C3', 'L898902B3')];
  const page = pageOf(
    ['Passport No.', 40, 100],
    ['L898902C3', 40, 130],
    ['Sex', 40, 200],
    ['M', 40, 230],
    ...rows(misread),
  );
  const { fields, mrz } = read(page);
  expect(mrz).toMatchObject({ valid: false, check_digits: { document_number: false, date_of_birth: true } });
  expect(fields.document_number).toMatchObject({ value: 'L898902C3', source: 'print' });
  expect(fields.sex).toMatchObject({ value: 'M', source: 'print' });
  expect(fields.expiry_date).toMatchObject({ value: '2012-04-15', source: 'mrz' });
});

test('a filler misread beside a name gives way to the print and is kept beside it', () => {
  const noisy = [TD3[0].replace('ANNA<MARIA<', 'ANNA<SMARIA'), TD3[1]];
  const reading = read(pageOf(['Prénoms', 40, 100], ['Anna Maria', 40, 130], ...rows(noisy)));
  expect(reading.fields.first_name).toMatchObject({ value: 'Anna Maria', source: 'print' });
  expect(reading.also_read?.first_name).toMatchObject([{ value: 'ANNA SMARIA', source: 'mrz' }]);
  const other = read(pageOf(['Prénoms', 40, 100], ['Hanna Maria', 40, 130], ...rows(TD3)));
  expect(other.fields.first_name).toMatchObject({ value: 'ANNA MARIA', source: 'mrz' });
  expect(other.also_read?.first_name).toMatchObject([{ value: 'Hanna Maria' }]);
});

test('a card: the zone of three lines is on the back, the number is the id_number', () => {
  const reading = read(pageOf(...rows(TD1)));
  expect(reading).toMatchObject({ type: 'national_id', side: 'back' });
  expect(reading.fields.id_number).toMatchObject({ value: 'D23145890', source: 'mrz' });
  const personal = read(pageOf(['IDENTITY CARD', 40, 20], ['Personal No.', 40, 100], ['850101-1234', 40, 130]));
  expect(personal.fields.id_number).toMatchObject({ value: '8501011234' });
});

test.each([
  ['PERMIS DE CONDUIRE', 'driving_license'],
  ['RESIDENCE PERMIT / PASSPORT No.', 'residence_permit'],
  ["Carte nationale d'identité", 'national_id'],
  ['PASSEPORT', 'passport'],
  ['Votre facture du 12 mars', 'proof_of_address'],
  ['Hello', 'unknown'],
])('%s tells the type', (text, type) => {
  expect(read(pageOf([text, 40, 40])).type).toBe(type);
  expect(read(pageOf([text, 40, 40]), 'other').type).toBe('other');
});

test('the ocr object: plain strings by type, sides merged, absent fields and selfies left out', () => {
  const front = read(
    pageOf(
      ['IDENTITY CARD', 40, 20],
      ['Surname', 40, 100],
      ['Eriksson', 40, 130],
      ['Address', 40, 200],
      ['1 High Street', 40, 230],
    ),
  );
  const back = read(pageOf(...rows(TD1)));
  const selfie = read(pageOf(['Surname', 40, 100], ['SHIRT', 40, 130]), 'selfie');
  const ocr = ocrFromReadings([front, back, selfie]);
  expect(Object.keys(ocr)).toEqual(['national_id']);
  expect(ocr['national_id']).toMatchObject({
    first_name: 'ANNA MARIA',
    last_name: 'Eriksson',
    id_number: 'D23145890',
    date_of_birth: '1974-08-12',
    address: '1 High Street',
    mrz: { format: 'TD1', lines: [...TD1], valid: true },
    confidence: { first_name: 0.97, last_name: 0.9 },
  });
  expect(ocr['national_id']).not.toHaveProperty('issue_date');
  expect(ocrFromReadings([])).toEqual({});
});

test('of two sides without a zone the surer one speaks; a printed name that differs from the zone does not', () => {
  const side = (value: string, confidence: number, source: 'print' | 'mrz'): DocumentReading => ({
    ...read(pageOf(['IDENTITY CARD', 40, 20])),
    fields: { last_name: { value, confidence, source } },
  });
  const nameOf = (...sides: DocumentReading[]): unknown =>
    (ocrFromReadings(sides)['national_id'] as { last_name: string }).last_name;
  expect(nameOf(side('ROSSL', 0.4, 'print'), side('ROSSI', 0.9, 'print'))).toBe('ROSSI');
  expect(nameOf(side('VERDI', 0.99, 'print'), side('ROSSI', 0.5, 'mrz'))).toBe('ROSSI');
});

test('printed fields say where they stand, as shares of the picture as it was turned', () => {
  const printed = pageOf(['IDENTITY CARD', 40, 20], ['Surname', 40, 100], ['Eriksson', 40, 130]);
  const declared = { document_id: 'doc_1', declaredType: 'unknown', declaredSide: null, today: TODAY } as const;
  const size = { width: 400, height: 200 };
  const front = readDocument({ ...declared, page: printed, size, mrz: null });
  const box = { x: 0.1, y: 0.65, width: 0.24, height: 0.1 };
  expect(front.fields.last_name?.box).toEqual(box);
  const turned = readDocument({ ...declared, page: { ...printed, turn: 90 }, size, mrz: null });
  expect(turned.fields.last_name?.box).toEqual({ x: 0.2, y: 0.325, width: 0.48, height: 0.05 });
  expect(readDocument({ ...declared, page: printed, mrz: null }).fields.last_name).not.toHaveProperty('box');

  const back = { ...read(pageOf(...rows(TD1))), document_id: 'doc_2' };
  const ocr = ocrFromReadings([front, back])['national_id'];
  expect(ocr).toMatchObject({ last_name: 'Eriksson', first_name: 'ANNA MARIA', sex: 'F' });
  expect(ocr).toHaveProperty('boxes', { last_name: { document_id: 'doc_1', ...box } });
  expect(ocrFromReadings([turned])['national_id']).toMatchObject({ boxes: { last_name: { x: 0.2, turn: 90 } } });
  expect(ocrFromReadings([back])['national_id']).not.toHaveProperty('boxes');
});

test('a zone says where its lines and fields stand, turned as its page is', () => {
  const size = { width: 2000, height: 1000 };
  const declared = { document_id: 'doc_1', declaredType: 'unknown', declaredSide: null, size, today: TODAY } as const;
  const page = pageOf(...rows(TD3));
  const mrz = mrzAmong(page.lines, TODAY);
  // The lines of the sample are 900 pixels long and start at 100: 44 characters.
  const upright = readDocument({ ...declared, page, mrz });
  expect(upright.mrz?.boxes).toEqual([
    { x: 0.05, y: 0.6, width: 0.45, height: 0.028 },
    { x: 0.05, y: 0.64, width: 0.45, height: 0.028 },
  ]);
  const startOf = (column: number) => (100 + (900 * column) / 44) / 2000;
  expect(upright.fields.last_name?.box?.x).toBeCloseTo(startOf(5), 3);
  expect(upright.fields.first_name?.box?.x).toBeCloseTo(startOf(15), 3);
  expect(upright.fields.first_name?.box?.width).toBeCloseTo((900 * 10) / 44 / 2000, 3);
  expect(upright.fields.date_of_birth?.box).toMatchObject({ y: 0.64, height: 0.028 });
  const over = readDocument({ ...declared, page: { ...page, turn: 180 }, mrz });
  expect(over.mrz?.boxes?.[0]).toEqual({ x: 0.5, y: 0.372, width: 0.45, height: 0.028 });
});

test('sources: what print and zone say of a field, each by itself, with its file and place', () => {
  const size = { width: 1600, height: 1000 };
  const declared = { declaredType: 'unknown', declaredSide: null, size, today: TODAY } as const;
  const printed = pageOf(['IDENTITY CARD', 40, 20], ['Surname', 40, 100], ['ERIKSON', 40, 130]);
  const front = readDocument({ ...declared, document_id: 'doc_1', page: printed, mrz: null });
  const page = pageOf(...rows(TD1));
  const back = readDocument({ ...declared, document_id: 'doc_2', page, mrz: mrzAmong(page.lines, TODAY) });
  const box = expect.objectContaining({ x: expect.any(Number), height: expect.any(Number) });
  expect(ocrFromReadings([front, back])['national_id']).toMatchObject({
    last_name: 'ERIKSSON',
    boxes: { last_name: { document_id: 'doc_2' } },
    sources: {
      last_name: {
        printed: { value: 'ERIKSON', confidence: 0.9, document_id: 'doc_1', box },
        mrz: { value: 'ERIKSSON', document_id: 'doc_2', box },
      },
      sex: { mrz: { value: 'F', document_id: 'doc_2' } },
    },
  });
  expect(ocrFromReadings([front, back])['national_id']).not.toHaveProperty('sources.sex.printed');
  expect(ocrFromReadings([front, back])['national_id']).not.toHaveProperty('mrz.boxes');
});

test('what juts out of the picture is cut off', () => {
  const page = pageOf(['Surname', 10, 100], ['ERIKSSON', 10, 130]);
  const reading = readDocument({
    document_id: 'doc_1',
    declaredType: 'national_id',
    declaredSide: null,
    page,
    size: { width: 100, height: 140 },
    mrz: null,
    today: TODAY,
  });
  expect(reading.fields.last_name?.box).toEqual({ x: 0.1, y: 0.9286, width: 0.9, height: 0.0714 });
});
