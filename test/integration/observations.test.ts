import { beforeAll, expect, it } from 'vitest';
import { fakeFile } from '../support/fake-engines.ts';
import { ANNA, ANNA_ZONE, CARD_LINES, cardAndSelfie, type FormFile } from '../support/form.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { codesOf, verify } from './drive.ts';

const [, selfie] = cardAndSelfie() as [FormFile, FormFile];

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  return () => server[Symbol.asyncDispose]();
});

it.each([
  ['document_cut_off', { cutText: { letters: 9, side: 'left' } }, /a row of 9 letters runs into the left edge/],
  ['image_too_bright', { darkest: 180 }, /darkest parts are 180 of 255, and at most 140 is allowed/],
  ['image_blurred', { sharpness: 12.7 }, /sharpness is 12, and at least 100 is needed/],
] as const)('%s asks a person, and tells its number and its limit', async (code, quality, sentence) => {
  const record = await verify(server, { files: cardAndSelfie({ card: { quality } }), applicant: ANNA });
  expect(record).toMatchObject({
    status: 'needs_review',
    errors: [{ code, message: expect.stringMatching(sentence), document_index: 0 }],
    checks: { document_quality: { passed: false }, document_validity: { passed: true } },
  });
});

it('a passport declared as a licence is read all the same, and asks a person', async () => {
  const bytes = fakeFile({ lines: ['PASSPORT', ...ANNA_ZONE], faces: [0] });
  const files = [{ bytes, type: 'driving_license', side: 'front' }, selfie];
  const record = await verify(server, { files, applicant: ANNA });
  expect(record.status).toBe('needs_review');
  expect(record.errors).toMatchObject([{ code: 'document_type_mismatch', document_index: 0 }]);
  expect(record.ocr['driving_license']).toMatchObject({ last_name: 'MARTELLO', document_number: 'X4RTBPFW4' });
});

it('a selfie sent as an identity card is reported as one, if consent allows looking at it', async () => {
  const files = [{ bytes: fakeFile({ faces: [0] }), type: 'national_id', side: 'front' }, selfie];
  const record = await verify(server, { files, applicant: ANNA });
  expect(record.status).toBe('needs_review');
  expect(codesOf(record.errors)).toContain('document_type_mismatch');
  const refused = await verify(server, { files, applicant: ANNA, consent: false });
  expect(codesOf(refused.errors)).not.toContain('document_type_mismatch');
});

it('a card too blurred to show its words is no selfie for that', async () => {
  const bytes = fakeFile({ faces: [0], quality: { sharpness: 12 } });
  const record = await verify(server, {
    files: [{ bytes, type: 'national_id', side: 'front' }, selfie],
    applicant: ANNA,
  });
  expect(codesOf(record.errors)).toContain('image_blurred');
  expect(codesOf(record.errors)).not.toContain('document_type_mismatch');
});

it('a passport sent as the selfie asks a person, and nothing is read from it', async () => {
  const [front] = cardAndSelfie() as [FormFile, FormFile];
  const passport = fakeFile({ lines: ['PASSPORT', ...ANNA_ZONE], faces: [0.1] });
  const record = await verify(server, { files: [front, { bytes: passport, type: 'selfie' }], applicant: ANNA });
  expect(record.status).toBe('needs_review');
  expect(record.errors).toMatchObject([{ code: 'document_type_mismatch', document_index: 1 }]);
  expect(record.face_match.passed).toBe(true);
  expect(Object.keys(record.ocr)).toEqual(['national_id']);
});

it('a front declared as the back only tells so', async () => {
  const files = [{ bytes: fakeFile({ lines: CARD_LINES, faces: [0] }), type: 'national_id', side: 'back' }, selfie];
  const record = await verify(server, { files, applicant: ANNA });
  expect(record, JSON.stringify(record.errors)).toMatchObject({ status: 'completed', errors: [] });
  expect(codesOf(record.checks.document_validity.findings)).toContain('document_side_mismatch');
});

it('side and type are found where nothing was declared', async () => {
  const record = await verify(server, { files: cardAndSelfie(), applicant: ANNA, documents_meta: null });
  expect(record.documents.map(({ type, side }) => [type, side])).toEqual([
    ['national_id', 'front'],
    ['selfie', null],
  ]);
});

it('a name in Cyrillic letters, the other way round, completes and says by which rules', async () => {
  const applicant = { ...ANNA, first_name: 'Мартелло', last_name: 'Анна Луция' };
  const record = await verify(server, { files: cardAndSelfie(), applicant });
  expect(record.checks.consistency).toMatchObject({
    passed: true,
    findings: [
      {
        code: 'name_agrees_by_rule',
        message: expect.stringContaining('order'),
        evidence: { values: ['Мартелло Анна Луция', 'ANNA LUCIA MARTELLO'] },
      },
    ],
  });
});

it('one odd letter in a long name asks a person without calling it another name', async () => {
  const record = await verify(server, { files: cardAndSelfie(), applicant: { ...ANNA, last_name: 'Martelli' } });
  expect(record).toMatchObject({ status: 'needs_review', errors: [{ code: 'name_unsure', field: 'applicant.name' }] });
});

it.each([
  ['validity_too_long', ['PASSPORT', 'Date of issue: 01.02.2020', ...ANNA_ZONE], 'passport', 'needs_review'],
  ['issued_before_birth', [...CARD_LINES, 'Date of issue: 11.08.1986'], 'national_id', 'needs_review'],
  ['holder_under_age', CARD_LINES.map((line) => line.replace('12.08.1986', '12.08.2010')), 'national_id', 'completed'],
])('%s, from the dates of one document', async (code, lines, type, status) => {
  const files = [{ bytes: fakeFile({ lines, faces: [0] }), type }, selfie];
  const record = await verify(server, { files, applicant: { first_name: ANNA.first_name, last_name: ANNA.last_name } });
  expect(codesOf(record.checks.document_validity.findings)).toContain(code);
  expect(record.status, JSON.stringify(record.errors)).toBe(status);
});
