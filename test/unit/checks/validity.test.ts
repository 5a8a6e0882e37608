import { describe, expect, test } from 'vitest';
import { isSureDate } from '../../../server/checks/dates.ts';
import { makeFinding } from '../../../server/checks/findings.ts';
import { POLICY_V1, type Policy } from '../../../server/checks/policy.ts';
import type { DocumentReading, Finding } from '../../../server/checks/types.ts';
import { checkValidity } from '../../../server/checks/validity.ts';
import { card, codesOf, field, fields, mrz, passport, TODAY } from './samples.ts';

function check(readings: DocumentReading[], qualityFindings: Finding[] = [], policy: Policy = POLICY_V1) {
  return checkValidity({ readings, today: TODAY, qualityFindings, policy });
}

const dated = (values: Parameters<typeof fields>[0]) =>
  fields({ last_name: 'Eriksson', date_of_birth: '1974-08-12', expiry_date: '2032-04-15', ...values });
const wrongDigits = (more = {}) =>
  mrz({ valid: false, check_digits: { date_of_birth: false, composite: false, expiry_date: true }, ...more });
/** A policy for a reader that can be trusted above 0.98. */

describe('the dates of a document', () => {
  test.each<[string, DocumentReading['fields'], DocumentReading['fields'], boolean]>([
    ['document_expired', dated({ expiry_date: '2026-06-14' }), dated({ expiry_date: TODAY }), false],
    [
      'document_expired_unsure',
      { ...dated({}), expiry_date: field('2026-06-14', { confidence: 0.79 }) },
      { ...dated({}), expiry_date: field(TODAY, { confidence: 0.79 }) },
      false,
    ],
    ['expiry_date_unknown', dated({ expiry_date: '20?2' }), dated({}), false],
    [
      'issue_after_expiry',
      dated({ issue_date: '2026-01-02', expiry_date: '2026-01-01' }),
      dated({ issue_date: '2026-01-02' }),
      false,
    ],
    ['issue_date_in_future', dated({ issue_date: '2026-06-16' }), dated({ issue_date: TODAY }), false],
    ['birth_date_implausible', dated({ date_of_birth: '2026-06-16' }), dated({ date_of_birth: '2008-06-15' }), false],
    ['birth_date_implausible', dated({ date_of_birth: '1906-06-14' }), dated({ date_of_birth: '1906-06-15' }), false],
  ])('%s', (code, faulty, sound, passed) => {
    const result = check([passport({ fields: faulty })]);
    expect(codesOf(result)).toContain(code);
    expect(result.passed).toBe(passed);
    expect(result.findings.every(({ document_id }) => document_id === 'doc_passport')).toBe(true);
    expect(check([passport({ fields: sound })])).toEqual({ passed: true, findings: [] });
  });

  const issued = (issue_date: string, expiry_date: string, more = {}) => ({
    fields: dated({ issue_date, expiry_date, ...more }),
  });
  test.each<[string, Partial<DocumentReading>, Partial<DocumentReading>, boolean]>([
    [
      'issued_before_birth',
      issued('1974-08-11', '2032-04-15', {}),
      { type: 'driving_license', ...issued('1974-08-12', '2032-04-15') },
      false,
    ],
    ['validity_too_long', issued('2022-01-10', '2033-01-11'), issued('2022-01-10', '2033-01-10'), false],
    [
      'validity_too_long',
      { type: 'national_id', ...issued('2022-01-10', '2038-01-11') },
      { type: 'national_id', ...issued('2022-01-10', '2038-01-10') },
      false,
    ],
    ['validity_too_long', issued('2022-02-28', '2033-03-01'), issued('2022-01-10', '9999-12-31'), false],
    [
      'child_validity_long',
      issued('2024-06-01', '2030-06-02', { date_of_birth: '2008-06-02' }),
      issued('2024-06-01', '2030-06-02', { date_of_birth: '2008-06-01' }),
      true,
    ],
    [
      'child_validity_long',
      issued('2024-06-01', '2030-06-02', { date_of_birth: '2008-06-02' }),
      issued('2024-06-01', '2030-06-01', { date_of_birth: '2008-06-02' }),
      true,
    ],
    [
      'holder_under_age',
      { fields: dated({ date_of_birth: '2008-06-16' }) },
      { fields: dated({ date_of_birth: '2008-06-15' }) },
      true,
    ],
  ])('%s: two dates together', (code, faulty, sound, passed) => {
    const result = check([passport(faulty)]);
    expect(codesOf(result)).toContain(code);
    expect(result.findings.find((finding) => finding.code === code)?.document_id).toBe('doc_passport');
    expect(codesOf(check([passport(sound)]))).not.toContain(code);
    if (passed) expect(result.passed).toBe(true);
    else expect(POLICY_V1.severity[code as 'validity_too_long']).toBe('review');
  });

  test('a holder who was born today is young, and nothing worse', () => {
    expect(codesOf(check([passport({ fields: dated({ date_of_birth: TODAY }) })]))).toEqual(['holder_under_age']);
  });

  test('the age hangs on no guessed century: a zone has two digits of the year', () => {
    const born = field('2010-01-02', { source: 'mrz' });
    const zone = { fields: { ...dated({}), date_of_birth: born } };
    expect(codesOf(check([passport(zone)]))).not.toContain('holder_under_age');
    const printed = { date_of_birth: [field('2010-01-02')] };
    expect(codesOf(check([passport({ ...zone, also_read: printed })]))).toContain('holder_under_age');
    const other = { date_of_birth: [field('1910-01-02')] };
    expect(codesOf(check([passport({ ...zone, also_read: other })]))).not.toContain('holder_under_age');
  });

  test('the age is only in the evidence', () => {
    const [finding] = check([passport({ fields: dated({ date_of_birth: '2010-01-02' }) })]).findings;
    expect(finding).toMatchObject({
      code: 'holder_under_age',
      evidence: { age_years: 16, minimum: 18 },
      message: 'The holder is younger than 18 years.',
    });
  });

  test('a date proven by its check digit is sure whatever the recogniser thought of it', () => {
    const expiry_date = field('2020-01-01', { confidence: 0.3, source: 'mrz' });
    expect(codesOf(check([passport({ fields: { ...dated({}), expiry_date } })]))).toEqual(['document_expired']);
    const misread = passport({
      fields: { ...dated({}), expiry_date: { ...expiry_date, confidence: 0.99 } },
      mrz: mrz({ check_digits: { expiry_date: false } }),
    });
    expect(codesOf(check([misread]))).toContain('document_expired_unsure');
  });

  test('one right check digit in a zone that is wrong elsewhere fails nobody', () => {
    const expiry_date = field('2020-01-01', { source: 'mrz' });
    const misread = passport({ fields: { ...dated({}), expiry_date }, mrz: wrongDigits({ confidence: 0.6 }) });
    expect(codesOf(check([misread]))).toEqual(['document_expired_unsure', 'mrz_check_digits_wrong']);
  });

  test('expiry_date_unsure: a poorly read date passes nobody, unless it was read twice alike', () => {
    const side = (confidence: number, value = '2032-04-15') =>
      card({ fields: { ...dated({}), expiry_date: field(value, { confidence }) } });
    expect(check([side(0.6)]).passed).toBe(true);
    expect(check([side(0.59)])).toMatchObject({ passed: false });
    expect(codesOf(check([side(0.59)]))).toContain('expiry_date_unsure');
    expect(check([side(0.59), side(0.4)]).passed).toBe(true);
    expect(codesOf(check([side(0.59), side(0.4, '2033-04-15')]))).toContain('expiry_date_unsure');
  });

  test('a birth date is sure by a whole zone or by clear print: an unsure one must not speak against a list entry', () => {
    const born = (more: Parameters<typeof field>[1]) => ({ date_of_birth: field('1974-08-12', more) });
    const isSure = (reading: DocumentReading) => isSureDate(reading, 'date_of_birth', POLICY_V1);
    expect(isSure(passport({ fields: born({ source: 'mrz', confidence: 0.1 }) }))).toBe(true);
    expect(isSure(passport({ fields: born({ source: 'mrz' }), mrz: wrongDigits() }))).toBe(false);
    expect(isSure(card({ fields: born({ confidence: 0.8 }) }))).toBe(true);
    expect(isSure(card({ fields: born({ confidence: 0.79 }) }))).toBe(false);
    expect(isSure(card({ fields: {} }))).toBe(false);
  });

  test('two sure dates that disagree fail nobody; a zone outweighs print', () => {
    const front = card({ fields: dated({ expiry_date: '2020-01-01' }) });
    const back = card({ document_id: 'doc_back', fields: dated({}) });
    expect(codesOf(check([front, back]))).toContain('document_expired_unsure');
    const zone = { ...dated({}), expiry_date: field('2032-04-15', { source: 'mrz' }) };
    expect(check([front, { ...back, fields: zone, mrz: mrz() }]).passed).toBe(true);
  });

  test('a sure date of one side outweighs an unsure one of the other', () => {
    const front = card({ fields: { ...dated({}), expiry_date: field('2012-04-15', { confidence: 0.5 }) } });
    const back = card({
      document_id: 'doc_back',
      side: 'back',
      fields: fields({ expiry_date: '2032-04-15' }),
      mrz: mrz(),
    });
    expect(check([front, back])).toEqual({ passed: true, findings: [] });
  });
});

describe('the machine-readable zone', () => {
  test('mrz_missing: a passport must have one', () => {
    expect(codesOf(check([passport({ mrz: null })]))).toEqual(['mrz_missing']);
    expect(check([passport()]).findings).toEqual([]);
  });

  test('mrz_not_found only informs, and only where the back of a card was sent', () => {
    const back = card({ document_id: 'doc_back', side: 'back' });
    expect(check([card(), back])).toMatchObject({ passed: true, findings: [{ code: 'mrz_not_found' }] });
    expect(check([card(), { ...back, mrz: mrz() }])).toEqual({ passed: true, findings: [] });
  });

  test('mrz_unreadable: a card that shows a zone must give it, whichever side shows it', () => {
    const back = card({ document_id: 'doc_back', side: 'back', mrz_seen: true });
    expect(check([card(), back])).toMatchObject({
      passed: false,
      findings: [{ code: 'mrz_unreadable', document_id: 'doc_back' }],
    });
    expect(codesOf(check([card({ mrz_seen: true, side: null })]))).toEqual(['mrz_unreadable']);
    expect(check([card({ mrz_seen: true }), { ...back, mrz: mrz() }])).toEqual({ passed: true, findings: [] });
    expect(check([card({ type: 'driving_license', side: null, mrz_seen: true })]).passed).toBe(true);
  });

  test('document_side_missing only informs', () => {
    const result = check([card()]);
    expect(result).toMatchObject({
      passed: true,
      findings: [{ code: 'document_side_missing', evidence: { present: 'front' } }],
    });
  });

  test('mrz_check_digits_wrong names the fields and asks a person where the reader is not sure', () => {
    const result = check([passport({ mrz: wrongDigits({ confidence: 0.6 }) })]);
    expect(codesOf(result)).toEqual(['mrz_check_digits_wrong']);
    expect(result.findings[0]?.message).toContain('date_of_birth, composite');
    expect(POLICY_V1.severity.mrz_check_digits_wrong).toBe('review');
  });

  test('a zone that an older version of the program read tells neither confidence nor repairs', () => {
    const { confidence: _confidence, repaired: _repaired, ...older } = mrz();
    expect(check([passport({ mrz: older })])).toEqual({ passed: true, findings: [] });
    const { confidence: _sure, repaired: _none, ...wrong } = wrongDigits();
    expect(check([passport({ mrz: wrong })])).toMatchObject({
      findings: [{ code: 'mrz_check_digits_wrong', evidence: { confidence: null } }],
    });
  });

  test('mrz_forged only above the policy limit, on a clear image', () => {
    const sure = passport({ mrz: wrongDigits({ confidence: 0.99 }) });
    const other = makeFinding('file_damaged', { document_id: 'doc_other' });
    const blurred = makeFinding('file_damaged', { document_id: 'doc_passport' });
    expect(codesOf(check([sure], [other]))).toEqual(['mrz_forged']);
    expect(codesOf(check([sure], [blurred]))).toEqual(['mrz_check_digits_wrong']);
    expect(
      codesOf(
        check([passport({ mrz: wrongDigits({ confidence: POLICY_V1.reading.mrz_forged_confidence_above }) })], []),
      ),
    ).toEqual(['mrz_check_digits_wrong']);
  });
});

test('mrz_unsure where a character of a sound zone is hardly legible, and only there', () => {
  const minimum = POLICY_V1.reading.mrz_confidence_min;
  const unsure = check([passport({ mrz: mrz({ confidence: 0.0124 }) })]);
  expect(unsure).toMatchObject({
    passed: false,
    findings: [{ code: 'mrz_unsure', evidence: { confidence: 0.012, minimum } }],
  });
  expect(POLICY_V1.severity.mrz_unsure).toBe('review');
  expect(check([passport({ mrz: mrz({ confidence: minimum }) })]).findings).toEqual([]);
});

test('mrz_repaired tells which characters the check digits settled, and only informs', () => {
  const byDigit = { line: 1, column: 4, read: '8', used: '9', reason: 'check_digit' } as const;
  const byAlphabet = { line: 1, column: 13, read: 'O', used: '0', reason: 'alphabet' } as const;
  expect(check([passport({ mrz: mrz({ repaired: [byDigit, byAlphabet] }) })])).toMatchObject({
    passed: true,
    findings: [{ code: 'mrz_repaired', evidence: { characters: 1, places: ['2:5 8 > 9'] } }],
  });
  expect(check([passport({ mrz: mrz({ repaired: [byAlphabet] }) })]).findings).toEqual([]);
});

describe('the documents themselves', () => {
  const blank = { fields: {}, mrz: null, words: 0, text_confidence: 0 };

  test('document_unreadable and identity_not_read: nothing to judge, so nothing is judged', () => {
    expect(check([passport(blank)])).toMatchObject({ passed: null });
    expect(codesOf(check([passport(blank)]))).toEqual(['document_unreadable', 'identity_not_read']);
  });

  test('identity_not_read: printed fields count from the policy’s confidence on', () => {
    const weak = (text_confidence: number) => card({ side: null, text_confidence });
    expect(codesOf(check([weak(0.49)]))).toEqual(['identity_not_read']);
    expect(check([weak(0.5)])).toEqual({ passed: true, findings: [] });
  });

  test('identity_not_read holds for each document by itself', () => {
    const result = check([passport(), card({ fields: {} })]);
    expect(result).toMatchObject({ passed: false, findings: [{ code: 'identity_not_read', document_id: 'doc_card' }] });
  });

  test('identity_document_missing: a selfie or a visa is none, a zone of open type is one', () => {
    expect(check([])).toMatchObject({ passed: null, findings: [{ code: 'identity_document_missing' }] });
    expect(codesOf(check([passport({ type: 'selfie', ...blank })]))).toEqual(['identity_document_missing']);
    expect(codesOf(check([passport({ type: 'unknown', mrz: mrz({ format: 'MRVA' }) })]))).toContain(
      'identity_document_missing',
    );
    expect(codesOf(check([passport({ type: 'unknown' })]))).toEqual(['document_type_unknown']);
  });

  test('document_type_unknown', () => {
    const paper = passport({ document_id: 'doc_paper', type: 'unknown', mrz: null });
    expect(check([passport(), paper])).toMatchObject({
      passed: false,
      findings: [{ code: 'document_type_unknown', document_id: 'doc_paper' }],
    });
    expect(check([passport(), { ...paper, type: 'other' }])).toEqual({ passed: true, findings: [] });
  });
});
