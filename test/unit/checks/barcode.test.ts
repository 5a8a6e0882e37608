import { describe, expect, test } from 'vitest';
import { mrzInPayload } from '../../../models/barcode/mrz.ts';
import { parseMrz } from '../../../models/mrz/parse.ts';
import type { MrzRead } from '../../../models/mrz/types.ts';
import type { BarcodeFormat, TextPage } from '../../../models/ports.ts';
import { checkConsistency } from '../../../server/checks/consistency.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { readBarcodes } from '../../../server/checks/read/barcode.ts';
import { readDocument } from '../../../server/checks/read/document.ts';
import { ocrFromReadings } from '../../../server/checks/read/ocr.ts';
import type { DocumentReading, DocumentType } from '../../../server/checks/types.ts';
import { checkValidity } from '../../../server/checks/validity.ts';
import { aamvaPayload } from '../../support/specimens/aamva.ts';
import { td1Lines } from '../../support/specimens/mrz.ts';
import { PEOPLE } from '../../support/specimens/people.ts';
import { pageOf } from '../../support/text/page.ts';
import { codesOf } from './samples.ts';

const TODAY = '2026-03-01';
const person = PEOPLE.clean;
const CARD = aamvaPayload({ person });
const ZONE = td1Lines(person);

const input = (text: string, format: BarcodeFormat = 'PDF417') => ({ format, text, zone: mrzInPayload(text, TODAY) });

interface Shown {
  declaredType?: DocumentType;
  zone?: readonly string[];
}

/** The reading of a document with this printed text, barcodes with these texts, and this MRZ. */
function read(page: TextPage, texts: string[], { declaredType, zone }: Shown = {}): DocumentReading {
  return readDocument({
    document_id: 'doc_1',
    declaredType: declaredType ?? 'unknown',
    declaredSide: null,
    page,
    mrz: zone ? surely(zone) : null,
    barcodes: texts.map((text) => input(text)),
    today: TODAY,
  });
}

function surely(lines: readonly string[]): MrzRead | null {
  const parsed = parseMrz(lines, TODAY);
  const all = { last_name: 0.9, first_name: 0.9, document_number: 0.9, date_of_birth: 0.9 };
  const confidences = { ...all, expiry_date: 0.9, sex: 0.9, nationality: 0.9, issuing_country: 0.9 };
  return parsed && { ...parsed, confidence: 0.9, confidences, repaired: [], quads: { lines: [], fields: {} } };
}
const printed = (label: string, value: string, y: number): [string, number, number][] => [
  [label, 40, y],
  [value, 40, y + 30],
];

describe('what a barcode is', () => {
  test.each([
    ['aamva', CARD],
    ['mrz', ZONE.join('\n')],
    ['seal', '\u00dc\u0003SEAL'],
    ['seal', 'RDB1BAAAA'],
    ['unknown', '\u00dc\u0009SEAL'],
    ['unknown', 'https://example.org'],
    ['unknown', ''],
  ])('%s', (kind, text) => {
    const { seen, fields } = readBarcodes([input(text, 'QRCode')]);
    expect(seen).toEqual([{ format: 'QRCode', kind }]);
    if (kind === 'seal' || kind === 'unknown') expect(fields).toEqual({});
    else expect(fields.date_of_birth).toEqual({ value: person.dob, confidence: 1, source: 'barcode' });
  });

  test('beside each other, the card is asked before the zone', () => {
    const other = aamvaPayload({ person, elements: { DBB: '01021990' } });
    const { fields, seen } = readBarcodes([input(ZONE.join('')), input('12345', 'Code128'), input(other)]);
    expect(seen.map(({ kind }) => kind)).toEqual(['mrz', 'unknown', 'aamva']);
    expect(fields.date_of_birth?.value).toBe('1990-01-02');
    expect(fields.nationality?.value).toBe('UTO');
  });
});

describe('a document with a barcode', () => {
  test('gives its fields, and keeps nothing else of its text', () => {
    const reading = read(pageOf(['RESTRICTIONS', 40, 40]), [CARD, 'inventory 77']);
    expect(reading).toMatchObject({
      type: 'driving_license',
      fields: {
        first_name: { value: 'JULIEN ANDRÉ', confidence: 1, source: 'barcode' },
        document_number: { value: 'K7412853L', source: 'barcode' },
      },
      barcodes: [
        { format: 'PDF417', kind: 'aamva' },
        { format: 'PDF417', kind: 'unknown' },
      ],
    });
    expect(reading.also_read).toBeUndefined();
    expect(JSON.stringify(reading)).not.toMatch(/ANSI|inventory|068 in/);
  });

  test('is of the type that the barcode names, unless it was declared', () => {
    const id = aamvaPayload({ person, subfile: 'ID' });
    expect(read(pageOf(), [id])).toMatchObject({ type: 'national_id', fields: { id_number: { value: 'K7412853L' } } });
    expect(read(pageOf(), [CARD], { declaredType: 'other' }).type).toBe('other');
    expect(read(pageOf(['PASSPORT', 40, 40]), [CARD]).type).toBe('driving_license');
    expect(read(pageOf(), [CARD], { declaredType: 'selfie' }).fields).toEqual({});
  });

  test('the barcode outranks print, whose words stand beside it and keep their accents', () => {
    const page = pageOf(
      ['DRIVER LICENSE', 40, 20],
      ...printed('Surname', 'Lémarchal', 100),
      ...printed('Date of birth', '17.03.1985', 200),
    );
    const { fields, also_read } = read(page, [CARD]);
    expect(fields.last_name).toMatchObject({ value: 'Lémarchal', source: 'print' });
    expect(also_read?.last_name).toMatchObject([{ value: 'LEMARCHAL', source: 'barcode' }]);
    expect(fields.date_of_birth).toMatchObject({ value: '1984-03-17', source: 'barcode' });
    expect(also_read?.date_of_birth).toMatchObject([{ value: '1985-03-17', source: 'print' }]);
  });

  test('a zone outranks it with the right check digit, and with no other', () => {
    const other = aamvaPayload({ person, elements: { DBB: '01021990', DBA: '01022033' } });
    const right = read(pageOf(), [other], { zone: ZONE });
    expect(right.fields.date_of_birth).toMatchObject({ value: person.dob, source: 'mrz' });
    expect(right.also_read?.date_of_birth).toMatchObject([{ value: '1990-01-02', source: 'barcode' }]);
    const wrong = ZONE.map((line, i) => (i === 1 ? line.replace('840317', '840319') : line));
    const { fields, also_read } = read(pageOf(), [other], { zone: wrong });
    expect(fields.date_of_birth).toMatchObject({ value: '1990-01-02', source: 'barcode' });
    expect(also_read?.date_of_birth).toMatchObject([{ value: '1984-03-19', source: 'mrz' }]);
    expect(fields.expiry_date).toMatchObject({ value: person.expires, source: 'mrz' });
  });

  test('its fields stand where it does, in shares of the picture as it was turned', () => {
    const quad = [
      { x: 40, y: 20 },
      { x: 240, y: 20 },
      { x: 240, y: 120 },
      { x: 40, y: 120 },
    ] as const;
    const readAs = (page: TextPage) =>
      readDocument({
        document_id: 'doc_1',
        declaredType: 'unknown',
        declaredSide: null,
        page,
        size: { width: 400, height: 200 },
        mrz: null,
        barcodes: [{ ...input(CARD), quad }],
        today: TODAY,
      });
    const box = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
    expect(readAs(pageOf()).barcodes).toEqual([{ format: 'PDF417', kind: 'aamva', box }]);
    expect(readAs(pageOf()).fields.last_name).toMatchObject({ value: 'LEMARCHAL', box });
    const turned = readAs({ ...pageOf(), turn: 90 });
    expect(turned.fields.last_name?.box).toEqual({ x: 0.4, y: 0.1, width: 0.5, height: 0.5 });
  });

  test('the record tells its fields and that it was there', () => {
    const front = read(pageOf(['DRIVER LICENSE', 40, 20], ...printed('Surname', 'Lemarchal', 100)), []);
    const back = read(pageOf(), [CARD]);
    const sources = expect.objectContaining({
      last_name: {
        printed: { value: 'Lemarchal', confidence: 0.9, document_id: 'doc_1' },
        barcode: { value: 'LEMARCHAL', confidence: 1, document_id: 'doc_1' },
      },
    });
    expect(ocrFromReadings([front, back])).toEqual({
      driving_license: {
        first_name: 'JULIEN ANDRÉ',
        last_name: 'Lemarchal',
        document_number: 'K7412853L',
        date_of_birth: person.dob,
        sex: 'M',
        expiry_date: person.expires,
        issue_date: person.issued,
        issuing_country: 'US',
        address: '14 RUE DES TILLEULS, PORT-CLAIR, UT 21800',
        barcodes: [{ format: 'PDF417', kind: 'aamva' }],
        confidence: expect.objectContaining({ date_of_birth: 1, last_name: 0.9 }),
        sources,
      },
    });
  });
});

describe('the checks', () => {
  const consistency = (reading: DocumentReading, applicant = {}): string[] =>
    codesOf(checkConsistency({ applicant, readings: [reading], policy: POLICY_V1 }));

  test('barcode_print_mismatch: print, or a zone, that says something else', () => {
    const page = pageOf(...printed('Surname', 'Tampered', 100), ...printed('Date of birth', '17.03.1985', 200));
    expect(consistency(read(page, [CARD]))).toEqual(['barcode_print_mismatch', 'barcode_print_mismatch']);
    const other = aamvaPayload({ person, elements: { DBB: '01021990' } });
    expect(consistency(read(pageOf(), [other], { zone: ZONE }))).toEqual(['barcode_print_mismatch']);
    expect(consistency(read(pageOf(...printed('Surname', 'Lemarchal', 100)), [CARD]))).toEqual([]);
    expect(POLICY_V1.severity.barcode_print_mismatch).toBe('review');
  });

  test('print against the zone is another finding, though the barcode agrees', () => {
    const page = pageOf(...printed('Date of birth', '17.03.1985', 100));
    expect(consistency(read(page, [CARD], { zone: ZONE }))).toEqual(['mrz_print_mismatch']);
  });

  test('a name that the barcode cut off agrees with the whole one', () => {
    const cut = { DCS: 'LEMARC', DDE: 'T' };
    const applicant = { first_name: 'Julien André', last_name: 'Lemarchal' };
    expect(consistency(read(pageOf(), [aamvaPayload({ person, elements: cut })]), applicant)).toEqual([
      'name_agrees_by_rule',
    ]);
    const uncut = read(pageOf(), [aamvaPayload({ person, elements: { DCS: 'LEMARC' } })]);
    expect(consistency(uncut, applicant)).toEqual(['name_mismatch']);
  });

  test('a back without words is read by its barcode alone, whose dates may fail a record', () => {
    const validity = (elements: Record<string, string>) =>
      checkValidity({
        readings: [{ ...read(pageOf(), [aamvaPayload({ person, elements })]), text_confidence: 0 }],
        qualityFindings: [],
        today: TODAY,
        policy: POLICY_V1,
      });
    expect(validity({})).toMatchObject({ passed: true, findings: [{ code: 'document_side_missing' }] });
    expect(codesOf(validity({ DBA: '05052025' }))).toContain('document_expired');
  });
});
