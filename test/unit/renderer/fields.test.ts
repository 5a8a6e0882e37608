import { describe, expect, test } from 'vitest';
import { agreedFields, fieldGroups, markOf } from '../../../renderer/pages/verification/fields.ts';

const DOC = 'doc_1';
const source = (value: string) => ({ value, confidence: 0.9, document_id: DOC });

test('the values of all sources are side by side, and those that differ from the first are marked', () => {
  const [group] = fieldGroups({
    applicant: { last_name: 'Dupont', dob: '1990-01-02', nationality: 'FR', email: 'a@b.example' },
    ocr: {
      national_id: {
        last_name: 'DUPONT',
        date_of_birth: '1990-01-03',
        expiry_date: '2030-01-01',
        sources: {
          last_name: { printed: source('Dupont'), mrz: source('DUPONT') },
          date_of_birth: { mrz: source('1990-01-03') },
        },
      },
    },
  });
  expect(group?.sources).toEqual(['submitted', 'printed', 'mrz']);
  const rows = group?.rows.map(({ field, values }) => [
    field,
    Object.entries(values).map(([name, one]) => `${name} ${one.value} ${one.mark}`),
  ]);
  expect(rows).toEqual([
    ['last_name', ['submitted Dupont same', 'printed Dupont same', 'mrz DUPONT same']],
    ['date_of_birth', ['submitted 1990-01-02 same', 'mrz 1990-01-03 differs']],
    // Not read anywhere: a person must compare it with the picture.
    ['nationality', ['submitted FR same']],
    // An older record does not report its sources.
    ['expiry_date', ['printed 2030-01-01 same']],
  ]);
});

test('a value that was submitted and read on another document is alone there', () => {
  const groups = fieldGroups({
    applicant: {
      last_name: 'Dupont',
      address: { line1: '1 rue X', city: 'Lyon', postal_code: '69001', country: 'FR' },
    },
    ocr: {
      passport: { sources: { last_name: { mrz: source('DUPONT') } } },
      proof_of_address: { sources: { address: { printed: source('1 rue X, 69001 Lyon, FR') } } },
    },
  });
  expect(groups.map(({ type, rows }) => [type, rows.map(({ field }) => field)])).toEqual([
    ['passport', ['last_name']],
    ['proof_of_address', ['address']],
  ]);
  expect(groups[1]?.rows[0]?.values.printed?.mark).toBe('same');
});

test('if nothing was read, the submitted value is alone', () => {
  const groups = fieldGroups({ applicant: { first_name: 'Ana', nationality: 'ES' }, ocr: {} });
  expect(groups.map(({ type, rows }) => [type, rows.map(({ field }) => field)])).toEqual([
    [null, ['first_name', 'nationality']],
  ]);
});

test('capitals are no difference, accents and signs another spelling but in a zone, letters another value', () => {
  expect(markOf('Émile', 'ÉMILE', 'printed')).toBe('same');
  expect(markOf('Émile', 'EMILE', 'printed')).toBe('spelling');
  expect(markOf('Jean-Émile', 'JEAN EMILE', 'mrz')).toBe('same');
  expect(markOf('Emile', 'EMILY', 'mrz')).toBe('differs');
});

describe('where the appliance compared', () => {
  const german = {
    applicant: { first_name: 'Jörg', last_name: 'Müller' },
    ocr: {
      national_id: {
        sources: {
          first_name: { printed: source('JÖRG'), mrz: source('JOERG') },
          last_name: { printed: source('MÜLLER'), mrz: source('MUELLER') },
        },
      },
    },
  };
  const marks = (agreed: ReadonlySet<string>) =>
    fieldGroups(german, agreed).flatMap(({ rows }) => rows.map(({ values }) => values.mrz?.mark));
  const checksOf = (passed: boolean | null, findings: { code: string; field?: string }[]) =>
    ({ checks: { consistency: { passed, findings } } }) as unknown as Parameters<typeof agreedFields>[0];

  test('and found the same, another way of writing is no difference', () => {
    const byRule = [{ code: 'name_agrees_by_rule', field: 'applicant.name' }];
    expect(marks(agreedFields(checksOf(true, byRule)))).toEqual(['spelling', 'spelling']);
  });

  test('and says that they differ, may differ or could not be compared, the difference is marked', () => {
    for (const finding of [
      { code: 'name_mismatch', field: 'applicant.name' },
      { code: 'name_unsure', field: 'name' },
      { code: 'name_not_compared', field: 'applicant.name' },
    ])
      expect(marks(agreedFields(checksOf(true, [finding])))).toEqual(['differs', 'differs']);
    expect(marks(agreedFields(checksOf(null, [])))).toEqual(['differs', 'differs']);
  });

  test('a number of which a finding speaks is not taken for the same', () => {
    const agreed = agreedFields(checksOf(false, [{ code: 'document_number_mismatch', field: 'document_number' }]));
    expect([...agreed].toSorted()).toEqual(['date_of_birth', 'first_name', 'last_name']);
  });

  test.each([
    [[], 'spelling'],
    [[{ code: 'dob_mismatch', field: 'applicant.birth_date' }], 'differs'],
  ])('a range of birth dates is no difference but where a finding says so: %j', (findings, mark) => {
    const record = {
      applicant: { birth_date: { from: '1989', to: '1991' } },
      ocr: { passport: { date_of_birth: '1990-01-02', sources: { date_of_birth: { mrz: source('1990-01-02') } } } },
    };
    const [group] = fieldGroups(record, agreedFields(checksOf(true, findings)));
    expect(group?.rows[0]?.values).toMatchObject({ submitted: { value: '1989/1991' }, mrz: { mark } });
  });
});

test.each([
  [null, null, null],
  ['KVILMARSH', 'transliteration', { text: 'KVILMARSH', transliterated: true }],
  ['KVILMARSH', 'printed', { text: 'KVILMARSH', transliterated: false }],
  ['KVILMARSH', 'mrz', undefined],
] as const)('a printed name tells its Latin form where no column has it: %s by %s', (latin, latin_from, form) => {
  const own = 'КВИЛЬМАРШ';
  const mrz = latin_from === 'mrz' ? { mrz: source('KVILMARSH') } : {};
  const [group] = fieldGroups({
    applicant: {},
    ocr: {
      passport: {
        name_forms: { last_name: { own_script: own, latin, latin_from } },
        sources: { last_name: { printed: source(own), ...mrz } },
      },
    },
  });
  expect(group?.rows[0]?.values.printed?.other_form).toEqual(form);
});
