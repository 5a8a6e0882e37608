import { describe, expect, test } from 'vitest';
import type { DocumentReading, FieldName } from '../../server/checks/types.ts';
import type { PrintedTruth } from '../eval/corpus.ts';
import { scorePrinted } from '../eval/printed.ts';

const NOTHING: PrintedTruth['fields'] = {
  surname: null,
  given_names: null,
  document_number: null,
  date_of_birth: null,
  expiry_date: null,
  issue_date: null,
  sex: null,
  nationality: null,
  place_of_birth: null,
  address: null,
};
const truth = (fields: Partial<PrintedTruth['fields']>): PrintedTruth => ({
  file: 'a.jpg',
  type: 'passport',
  side: 'front',
  country: 'DEU',
  has_mrz: true,
  script: 'latin',
  fields: { ...NOTHING, ...fields },
});

function reading(
  fields: Partial<Record<FieldName, [value: string, confidence: number, source?: 'mrz']>>,
): DocumentReading {
  const given = Object.entries(fields).map(([name, [value, confidence, source = 'print']]) => [
    name,
    { value, confidence, source },
  ]);
  return { type: 'passport', side: 'front', fields: Object.fromEntries(given) } as DocumentReading;
}

describe('a printed value', () => {
  test.each([
    ['surname', 'MÜLLER // Мюллер', 'Muller', 'right'],
    ['surname', 'MÜLLER // Мюллер', 'МЮЛЛЕР', 'right'],
    ['surname', 'MÜLLER', 'MILLER', 'wrong'],
    ['address', '17 Specimen Lane, Port-Clair', '17 SPECIMEN LANE PORT CLAIR', 'right'],
    ['nationality', 'DEU', 'DE', 'right'],
    ['nationality', 'UTO', 'UTO', 'right'],
    ['nationality', 'DEU', 'FR', 'wrong'],
    ['date_of_birth', '1984-04-09', '1984-09-04', 'wrong'],
    ['document_number', 'K01-75-4269', 'K01754269', 'right'],
  ] as const)('%s "%s" read as "%s" is %s', (field, printed, read, is) => {
    const name = ({ surname: 'last_name' } as Record<string, FieldName>)[field] ?? (field as FieldName);
    const scores = scorePrinted([truth({ [field]: printed })], [reading({ [name]: [read, 0.95] })]);
    expect(scores).toMatchObject({ right: is === 'right' ? 1 : 0, wrong: is === 'wrong' ? 1 : 0, missing: 0, of: 1 });
  });

  test('that print does not have, or a picture that could not be read, is missing; one that nobody can read does not count', () => {
    const truths = [truth({ surname: 'A', sex: 'F' }), truth({ sex: 'M' })];
    const scores = scorePrinted(truths, [reading({ last_name: ['A', 0.5, 'mrz'], sex: ['F', 0.9] }), null]);
    expect(scores).toMatchObject({ right: 1, wrong: 0, missing: 2, of: 3 });
    expect(scores.final.with_zone).toEqual({ right: 2, wrong: 0, missing: 1, of: 3 });
    expect(scores.types).toEqual({ right: 1, of: 2 });
    expect(scores.reliability.at(-1)).toEqual({ from: 0.9, to: 1, given: 1, right: 1 });
    expect(scores.misses).toMatchObject([
      { field: 'surname', read: null },
      { field: 'sex', read: null },
    ]);
  });
});

test('a type counts with its issuer where both are right', () => {
  const scores = scorePrinted(
    [truth({}), truth({}), truth({})],
    [reading({ issuing_country: ['DE', 0.9] }), reading({ issuing_country: ['FR', 0.9] }), reading({})],
  );
  expect(scores.types).toEqual({ right: 3, of: 3 });
  expect(scores.types_with_issuers).toEqual({ right: 1, of: 3 });
});
