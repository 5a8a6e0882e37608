import { describe, expect, it } from 'vitest';
import { parseMrz } from '../../../models/mrz/parse.ts';
import { checkAuthenticity, readChip, type VerifiedSource } from '../../../server/checks/authenticity.ts';
import type { FindingCode } from '../../../server/checks/findings.ts';
import { POLICY_V1, type Severity } from '../../../server/checks/policy.ts';
import type { DocumentReading } from '../../../server/checks/types.ts';
import { must } from '../../../server/lib/assert.ts';
import { ANNA_ZONE } from '../../support/form.ts';
import { td1Lines } from '../../support/specimens/mrz.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const TODAY = '2026-03-01';

const source = (change: Partial<VerifiedSource> = {}): VerifiedSource => ({
  kind: 'chip',
  format: null,
  document_id: null,
  files: [],
  result: 'valid',
  steps: {},
  reasons: [],
  signer: null,
  anchor: null,
  algorithms: [],
  signed_at: null,
  fields: {},
  portrait: false,
  trust_lists: [],
  data_groups: { DG1: 'successful' },
  ...change,
});

const chip = readChip(must(parseMrz(ANNA_ZONE, TODAY), 'it is an MRZ'), 'doc_chip', TODAY);
/** The same passport, as its picture was read. */
const picture: DocumentReading = { ...chip, document_id: 'doc_picture' };

const withField = (name: keyof DocumentReading['fields'], value: string, from: 'mrz' | 'print' = 'mrz') => ({
  ...picture,
  fields: { ...picture.fields, [name]: { value, confidence: 0.9, source: from } },
});

const judge = (input: Partial<Parameters<typeof checkAuthenticity>[0]> = {}) =>
  checkAuthenticity({ sources: [source()], chip, readings: [picture], staleLists: [], policy: POLICY_V1, ...input });

const codesOf = ({ findings }: ReturnType<typeof judge>): string[] => findings.map(({ code }) => code);

/** As the design lists them. */
const SHIPPED: Record<Severity, FindingCode[]> = {
  info: [
    'authenticity_not_checked',
    'chip_authentic',
    'chip_clone_excluded',
    'seal_authentic',
    'mdoc_authentic',
    'chip_copy_not_excluded',
    'chip_deviation',
    'chip_algorithm_weak',
    'chip_revocation_unknown',
  ],
  review: [
    'chip_missing',
    'chip_incomplete',
    'chip_unreadable',
    'chip_signer_unknown',
    'chip_signer_expired',
    'chip_algorithm_unsupported',
    'trust_list_missing',
    'trust_list_stale',
    'seal_signer_unknown',
    'seal_unreadable',
    'seal_signer_expired',
    'mdoc_unreadable',
    'mdoc_issuer_unknown',
    'mdoc_holder_unproven',
    'chip_print_mismatch',
    'seal_print_mismatch',
  ],
  fail: [
    'chip_signature_invalid',
    'chip_data_altered',
    'chip_data_not_covered',
    'chip_signer_revoked',
    'chip_country_mismatch',
    'chip_zone_mismatch',
    'chip_clone_suspected',
    'seal_signature_invalid',
    'mdoc_signature_invalid',
    'mdoc_data_altered',
    'mdoc_expired',
    'mdoc_device_signature_invalid',
  ],
};

describe('the check of authenticity', () => {
  it.each(Object.entries(SHIPPED))('what means %s', (severity, codes) => {
    for (const code of codes) expect([code, POLICY_V1.severity[code]]).toEqual([code, severity]);
  });

  it('passes what is proven, and fails or asks for a review by its findings', () => {
    expect(judge({ sources: [source({ reasons: ['chip_copy_not_excluded', 'chip_authentic'] })] }).passed).toBe(true);
    expect(judge({ sources: [source({ result: 'invalid', reasons: ['chip_data_altered'] })] }).passed).toBe(false);
    expect(judge({ sources: [source({ result: 'signer_unknown', reasons: ['chip_signer_unknown'] })] }).passed).toBe(
      false,
    );
  });

  it('says nothing where nothing could be verified, and why', () => {
    for (const sources of [
      [],
      [source({ kind: 'seal', format: '2d_doc', document_id: 'doc_picture', result: 'unsupported' })],
    ]) {
      const result = judge({ sources, chip: null });
      expect([result.passed, codesOf(result)]).toEqual([null, ['authenticity_not_checked']]);
    }
  });

  it('a chip that agrees with its picture is a reading, and one that was altered is none', () => {
    expect(judge()).toMatchObject({ passed: true, findings: [], readings: [{ from: 'chip', type: 'passport' }] });
    expect(judge({ sources: [source({ result: 'invalid' })] }).readings).toEqual([]);
    expect(judge({ sources: [source({ data_groups: { DG1: 'undetermined' } })] }).readings).toEqual([]);
  });

  it('only a proven field of the printed MRZ fails a record', () => {
    const number = judge({ readings: [withField('document_number', 'X4RTBPFW5')] });
    expect(number.findings).toMatchObject([
      { code: 'chip_zone_mismatch', document_id: 'doc_picture', evidence: { fields: ['document_number'] } },
    ]);
    const misread = {
      ...withField('document_number', 'X4RTBPFW5'),
      mrz: { ...must(picture.mrz, 'it has one'), valid: false },
    };
    expect(codesOf(judge({ readings: [misread] }))).toEqual(['chip_print_mismatch']);
    expect(codesOf(judge({ readings: [withField('document_number', 'X4RTBPFW5', 'print')] }))).toEqual([
      'chip_print_mismatch',
    ]);
    // No check digit covers names.
    expect(codesOf(judge({ readings: [withField('last_name', 'VANDERBERG')] }))).toEqual(['chip_print_mismatch']);
  });

  it('compares another document only by name and birth date', () => {
    const card = { ...withField('document_number', 'Y5RTBPFW4'), type: 'national_id' as const };
    expect(codesOf(judge({ readings: [card] }))).toEqual([]);
    const stranger = { ...withField('date_of_birth', '1990-01-01'), type: 'national_id' as const };
    expect(codesOf(judge({ readings: [stranger] }))).toEqual(['chip_print_mismatch']);
  });

  it('takes the type of a card from its picture', () => {
    const card = readChip(must(parseMrz(td1Lines(PEOPLE.clean), TODAY), 'it is an MRZ'), 'doc_chip', TODAY);
    const permit = { ...picture, type: 'residence_permit' as const };
    expect(card.type).toBe('national_id');
    expect(judge({ chip: card, readings: [permit] }).readings).toMatchObject([{ type: 'residence_permit' }]);
  });

  it('compares a seal with its own picture, and a mobile document with every one', () => {
    const fields = { last_name: 'VANDERBERG', first_name: 'ROSA' };
    const seal = source({
      kind: 'seal',
      format: 'vds',
      document_id: 'doc_picture',
      reasons: ['seal_authentic'],
      fields,
    });
    expect(codesOf(judge({ sources: [seal], chip: null }))).toEqual(['seal_authentic', 'seal_print_mismatch']);
    expect(codesOf(judge({ sources: [{ ...seal, document_id: 'doc_other' }], chip: null }))).toEqual([
      'seal_authentic',
    ]);
    const mdoc = source({ kind: 'mdoc', format: 'org.iso.18013.5.1.mDL', fields });
    expect(codesOf(judge({ sources: [mdoc], chip: null }))).toEqual(['documents_mismatch']);
  });

  it('asks for a chip only where the policy does', () => {
    const policy = { ...POLICY_V1, authenticity: { required_types: ['passport'] as const } };
    expect(codesOf(judge({ sources: [], chip: null, policy }))).toContain('chip_missing');
    expect(codesOf(judge({ policy }))).toEqual([]);
    expect(
      codesOf(judge({ sources: [], chip: null, policy, readings: [{ ...picture, type: 'national_id' }] })),
    ).toEqual(['authenticity_not_checked']);
  });

  it('names the lists that are too old', () => {
    expect(judge({ staleLists: ['csca_de'] }).findings).toMatchObject([
      { code: 'trust_list_stale', evidence: { lists: ['csca_de'] } },
    ]);
  });
});
