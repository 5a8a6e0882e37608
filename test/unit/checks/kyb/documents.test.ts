import { describe, expect, test } from 'vitest';
import {
  type CompanyDocumentsInput,
  type ConcludeInput,
  checkCompanyDocument,
  concludeDocuments,
  countedFiles,
} from '../../../../server/checks/kyb/documents.ts';
import type {
  Company,
  CompanyDocumentReading,
  CompanyDocumentsResult,
  CompanyDocumentType,
} from '../../../../server/checks/kyb/types.ts';
import { POLICY_V1, type Policy } from '../../../../server/checks/policy.ts';
import { findLegalForm, removeLegalForms } from '../../../../server/names/legal-forms.ts';
import { codesOf, TODAY } from '../samples.ts';

const COMPANY: Company = {
  legal_name: 'Novatrade Asia Limited',
  country: 'GB',
  registration_number: '01234567',
  incorporation_date: '2019-05-04',
  address: { line1: '12 Harbour Street', city: 'Bristol', postal_code: 'BS1 4QA', country: 'GB' },
};
const CERTIFICATE = [
  'CERTIFICATE OF INCORPORATION',
  'Company number 1234567',
  'NOVATRADE ASIA LIMITED',
  'Given at Companies House on 4th May 2019',
];
const BILL = ['Harbour Water plc', 'Novatrade Asia Ltd', '12 Harbour Street', 'Bristol BS1 4QA', 'Date 01/06/2026'];

function reading(lines: string[], more: Partial<CompanyDocumentReading> = {}): CompanyDocumentReading {
  return {
    document_id: 'doc_0',
    decoded: true,
    pages: 1,
    unread_pages: 0,
    source: 'text',
    lines,
    picture_lines: more.source === 'picture' ? lines.length : 0,
    text_confidence: 1,
    engine: null,
    ...more,
  };
}

type Input = CompanyDocumentsInput & ConcludeInput & { readings: CompanyDocumentReading[] };

/** The check in the form in which the pipeline runs it. */
function check(input: Partial<Input> = {}): CompanyDocumentsResult {
  const whole: Input = {
    company: COMPANY,
    descriptors: [],
    files: [],
    readings: [],
    registered: { names: [], numbers: [] },
    names: { bare: removeLegalForms, beginsWithForm: (words) => findLegalForm(words, 0) !== null },
    policy: POLICY_V1,
    today: TODAY,
    ...input,
  };
  const documents = countedFiles(whole.files).flatMap((file) =>
    whole.readings
      .filter(({ document_id }) => document_id === file.id)
      .map((one) => checkCompanyDocument(file, one, whole)),
  );
  return concludeDocuments(documents, whole);
}

/** The only document of a declared type, with these lines. */
function checkOne(
  type: CompanyDocumentType,
  lines: string[],
  more: Partial<CompanyDocumentReading> = {},
  input: Partial<Input> = {},
): CompanyDocumentsResult {
  return check({
    descriptors: [{ type }],
    files: [{ id: 'doc_0', type, descriptor: 0 }],
    readings: [reading(lines, more)],
    ...input,
  });
}

function requiring(...required_types: CompanyDocumentType[]): Policy {
  return { ...POLICY_V1, kyb: { ...POLICY_V1.kyb, documents: { ...POLICY_V1.kyb.documents, required_types } } };
}

describe('a certificate', () => {
  test('of the company shows its name, number and date', () => {
    expect(checkOne('registration_certificate', CERTIFICATE)).toEqual({
      passed: true,
      findings: [],
      documents: [
        {
          document_id: 'doc_0',
          descriptor: 0,
          type: 'registration_certificate',
          status: 'processed',
          matches: { name: true, registration_number: true, address: false, incorporation_date: true },
          dated: '2019-05-04',
          findings: [],
        },
      ],
    });
  });

  test('of another company does not, and each finding names the document and says nothing of whom it is about', () => {
    const other = ['CERTIFICATE OF INCORPORATION', 'Company number 7654321', 'LEMARCHAL LIMITED', '1 March 2020'];
    const result = checkOne('registration_certificate', other);
    expect(result.passed).toBe(false);
    expect(codesOf(result)).toEqual([
      'company_document_name_missing',
      'company_document_number_missing',
      'company_document_incorporation_differs',
    ]);
    for (const finding of result.findings) {
      expect(finding).toMatchObject({ field: 'documents[0]', document_id: 'doc_0' });
      expect(JSON.stringify(finding)).not.toMatch(/novatrade|lemarchal|1234567|7654321/i);
    }
  });

  test('under a former name, or under the name and number that the register has, is the company’s', () => {
    const former = { ...COMPANY, legal_name: 'Selkirk Group Limited', former_names: ['Novatrade Asia Ltd'] };
    expect(codesOf(checkOne('registration_certificate', CERTIFICATE, {}, { company: former }))).toEqual([]);
    const company = { ...COMPANY, legal_name: 'Selkirk Group Limited', registration_number: '552 120 222 00013' };
    const registered = { names: ['NOVATRADE ASIA LIMITED'], numbers: ['01234567'] };
    expect(codesOf(checkOne('registration_certificate', CERTIFICATE, {}, { company, registered }))).toEqual([]);
  });

  test('is not held against a date of incorporation where none was submitted or none is on it', () => {
    const { incorporation_date: _, ...company } = COMPANY;
    const without = checkOne('registration_certificate', CERTIFICATE, {}, { company });
    expect(without.documents[0]?.matches.incorporation_date).toBeNull();
    const undated = checkOne('registration_certificate', CERTIFICATE.slice(0, 3));
    expect(undated.documents[0]?.matches.incorporation_date).toBeNull();
    expect(undated.passed).toBe(true);
  });

  test('with a different date of incorporation is reported, which decides nothing', () => {
    const result = checkOne('registration_certificate', [...CERTIFICATE.slice(0, 3), '05/04/2019']);
    expect(codesOf(result)).toEqual(['company_document_incorporation_differs']);
    expect(result.passed).toBe(true);
  });

  test('has no number to show where none was submitted', () => {
    const { registration_number: _, ...company } = COMPANY;
    const { documents } = checkOne('registration_certificate', CERTIFICATE, {}, { company });
    expect(documents[0]?.matches.registration_number).toBeNull();
  });
});

describe('a proof of address', () => {
  test('with the address and a date of these months is one', () => {
    const result = checkOne('proof_of_address', BILL);
    expect(result).toMatchObject({ passed: true, findings: [] });
    expect(result.documents[0]).toMatchObject({ matches: { name: true, address: true }, dated: '2026-06-01' });
  });

  test('with another address, or no date, is reported', () => {
    const moved = ['Novatrade Asia Ltd', '9 Hill Road, Leeds LS1 1AA', '1 June 2026'];
    expect(codesOf(checkOne('proof_of_address', moved))).toEqual(['company_document_address_missing']);
    expect(codesOf(checkOne('proof_of_address', BILL.slice(0, 4)))).toEqual(['company_document_date_missing']);
  });

  test.each([
    ['15 March 2026', []],
    ['14 March 2026', ['company_document_too_old']],
  ])('of %s', (date, codes) => {
    expect(codesOf(checkOne('proof_of_address', [...BILL.slice(0, 4), date]))).toEqual(codes);
  });

  test('is as old as its newest date that has come; where day and month may be exchanged, as the newer of both', () => {
    const dated = (...dates: string[]): unknown =>
      checkOne('proof_of_address', [...BILL.slice(0, 4), ...dates]).documents[0]?.dated;
    expect(dated('1 January 2026', '2 May 2026', 'due 30 June 2026')).toBe('2026-05-02');
    expect(dated('01/06/2026')).toBe('2026-06-01');
    expect(dated('06/01/2026')).toBe('2026-06-01');
    expect(dated('01/07/2026')).toBe('2026-01-07');
  });
});

describe('what was read badly', () => {
  test('a file that could not be opened is rejected', () => {
    const result = checkOne('license', [], { decoded: false, source: null });
    expect(codesOf(result)).toEqual(['company_document_damaged']);
    expect(result.documents[0]).toMatchObject({ status: 'rejected', matches: { name: null }, dated: null });
    expect(result.passed).toBe(false);
  });

  test('a page without text is unreadable, and nothing is said to be missing on it', () => {
    const result = checkOne('registration_certificate', [], { source: 'picture', text_confidence: 0 });
    expect(codesOf(result)).toEqual(['company_document_unreadable']);
    expect(result.documents[0]).toMatchObject({
      status: 'processed',
      matches: { name: null, registration_number: null },
    });
  });

  test('on a page that was read unsurely, what was found counts and what was not is not held against it', () => {
    const lines = ['NOVATRADE ASIA LIMITED', 'C mpan n mber'];
    const result = checkOne('registration_certificate', lines, { source: 'picture', text_confidence: 0.4 });
    expect(codesOf(result)).toEqual(['company_document_unreadable']);
    expect(result.documents[0]?.matches).toMatchObject({ name: true, registration_number: null });
  });

  test('letters may be misread in a picture, not in a text', () => {
    const lines = ['Company number O1234S67', 'NOVATRADF ASIA LIMITED', '4 May 2019'];
    expect(codesOf(checkOne('registration_certificate', lines, { source: 'picture', text_confidence: 0.9 }))).toEqual(
      [],
    );
    expect(codesOf(checkOne('registration_certificate', lines))).toEqual([
      'company_document_name_missing',
      'company_document_number_missing',
    ]);
  });

  test('nor in the text of a file another page of which is a picture', () => {
    const lines = ['NOVATRADF ASIA LIMITED', 'Signed'];
    const mixed = { source: 'picture' as const, picture_lines: 1, text_confidence: 1 };
    expect(checkOne('other', lines, mixed).documents[0]?.matches.name).toBe(false);
    expect(checkOne('other', lines.toReversed(), mixed).documents[0]?.matches.name).toBe(true);
  });

  test('pages that were not read are counted', () => {
    const result = checkOne('registration_certificate', CERTIFICATE, { pages: 22, unread_pages: 2 });
    expect(result).toMatchObject({ passed: true, findings: [{ code: 'company_document_pages_unread' }] });
    expect(result.findings[0]?.message).toContain('2 of the 22 pages');
  });
});

describe('which files count', () => {
  test('no file where none is asked for: the check did not run', () => {
    expect(check()).toMatchObject({ passed: null, findings: [{ code: 'nothing_to_compare' }], documents: [] });
    const announced = check({ descriptors: [{ type: 'license' }, { type: 'other', name: 'Letter' }] });
    expect(announced.passed).toBeNull();
    expect(announced.findings.map(({ code, field }) => [code, field])).toEqual([
      ['company_document_missing', 'documents[0]'],
      ['company_document_missing', 'documents[1]'],
    ]);
  });

  test('a type that the policy asks for must have come, announced or not, and be readable', () => {
    const policy = requiring('registration_certificate');
    const missing = check({ policy });
    expect([missing.passed, codesOf(missing)]).toEqual([false, ['company_document_required']]);
    const files = [{ id: 'doc_0', type: 'registration_certificate' as const, descriptor: null }];
    expect(check({ policy, files, readings: [reading(CERTIFICATE)] }).passed).toBe(true);
    const damaged = check({ policy, files, readings: [reading([], { decoded: false })] });
    expect(codesOf(damaged)).toEqual(['company_document_required', 'company_document_damaged']);
  });

  test('the newest file of a descriptor, and every one that was not announced', () => {
    const type = 'other' as const;
    const ids = ['doc_old', 'doc_free', 'doc_new', 'doc_free_too'];
    const result = check({
      descriptors: [{ type }],
      files: ids.map((id) => ({ id, type, descriptor: id.startsWith('doc_free') ? null : 0 })),
      readings: ids.map((document_id) => reading(['Nothing of it'], { document_id })),
    });
    expect(result.documents.map(({ document_id }) => document_id)).toEqual(['doc_free', 'doc_new', 'doc_free_too']);
    expect(result.findings.map(({ field }) => field)).toEqual([undefined, 'documents[0]', undefined]);
  });

  test('the policy says how much of the name must be there', () => {
    const lines = ['NOVATRADE ASIA PACIFIC GROUP LIMITED'];
    const company = { ...COMPANY, legal_name: 'Novatrade Asia Pacific Trading Limited' };
    const documents = { ...POLICY_V1.kyb.documents, name_agrees_from: 0.7 };
    const lenient = { ...POLICY_V1, kyb: { ...POLICY_V1.kyb, documents } };
    const name = (policy: Policy) => checkOne('other', lines, {}, { company, policy }).documents[0]?.matches.name;
    expect([name(POLICY_V1), name(lenient)]).toEqual([false, true]);
  });
});
