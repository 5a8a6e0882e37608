import { describe, expect, test } from 'vitest';
import { checkConsistency } from '../../../server/checks/consistency.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import type { Applicant, DocumentReading } from '../../../server/checks/types.ts';
import { card, codesOf, field, fields, mrz, passport } from './samples.ts';

const check = (applicant: Applicant, ...readings: DocumentReading[]) =>
  checkConsistency({ applicant, readings, policy: POLICY_V1 });
const anna: Applicant = { first_name: 'Anna Maria', last_name: 'Eriksson' };

describe('submitted against read', () => {
  const swede = passport({ fields: { ...passport().fields, ...fields({ nationality: 'SWE' }) } });
  test.each<[string, Applicant, Applicant, string]>([
    ['name_mismatch', { ...anna, first_name: 'Berta' }, anna, 'applicant.name'],
    ['dob_mismatch', { dob: '1974-08-13' }, { dob: '1974-08-12' }, 'applicant.dob'],
    [
      'dob_mismatch',
      { birth_date: { from: '1974-08-13', to: '1975' } },
      { birth_date: { from: '1974', to: '1974-08-12' } },
      'applicant.birth_date',
    ],
    [
      'dob_mismatch',
      { dob: '1974-08-13', birth_date: { from: '1974', to: '1974' } },
      { dob: '1974-08-12', birth_date: { from: '1974', to: '1974' } },
      'applicant.dob',
    ],
    ['nationality_mismatch', { nationality: 'NO' }, { nationality: 'SE' }, 'applicant.nationality'],
  ])('%s', (code, faulty, sound, where) => {
    expect(check(faulty, swede)).toMatchObject({
      passed: false,
      findings: [{ code, field: where, document_id: 'doc_passport' }],
    });
    expect(check(sound, swede)).toEqual({ passed: true, findings: [] });
  });

  test('every document that disagrees is named', () => {
    const result = check({ ...anna, first_name: 'Berta' }, passport(), card());
    expect(result.findings.map(({ code, document_id }) => [code, document_id])).toEqual([
      ['name_mismatch', 'doc_passport'],
      ['name_mismatch', 'doc_card'],
    ]);
  });

  test('no sentence holds what was submitted or read', () => {
    for (const { message } of check({ ...anna, first_name: 'Berta' }, passport()).findings)
      expect(message).not.toMatch(/Berta|Anna|Eriksson/);
  });

  test.each<[string, Applicant, boolean]>([
    ['name_not_compared', anna, false],
    ['dob_not_compared', { dob: '1974-08-12' }, false],
    ['dob_not_compared', { birth_date: { from: '1974', to: '1974' } }, false],
    ['nationality_not_compared', { nationality: 'SE' }, true],
  ])('%s where no document gave it', (code, applicant, passed) => {
    const bare = passport({ fields: fields({ document_number: 'A1' }), also_read: { document_number: [field('A1')] } });
    expect(check(applicant, bare)).toMatchObject({ passed, findings: [{ code }] });
    expect(codesOf(check(applicant, swede))).toEqual([]);
  });

  test('name_not_compared where only a part of the submitted name was read', () => {
    const surname = passport({ fields: fields({ last_name: 'Eriksson' }) });
    expect(codesOf(check(anna, surname))).toEqual(['name_agrees_by_rule', 'name_not_compared']);
    expect(check({ last_name: 'Eriksson' }, surname)).toEqual({ passed: true, findings: [] });
    expect(codesOf(check(anna, surname, card()))).not.toContain('name_not_compared');
  });

  describe('mrz_name_misread', () => {
    const zone = (first: string, last: string) =>
      card({
        document_id: 'doc_back',
        side: 'back',
        mrz: mrz({ format: 'TD1' }),
        fields: { first_name: field(first, { source: 'mrz' }), last_name: field(last, { source: 'mrz' }) },
      });
    const front = card({ fields: fields({ first_name: 'Léo', last_name: 'Sandré' }) });
    const leo: Applicant = { first_name: 'Leo', last_name: 'Sandre' };

    test.each([
      ['LEOX', 'SANDRE'],
      ['KLEO', 'SANDRE'],
      ['LEO', 'SSANDRE'],
    ])('one letter for a filler: %s %s', (first, last) => {
      const result = check(leo, front, zone(first, last));
      expect(result).toMatchObject({
        passed: true,
        findings: [{ code: 'mrz_name_misread', document_id: 'doc_back' }],
      });
    });

    test.each<[string, Applicant, DocumentReading[]]>([
      ['two letters', leo, [front, zone('LEOX', 'SSANDRE')]],
      ['a letter that no filler looks like', leo, [front, zone('LEON', 'SANDRE')]],
      ['a letter inside the word', leo, [front, zone('LSEO', 'SANDRE')]],
      ['another submitted name', { ...leo, first_name: 'Leox' }, [front, zone('LEOX', 'SANDRE')]],
      ['a part of the submitted name alone', { last_name: 'Sandre' }, [front, zone('LEOX', 'SANDRE')]],
      ['no print to tell', leo, [zone('LEOX', 'SANDRE')]],
      ['the print of another document', leo, [{ ...front, type: 'passport' }, zone('LEOX', 'SANDRE')]],
    ])('not for %s', (_, applicant, readings) => {
      const result = check(applicant, ...readings);
      expect(result.passed).toBe(false);
      expect(codesOf(result)).not.toContain('mrz_name_misread');
    });

    test('print and zone of one page: excused where the submitted name is the printed one, else a mismatch', () => {
      const page = passport({
        fields: fields({ first_name: 'Anna', last_name: 'Martin' }),
        also_read: {
          first_name: [field('ANNA', { source: 'mrz' })],
          last_name: [field('MARTINS', { source: 'mrz' })],
        },
      });
      expect(codesOf(check({ first_name: 'Anna', last_name: 'Martin' }, page))).toEqual(['mrz_name_misread']);
      expect(codesOf(check({}, page))).toEqual(['name_unsure']);
    });
  });

  test.each<[string, Applicant, string[]]>([
    ['order', { first_name: 'Eriksson', last_name: 'Anna Maria' }, ['order']],
    ['a second name left out', { first_name: 'Anna', last_name: 'Eriksson' }, ['word_missing']],
    ['another script', { first_name: 'Анна Мариа', last_name: 'Эрикссон' }, ['icao_transliteration']],
    ['an initial', { first_name: 'Anna M.', last_name: 'Eriksson' }, ['initial']],
  ])('name_agrees_by_rule tells what was overlooked: %s', (_, applicant, rules) => {
    expect(check(applicant, passport())).toMatchObject({
      passed: true,
      findings: [
        { code: 'name_agrees_by_rule', field: 'applicant.name', evidence: { rules, sources: ['submitted', 'print'] } },
      ],
    });
  });

  describe('a document in another script', () => {
    const printed = (last: string, first: string) =>
      passport({ fields: fields({ last_name: last, first_name: first }), mrz: null });

    test.each([
      ['Shchukina', 'Yuliya', printed('ЩУКИНА', 'ЮЛИЯ')],
      ['Karamarsi', 'Evangelia', printed('ΚΑΡΑΜΑΡΣΗ', 'ΕΥΑΓΓΕΛΙΑ')],
    ])('no difference that transliteration explains is a mismatch: %s', (last_name, first_name, reading) => {
      expect(check({ first_name, last_name }, reading)).toMatchObject({
        passed: true,
        findings: [{ code: 'name_agrees_by_rule' }],
      });
      expect(codesOf(check({ first_name: 'Berta', last_name }, reading))).toEqual(['name_mismatch']);
    });

    test('one odd letter is looked for in the transliterated form, and the evidence says so', () => {
      const sources = ['submitted', 'print, transliterated'];
      expect(check({ first_name: 'Iaroslav', last_name: 'Iakhin' }, printed('ЯХИМ', 'ЯРОСЛАВ'))).toMatchObject({
        passed: false,
        findings: [{ code: 'name_unsure', evidence: { values: ['Iaroslav Iakhin', 'IAROSLAV IAKHIM'], sources } }],
      });
    });

    test('the Latin form that the document has counts, whatever the tables say', () => {
      const zone = (value: string) => [field(value, { source: 'mrz' })];
      const also_read = { last_name: zone('JAIDEE'), first_name: zone('SOMCHAI') };
      const reading = { ...printed('ใจดี', 'สมชาย'), also_read };
      expect(check({ first_name: 'Somchai', last_name: 'Jaidee' }, reading)).toEqual({ passed: true, findings: [] });
      expect(codesOf(check({ first_name: 'Somying', last_name: 'Jaidee' }, reading))).toEqual(['name_mismatch']);
    });

    test('what no table writes in Latin letters is not compared with them, and nobody is called a liar', () => {
      const reading = printed('ใจดี', 'สมชาย');
      expect(codesOf(check({ first_name: 'Somchai', last_name: 'Jaidee' }, reading))).toEqual([
        'name_not_compared',
        'nothing_to_compare',
      ]);
      expect(check({ first_name: 'สมชาย', last_name: 'ใจดี' }, reading)).toEqual({ passed: true, findings: [] });
      expect(codesOf(check({ first_name: 'สมหญิง', last_name: 'ใจดี' }, reading))).toEqual(['name_mismatch']);
    });
  });

  test('accents and case alone are not worth telling', () => {
    expect(check({ first_name: 'ÁNNA MARÍA', last_name: 'ERIKSSÓN' }, passport())).toEqual({
      passed: true,
      findings: [],
    });
  });

  test('name_unsure: one letter of a long name, which may be misread, asks a person and calls nobody a liar', () => {
    const result = check({ ...anna, last_name: 'Erikson' }, passport());
    expect(result).toMatchObject({
      passed: false,
      findings: [
        {
          code: 'name_unsure',
          evidence: { values: ['Anna Maria Erikson', 'Anna Maria Eriksson'], rules: ['one_letter'] },
        },
      ],
    });
    expect(codesOf(check({ first_name: 'Anne Marie', last_name: 'Eriksson' }, passport()))).toEqual(['name_mismatch']);
  });

  test('print_name_misread: zone and submitted name agree, one printed letter does not', () => {
    const zone = {
      first_name: field('ANNA MARIA', { source: 'mrz' }),
      last_name: field('ERIKSSON', { source: 'mrz' }),
    };
    const page = passport({
      fields: zone,
      also_read: { first_name: [field('Anna Maria')], last_name: [field('Enksson')] },
    });
    const near = passport({
      fields: zone,
      also_read: { first_name: [field('Anna Maria')], last_name: [field('Erikssan')] },
    });
    expect(check(anna, near)).toMatchObject({ passed: true, findings: [{ code: 'print_name_misread' }] });
    expect(codesOf(check({}, near))).toEqual(['name_unsure']);
    const l = passport({
      fields: zone,
      also_read: { first_name: [field('Anna Marla')], last_name: [field('Eriksson')] },
    });
    expect(codesOf(check(anna, l))).toEqual(['print_name_misread']);
    expect(codesOf(check(anna, page))).toEqual(['mrz_print_mismatch']);
  });

  test('a barcode that disagrees is distinguished from a zone that does, in any reading order', () => {
    const page = passport({
      fields: { ...passport().fields, date_of_birth: field('1974-08-12', { source: 'mrz' }) },
      also_read: { date_of_birth: [field('1974-08-12'), field('1974-08-13', { source: 'barcode' })] },
    });
    expect(check({}, page)).toMatchObject({
      passed: false,
      findings: [{ code: 'barcode_print_mismatch', evidence: { sources: ['mrz', 'barcode'] } }],
    });
  });

  test('a nationality that is no country’s code is not compared', () => {
    const utopian = passport({ fields: { ...passport().fields, ...fields({ nationality: 'UTO' }) } });
    expect(check({ ...anna, nationality: 'SE' }, utopian)).toEqual({ passed: true, findings: [] });
  });

  test('a name that fills its zone was cut off there', () => {
    const cut = {
      first_name: field('ALEX', { source: 'mrz' }),
      last_name: field('KONSTANTINOPOULOS', { source: 'mrz' }),
    } as const;
    const long: Applicant = { first_name: 'Alexandros', last_name: 'Konstantinopoulos' };
    const [, second = ''] = mrz().lines;
    const full = mrz({ lines: ['P<UTOKONSTANTINOPOULOS<<MARIA<ALEXANDRA<ALEX', second] });
    expect(check(long, passport({ fields: cut, mrz: full }))).toMatchObject({
      passed: true,
      findings: [{ code: 'name_agrees_by_rule', evidence: { rules: ['cut_off'] } }],
    });
    expect(codesOf(check(long, passport({ fields: cut })))).toEqual(['name_mismatch']);
    const third = ['I<UTO', '7408122F', 'KONSTANTINOPOULOS<<MARIA<ALEX'];
    const td1 = card({ fields: cut, mrz: mrz({ format: 'TD1', lines: third }) });
    expect(codesOf(check(long, td1))).toEqual(['name_agrees_by_rule']);
  });
});

describe('document against document', () => {
  const back = (more: DocumentReading['fields']) => card({ document_id: 'doc_back', side: 'back', fields: more });
  const front = card({ fields: { ...card().fields, ...fields({ document_number: 'L0898902' }) } });

  test.each<[string, DocumentReading['fields'], DocumentReading['fields'], string]>([
    [
      'front_back_mismatch',
      fields({ date_of_birth: '1974-08-13' }),
      fields({ date_of_birth: '1974-08-12' }),
      'date_of_birth',
    ],
    [
      'front_back_mismatch',
      fields({ expiry_date: '2033-04-15' }),
      fields({ expiry_date: '2032-04-15' }),
      'expiry_date',
    ],
    ['front_back_mismatch', fields({ last_name: 'Svensson' }), fields({ last_name: 'ERIKSSON' }), 'name'],
    [
      'document_number_mismatch',
      fields({ document_number: 'L0898903' }),
      fields({ document_number: 'LO 898902' }),
      'document_number',
    ],
  ])('%s', (code, faulty, sound, where) => {
    expect(check({}, front, back(faulty))).toMatchObject({
      passed: false,
      findings: [{ code, field: where, document_id: 'doc_back' }],
    });
    expect(check({}, front, back(sound))).toEqual({ passed: true, findings: [] });
  });

  test.each<[string, string, boolean]>([
    ['BSV37S6W6', 'B5V3756W6', true],
    ['Z30109911', '730109911', true],
    ['L22GB1', 'LZ2681', true],
    ['S4F14B0G5', 'S4F14B0G6', false],
    ['Z4K57U1Z1', 'Z4K52U1Z1', false],
    ['AB1234', 'AB12345', false],
  ])('numbers %s and %s: a letter that looks like a figure is a misreading where one was printed', (a, b, agree) => {
    const read = (source: 'print' | 'barcode'): string[] => {
      const number = field(b, { source });
      const one = passport({ fields: { document_number: field(a, { source: 'mrz' }) } });
      return codesOf(check({}, { ...one, also_read: { document_number: [number] } }));
    };
    expect(read('print')).toEqual(agree ? [] : ['mrz_print_mismatch']);
    expect(read('barcode')).not.toEqual([]);
  });

  test('documents_mismatch: one person, but numbers and expiry of their own', () => {
    const own = fields({ document_number: 'X9', expiry_date: '2030-01-01' });
    expect(check({}, passport(), card({ fields: { ...card().fields, ...own } }))).toEqual({
      passed: true,
      findings: [],
    });
    const other = card({ fields: { ...card().fields, ...fields({ date_of_birth: '1980-01-01' }) } });
    expect(check({}, passport(), other)).toMatchObject({
      passed: false,
      findings: [{ code: 'documents_mismatch', field: 'date_of_birth' }],
    });
  });

  test.each<[DocumentReading['also_read'], DocumentReading['also_read'], string]>([
    [{ date_of_birth: [field('1974-08-13')] }, { date_of_birth: [field('1974-08-12')] }, 'date_of_birth'],
    [{ last_name: [field('Svensson')] }, { last_name: [field('ERIKSSON')], first_name: [field('Anna')] }, 'name'],
    [
      { expiry_date: [field('2032-04-15'), field('2032-04-16')] },
      { expiry_date: [field('2032-04-15')] },
      'expiry_date',
    ],
  ])('mrz_print_mismatch', (faulty = {}, sound = {}, where) => {
    expect(check({}, passport({ also_read: faulty }))).toMatchObject({
      passed: false,
      findings: [{ code: 'mrz_print_mismatch', field: where }],
    });
    expect(check({}, passport({ also_read: sound }))).toEqual({ passed: true, findings: [] });
  });

  test('nothing_to_compare: one reading and nothing submitted', () => {
    expect(check({}, passport())).toMatchObject({ passed: null, findings: [{ code: 'nothing_to_compare' }] });
    expect(codesOf(check(anna))).toEqual(['name_not_compared', 'nothing_to_compare']);
    expect(check({}, passport({ type: 'other' }), passport({ type: 'other' })).passed).toBeNull();
  });
});
