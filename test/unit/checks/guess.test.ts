import { describe, expect, test } from 'vitest';
import type { MrzParsed } from '../../../models/mrz/types.ts';
import type { TextPage } from '../../../models/ports.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { type Clues, findContent, guessSide, guessType } from '../../../server/checks/read/guess.ts';
import type { DocumentType } from '../../../server/checks/types.ts';
import { checkValidity } from '../../../server/checks/validity.ts';
import { pageOf } from '../../support/text/page.ts';
import { card, codesOf, fields, passport, TODAY } from './samples.ts';

/** The parts of an MRZ that tell the type of document. */
const zone = (format: MrzParsed['format'], document_code: string, valid = true) =>
  ({ format, document_code, valid }) as MrzParsed;
const clues = (more: Partial<Clues> = {}): Clues => ({
  page: pageOf(),
  mrz: null,
  barcode: null,
  american: null,
  printed: {},
  ...more,
});
const saying = (text: string): Clues => clues({ page: pageOf([text, 40, 40]) });

/** A page with a title of this height (other lines have 20 pixels), at the top or further down. */
function titled(title: string, height: number, y = 20): TextPage {
  const page = pageOf(
    [title, 40, y],
    ...[1, 2, 3, 4, 5, 6].map((i): [string, number, number] => [`Line ${i}`, 40, 60 * i]),
  );
  return { ...page, lines: page.lines.map((line, i) => (i === 0 ? { ...line, box: { ...line.box, height } } : line)) };
}

describe('the type of a document that was not declared', () => {
  test.each<[string, DocumentType | 'unknown']>([
    ['Führerschein', 'driving_license'],
    ['PATENTE DI GUIDA', 'driving_license'],
    ['Prawo Jazdy', 'driving_license'],
    ['RIJBEWIJS', 'driving_license'],
    ['PERSONALAUSWEIS', 'national_id'],
    ['Documento Nacional de Identidad', 'national_id'],
    ['DOWÓD OSOBISTY', 'national_id'],
    ['CARTÃO DE CIDADÃO', 'national_id'],
    ['Aufenthaltstitel', 'residence_permit'],
    ['TITRE DE SÉJOUR', 'residence_permit'],
    ['Cestovní pas', 'passport'],
    ['Certificado de empadronamiento', 'proof_of_address'],
    ['Meldebescheinigung', 'proof_of_address'],
    ['Ihre Stromrechnung für März', 'proof_of_address'],
    ['Comprovativo de morada', 'proof_of_address'],
    ['Estratto conto', 'proof_of_address'],
    ['Relevé de compte', 'proof_of_address'],
    ['Council tax', 'proof_of_address'],
    ['ОБЯЗАТЕЛЬНОГО ПЕНСИОННОГО СТРАХОВАНИЯ', 'other'],
    ['ОТДЕЛОМ УФМС РОССИИ', 'passport'],
    ['埼玉県 公安委員会', 'driving_license'],
    ['Il ne faut pas plier', 'unknown'],
  ])('%s: %s', (text, type) => expect(guessType(saying(text))).toBe(type));

  test('of North America by its labels, where no word names it', () => {
    expect(guessType(clues({ american: 'driving_license' }))).toBe('driving_license');
    expect(guessType({ ...saying('IDENTITY CARD'), american: 'driving_license' })).toBe('national_id');
    const printed = fields({ address: '17 Specimen Lane', date_of_birth: '1984-04-09' });
    expect(guessSide('driving_license', clues({ american: 'driving_license', printed }))).toBe('front');
    expect(guessSide('driving_license', clues({ printed }))).toBeNull();
  });

  test.each<[MrzParsed, DocumentType]>([
    [zone('TD3', 'P'), 'passport'],
    [zone('TD1', 'IP'), 'passport'],
    [zone('MRVA', 'V'), 'other'],
    [zone('TD1', 'IR'), 'residence_permit'],
    [zone('TD1', 'C1'), 'residence_permit'],
    [zone('TD2', 'I'), 'national_id'],
    [zone('FRENCH_ID', 'ID'), 'national_id'],
    [zone('RUSSIAN_ID', 'PN'), 'passport'],
  ])('by the zone %o: %s', (mrz, type) => expect(guessType(clues({ mrz }))).toBe(type));

  test('the words of a permit outrank its zone, those of a passport do not; a barcode outranks words', () => {
    expect(guessType({ ...saying('RESIDENCE PERMIT'), mrz: zone('TD1', 'I') })).toBe('residence_permit');
    expect(guessType({ ...saying('Passport number'), mrz: zone('TD1', 'I') })).toBe('national_id');
    expect(guessType({ ...saying('IDENTITY CARD'), barcode: 'driving_license' })).toBe('driving_license');
  });
});

test('the side: the zone of three lines or a barcode without names is the back, names and birth date the front', () => {
  const printed = fields({ last_name: 'Eriksson', first_name: 'Anna', date_of_birth: '1974-08-12' });
  expect(guessSide('national_id', clues({ mrz: zone('TD1', 'I') }))).toBe('back');
  expect(guessSide('driving_license', clues({ barcode: 'driving_license' }))).toBe('back');
  expect(guessSide('driving_license', clues({ printed }))).toBe('front');
  expect(guessSide('national_id', clues({ printed, mrz: zone('TD1', 'I') })), 'both in one picture').toBeNull();
  expect(guessSide('national_id', clues({ printed, mrz: zone('TD2', 'I') }))).toBe('front');
  expect(guessSide('national_id', clues({ printed: fields({ last_name: 'Eriksson' }) }))).toBeNull();
  expect(guessSide('passport', clues({ printed, mrz: zone('TD3', 'P') }))).toBeNull();
});

describe('what a picture surely shows', () => {
  const typesOf = (more: Partial<Clues>) => findContent('unknown', clues(more))?.types ?? null;

  test('a zone with right check digits, a barcode, or a title in large print', () => {
    expect(findContent('passport', clues({ mrz: zone('TD1', 'I') }))).toMatchObject({
      types: ['national_id', 'residence_permit'],
      by: 'zone',
    });
    expect(typesOf({ mrz: zone('TD3', 'P', false) })).toBeNull();
    expect(findContent('passport', clues({ barcode: 'driving_license' }))).toMatchObject({ by: 'barcode' });
    expect(findContent('passport', clues({ page: titled('PERMIS DE CONDUIRE', 30) }))).toEqual({
      types: ['driving_license'],
      by: 'title',
      side: null,
    });
  });

  test.each<[string, TextPage]>([
    ['small print', titled('PERMIS DE CONDUIRE', 20)],
    ['large print far down', titled('PERMIS DE CONDUIRE', 30, 330)],
    ['a title of two kinds', titled('Residence permit, passport', 30)],
    ['a long sentence', titled('This is what you need for a driving licence in any other country', 30)],
    [
      'a title read unsurely',
      { ...titled('', 20), lines: titled('PASSPORT', 30).lines.map((l) => ({ ...l, confidence: 0.5 })) },
    ],
    ['nothing', pageOf()],
  ])('not %s', (_, page) => expect(typesOf({ page })).toBeNull());
});

describe('what was declared against what is there', () => {
  const check = (...readings: Parameters<typeof checkValidity>[0]['readings']) =>
    checkValidity({ readings, today: TODAY, qualityFindings: [], policy: POLICY_V1 });

  test('document_type_mismatch asks a person, and names both', () => {
    const shows = (...types: DocumentType[]) => passport({ content: { types, by: 'zone', side: null } });
    const result = check(shows('national_id', 'residence_permit'));
    expect(result).toMatchObject({
      passed: false,
      findings: [
        {
          code: 'document_type_mismatch',
          field: 'documents_meta',
          document_id: 'doc_passport',
          evidence: { declared: 'passport', found: ['national_id', 'residence_permit'], by: 'zone' },
        },
      ],
    });
    expect(check(shows('passport')).findings).toEqual([]);
    expect(check(shows()).findings).toEqual([]);
    const open = passport({ type: 'other', content: { types: ['passport'], by: 'zone', side: null } });
    expect(codesOf(check(passport(), open))).toEqual([]);
  });

  test('document_side_mismatch only tells', () => {
    const swapped = card({ content: { types: [], by: null, side: 'back' } });
    const result = check(swapped);
    expect(result.passed).toBe(true);
    expect(result.findings).toMatchObject([
      { code: 'document_side_mismatch', evidence: { declared: 'front', found: 'back' } },
      { code: 'document_side_missing' },
    ]);
    expect(codesOf(check(card({ content: { types: [], by: null, side: 'front' } })))).toEqual([
      'document_side_missing',
    ]);
    expect(codesOf(check(card({ side: null, content: { types: [], by: null, side: 'front' } })))).toEqual([]);
  });
});
