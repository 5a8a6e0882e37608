import { expect, it } from 'vitest';
import { type EngineCall, fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { startTestServer } from '../support/server.ts';
import { aamvaPayload } from '../support/specimens/aamva.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { codesOf, verify } from './drive.ts';

const person = PEOPLE.clean;
const CARD = aamvaPayload({ person });
const applicant = { first_name: 'Julien André', last_name: 'Lemarchal', dob: person.dob };
const FRONT = ['DRIVER LICENSE', 'Surname: LEMARCHAL', 'Given names: JULIEN ANDRE'];

const licenceAndSelfie = (barcode: string, front: string[] = FRONT) => [
  { bytes: fakeFile({ lines: front, faces: [0] }), type: 'driving_license', side: 'front' },
  { bytes: fakeFile({ barcodes: [barcode] }), type: 'driving_license', side: 'back' },
  { bytes: fakeFile({ faces: [0.1], barcodes: ['on a shirt'] }), type: 'selfie' },
];

it('a licence is read from its barcode, which no selfie is searched for', async () => {
  const calls: EngineCall[] = [];
  const engines = fakeEngines({ before: (call) => void calls.push(call) });
  await using server = await startTestServer({ engines });
  const record = await verify(server, { files: licenceAndSelfie(CARD), applicant });
  expect(record).toMatchObject({ status: 'completed', errors: [] });
  expect(record.ocr['driving_license']).toMatchObject({
    last_name: 'LEMARCHAL',
    document_number: person.documentNumber,
    date_of_birth: person.dob,
    expiry_date: person.expires,
    issue_date: person.issued,
    sex: 'M',
    issuing_country: 'US',
    barcodes: [{ format: 'PDF417', kind: 'aamva' }],
    confidence: { date_of_birth: 1, document_number: 1 },
  });
  expect(calls.filter((call) => call === 'barcode')).toHaveLength(2);
  expect(JSON.stringify(record)).not.toMatch(/ANSI|068 in|on a shirt/);
});

it('the type of a back that nobody declared is the one that the barcode names', async () => {
  await using server = await startTestServer();
  const files = licenceAndSelfie(CARD);
  const record = await verify(server, { files, applicant, documents_meta: null });
  expect(record.documents.map(({ type }) => type)).toEqual(['driving_license', 'driving_license', 'selfie']);
});

it('a barcode of another person, or one that has expired, does not pass', async () => {
  await using server = await startTestServer();
  const other = aamvaPayload({ person: PEOPLE.namesake });
  const swapped = await verify(server, { files: licenceAndSelfie(other), applicant });
  expect(swapped.status).toBe('needs_review');
  expect(codesOf(swapped.checks.consistency.findings)).toContain('front_back_mismatch');
  const expired = await verify(server, { files: licenceAndSelfie(aamvaPayload({ person: PEOPLE.expired })) });
  expect(expired.status).toBe('failed');
  expect(codesOf(expired.checks.document_validity.findings)).toContain('document_expired');
});

it('print that the barcode beside it denies goes to a person', async () => {
  await using server = await startTestServer();
  const files = licenceAndSelfie(CARD).filter(({ side }) => side !== 'back');
  const lines = [...FRONT, 'Date of birth: 17.03.1994'];
  files[0] = { bytes: fakeFile({ lines, faces: [0], barcodes: [CARD] }), type: 'driving_license', side: 'front' };
  const record = await verify(server, { files, applicant });
  expect(record.status).toBe('needs_review');
  expect(codesOf(record.checks.consistency.findings)).toEqual(['barcode_print_mismatch']);
});
