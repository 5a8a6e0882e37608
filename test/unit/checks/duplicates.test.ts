import { describe, expect, test } from 'vitest';
import {
  checkDuplicates,
  type DuplicatesInput,
  type FaceTwin,
  type Identity,
  identitiesDiffer,
  identityOf,
} from '../../../server/checks/duplicates.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { card, codesOf, fields } from './samples.ts';

const ANNA: Identity = { name: { first: 'Anna', last: 'Eriksson' }, dob: '1974-08-12' };
const BORIS: Identity = { name: { first: 'Boris', last: 'Novak' }, dob: '1980-01-02' };
const NOBODY: Identity = { name: null, dob: null };

function check(more: Partial<DuplicatesInput> = {}) {
  const files = [
    { id: 'doc_a', sha256: 'aa' },
    { id: 'doc_b', sha256: 'bb' },
  ];
  return checkDuplicates({ identity: ANNA, files, fileTwins: [], faces: { twins: [] }, ...more });
}

const fileOf = (identity: Identity) => [{ document_id: 'doc_a', verification: 'ver_other', identity }];
const faceOf = (identity: Identity): FaceTwin => ({
  document_id: 'doc_b',
  verification: 'ver_other',
  identity,
  cosine: 0.9,
  threshold: 0.8,
  model: { name: 'sample', version: '1' },
});

describe('duplicates', () => {
  test('nothing that was seen before', () => {
    expect(check()).toEqual({ passed: true, findings: [] });
  });

  test.each([
    [BORIS, true, false],
    [ANNA, false, true],
    [NOBODY, null, false],
  ])('duplicate_file: in another record of %o', (identity, identity_differs, passed) => {
    const result = check({ fileTwins: fileOf(identity) });
    const evidence = { verification: 'ver_other', identity_differs };
    expect(result).toMatchObject({ passed, findings: [{ code: 'duplicate_file', document_id: 'doc_a', evidence }] });
    expect(result.findings[0]?.message).toContain('ver_other');
  });

  test('file_sent_twice: one file in one record, named at its second place', () => {
    const files = ['aa', 'bb', 'aa'].map((sha256, i) => ({ id: `doc_${i}`, sha256 }));
    const finding = { code: 'file_sent_twice', document_id: 'doc_2', evidence: { same_as: 'doc_0' } };
    expect(check({ files })).toMatchObject({ passed: true, findings: [finding] });
  });

  test('duplicate_face: only under another identity', () => {
    const evidence = { verification: 'ver_other', cosine: 0.9, threshold: 0.8, model: 'sample 1' };
    expect(check({ faces: { twins: [faceOf(BORIS)] } })).toMatchObject({
      passed: false,
      findings: [{ code: 'duplicate_face', document_id: 'doc_b', evidence }],
    });
    expect(check({ faces: { twins: [faceOf(ANNA), faceOf(NOBODY)] } })).toEqual({ passed: true, findings: [] });
  });

  test.each([
    ['not_enabled', 'duplicates_not_enabled'],
    ['consent_refused', 'duplicate_faces_consent_refused'],
    ['no_face', 'duplicate_faces_not_found'],
  ] as const)('faces not searched: %s', (skipped, code) => {
    expect(check({ faces: { skipped } })).toMatchObject({ passed: true, findings: [{ code }] });
  });

  test.each(['file_sent_twice', 'duplicate_file', 'duplicate_face', 'duplicate_faces_not_found'] as const)(
    '%s decides nothing',
    (code) => expect(POLICY_V1.severity[code]).toBe('info'),
  );

  test('the face findings stand beside those of files', () => {
    const result = check({ fileTwins: fileOf(BORIS), faces: { twins: [faceOf(BORIS)] } });
    expect(codesOf(result)).toEqual(['duplicate_file', 'duplicate_face']);
  });
});

describe('identities', () => {
  test.each<[Identity, Identity, boolean | null]>([
    [ANNA, ANNA, false],
    [ANNA, { ...ANNA, name: { first: 'ANNA MARIA', last: 'Eriksson' } }, false],
    [ANNA, BORIS, true],
    [ANNA, { ...ANNA, dob: '1974-08-13' }, true],
    [ANNA, { ...BORIS, dob: ANNA.dob }, true],
    [ANNA, { ...ANNA, dob: '1974' }, false],
    [{ ...ANNA, dob: '1970/1974-08-12' }, ANNA, false],
    [{ ...ANNA, dob: '1970/1974' }, { ...ANNA, dob: '1974-12' }, false],
    [{ ...ANNA, dob: '1970/1973' }, ANNA, true],
    [{ ...ANNA, dob: null }, { ...ANNA, name: null }, null],
    [ANNA, { ...ANNA, dob: null }, false],
    [ANNA, NOBODY, null],
  ])('%o and %o', (a, b, differ) => expect(identitiesDiffer(a, b)).toBe(differ));

  test('are as submitted, else as read from an identity document', () => {
    const read = card({ fields: fields({ first_name: 'Boris', last_name: 'Novak', date_of_birth: '1980-01-02' }) });
    const bill = card({ type: 'proof_of_address', fields: fields({ last_name: 'Landlord' }) });
    expect(identityOf({ first_name: 'Anna', last_name: 'Eriksson' }, [read])).toEqual({ ...ANNA, dob: BORIS.dob });
    expect(identityOf({ dob: '1974-08-12' }, [bill, read])).toEqual({ ...BORIS, dob: ANNA.dob });
    expect(identityOf({}, [bill])).toEqual(NOBODY);
    const range = { birth_date: { from: '1979', to: '1980' } };
    expect(identityOf(range, [bill, read])).toEqual(BORIS);
    expect(identityOf(range, [bill])).toEqual({ name: null, dob: '1979/1980' });
  });
});
