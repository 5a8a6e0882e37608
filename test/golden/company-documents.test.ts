import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import type { Engines } from '../../models/ports.ts';
import type { Company, CompanyDocumentReading, CompanyDocumentType } from '../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { documentsStep } from '../../server/pipeline/kyb/documents.ts';
import { readStep } from '../../server/pipeline/kyb/read.ts';
import type { KybStepContext } from '../../server/pipeline/kyb/step.ts';
import type { CompanyDocument } from '../../server/verifications/types.ts';
import { skipUnless } from '../support/skip.ts';
import { toPhoto } from '../support/specimens/camera.ts';
import { COMPANIES, certificatePdf, drawCertificate } from '../support/specimens/certificate.ts';
import { toPdfPages } from '../support/specimens/pdf.ts';
import { pdfOfNestedForms, pdfPage } from '../unit/models/pdf-file.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CORPUS_FILE = join(process.env['CUSTOS_CORPUS'] ?? '', 'documents/bal_mock-incorporation-pdf-CA.pdf');
const TODAY = '2026-03-01';

const KESTRELWORTH: Company = {
  legal_name: 'Kestrelworth Instruments Ltd',
  country: 'GB',
  registration_number: '9876543',
  incorporation_date: '2009-03-17',
  address: { line1: '12 Harbour St', city: 'Bristol', postal_code: 'BS14QA', country: 'GB' },
};
const LEMARCHAL: Company = {
  legal_name: 'Lemarchal et Fils',
  country: 'FR',
  registration_number: '55212022200013',
  incorporation_date: '2015-05-04',
  address: { line1: '8, rue du Moulin', city: 'Lyon', postal_code: '69002', country: 'FR' },
};
const ALL = { name: true, registration_number: true, address: true, incorporation_date: true };
const NONE = { name: false, registration_number: false, address: false, incorporation_date: false };

let engines: Engines;
beforeAll(async () => {
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
  engines = createEngines({
    weightsDir: `${ROOT}/models/weights`,
    languages: ['eng', 'fra'],
    workers: { text: 1, face: 1, image: 1, pdf: 1 },
    // Ten times the limits, except for the texts of PDFs, some of which never end.
    limits: {
      ...LIMITS,
      pdfRenderTimeoutMs: 80_000,
      imageTimeoutMs: 150_000,
      textTimeoutMs: 600_000,
      pdfTextTimeoutMs: 3_000,
    },
  });
});
afterAll(() => engines.close());

async function lookAt(file: Buffer, company: Company, type: CompanyDocumentType = 'registration_certificate') {
  const mediaType: CompanyDocument['mediaType'] =
    file.subarray(0, 5).toString() === '%PDF-' ? 'application/pdf' : 'image/jpeg';
  const context = {
    verification: {
      submission: { company, documents: [{ type }] },
      documents: [{ id: 'doc_0', type, descriptor: 0, mediaType }],
    },
    results: {},
    engines,
    readFile: async () => file,
    onUnread: () => {},
    policy: POLICY_V1,
    today: TODAY,
  } as unknown as KybStepContext;
  const read = await readStep.run(context);
  const { passed, documents } = await documentsStep.run({ ...context, results: { read } });
  const [result] = documents;
  const reading = read.documents[0] as CompanyDocumentReading;
  return {
    reading,
    passed,
    matches: result?.matches,
    codes: result?.findings.map(({ code }) => code),
    status: result?.status,
  };
}

test.each([
  ['as scanned', 0],
  ['as a phone takes it', 1_200],
])('a certificate is read %s, is that of its company, and not that of another', async (_, widthPixels) => {
  const sheet = await drawCertificate(COMPANIES.kestrelworth);
  const file = widthPixels > 0 ? await toPhoto(sheet, widthPixels) : sheet;
  expect(await lookAt(file, KESTRELWORTH)).toMatchObject({
    reading: { source: 'picture', pages: 1 },
    passed: true,
    matches: ALL,
    codes: [],
  });
  expect(await lookAt(file, LEMARCHAL)).toMatchObject({ passed: false, matches: NONE });
});

test('a PDF that holds its text is read without a picture', async () => {
  const file = certificatePdf(COMPANIES.lemarchal);
  expect(await lookAt(file, LEMARCHAL)).toMatchObject({
    reading: { source: 'text', text_confidence: 1, engine: null },
    passed: true,
    matches: ALL,
    codes: [],
  });
  expect(await lookAt(file, KESTRELWORTH)).toMatchObject({ passed: false, matches: NONE });
});

test('a PDF of scans is read page by page', async () => {
  const certificate = await drawCertificate(COMPANIES.lemarchal);
  const file = await toPdfPages([certificate, certificate]);
  const { reading, matches } = await lookAt(file, LEMARCHAL);
  expect(reading).toMatchObject({ source: 'picture', pages: 2, unread_pages: 0 });
  expect(matches).toEqual(ALL);
});

test.each([
  ['a file with a password', pdfPage('', { encrypt: { userPassword: 'open', ownerPassword: 'own' } })],
  ['a header alone', Buffer.from('%PDF-1.7\n')],
  ['text that never ends', pdfOfNestedForms(9, 'BT /F 12 Tf 72 700 Td (Ha) Tj ET')],
])('%s ends in a finding', async (_, file) => {
  expect(await lookAt(file, KESTRELWORTH)).toMatchObject({ status: 'rejected', codes: ['company_document_damaged'] });
});

test('blank pages are looked at as far as scans are, and the rest are counted', async () => {
  const { reading, passed } = await lookAt(pdfPage('', { pages: 25 }), KESTRELWORTH);
  expect(passed).toBe(false);
  expect(reading).toMatchObject({ decoded: true, pages: 25, unread_pages: 20 });
});

test(
  'a certificate of ten pages as Companies House publishes them, whose date is no day of the calendar',
  skipUnless(existsSync(CORPUS_FILE), 'CUSTOS_CORPUS names no folder with documents/bal_mock-incorporation-pdf-CA.pdf'),
  async () => {
    const company: Company = {
      legal_name: 'Mock Company',
      country: 'GB',
      registration_number: '12345678',
      incorporation_date: '2021-10-06',
      address: { line1: '1 Mock Street', city: 'London', country: 'GB' },
    };
    const file = readFileSync(CORPUS_FILE);
    expect(await lookAt(file, company)).toMatchObject({
      reading: { source: 'text', pages: 10, unread_pages: 0 },
      matches: ALL,
      codes: [],
    });
    expect(await lookAt(file, KESTRELWORTH)).toMatchObject({ passed: false, matches: NONE });
  },
);
