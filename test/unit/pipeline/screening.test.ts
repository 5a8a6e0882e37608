import { expect, test } from 'vitest';
import type { DocumentReading, ReadField } from '../../../server/checks/types.ts';
import { POLICY_V1 } from '../../../server/decision/policy.ts';
import { screeningStep } from '../../../server/pipeline/screening.ts';
import type { StepContext } from '../../../server/pipeline/step.ts';
import type { SearchQuery } from '../../../server/screening/search.ts';
import { list, passport } from '../checks/samples.ts';

const field = (value: string, source: ReadField['source'] = 'mrz'): ReadField => ({ value, confidence: 1, source });

/** What the step asks the lists for. */
async function askedFor(readings: DocumentReading[], applicant: object = {}): Promise<SearchQuery[]> {
  const asked: SearchQuery[] = [];
  const current = { search: (query: SearchQuery) => asked.push(query) && [], lists: () => [list()] };
  const watchlists = { whenReady: async () => true, current: () => current };
  const context = {
    verification: { submission: { applicant } },
    results: { read: { documents: readings } },
    watchlists,
    dismissalsOf: () => () => null,
    nowMs: 0,
    policy: POLICY_V1,
  };
  await screeningStep.run(context as unknown as StepContext);
  return asked;
}

test('the submitted name is searched with everything that was submitted beside it', async () => {
  const address = { line1: 'Quay 12', city: 'Sofia', postal_code: '1000', country: 'BG' };
  const applicant = { first_name: 'Zdravko', last_name: 'Quillonez', dob: '1968-04-12', nationality: 'BG', address };
  expect(await askedFor([], applicant)).toEqual([
    {
      name: 'Zdravko Quillonez',
      type: 'person',
      birthDate: '1968-04-12',
      countries: ['BG'],
      address: 'Quay 12, Sofia, 1000',
    },
  ]);
});

test('the read name is searched with what the document says, its number by the kind of the document', async () => {
  const fields = {
    first_name: field('Zdravko'),
    last_name: field('Quillonez'),
    sex: field('M'),
    nationality: field('UTO'),
    issuing_country: field('BG'),
    document_number: field('K491821'),
  };
  expect(await askedFor([passport({ fields })])).toEqual([
    {
      name: 'Zdravko Quillonez',
      type: 'person',
      gender: 'male',
      identifiers: [{ value: 'K491821', kind: 'passport', country: 'BG' }],
    },
  ]);
});

test.each<[string, Partial<DocumentReading>]>([
  ['that was read in print', { fields: { first_name: field('Anna'), sex: field('F', 'print') } }],
  ['of a zone that is wrong', { fields: { first_name: field('Anna'), sex: field('F') }, mrz: null }],
  ['that is neither', { fields: { first_name: field('Anna'), sex: field('X') } }],
])('a sex %s speaks against nobody', async (_, reading) => {
  const [query] = await askedFor([passport(reading)]);
  expect(query?.name).toBe('Anna');
  expect(query).not.toHaveProperty('gender');
});

test('who is named by signs that no list can be searched for has not been searched for', async () => {
  const context = {
    verification: { submission: { applicant: { first_name: '々', last_name: 'ー' } } },
    results: { read: { documents: [] } },
    watchlists: { whenReady: async () => true, current: () => ({ search: () => [], lists: () => [list()] }) },
    dismissalsOf: () => () => null,
    nowMs: 0,
    policy: POLICY_V1,
  };
  const result = await screeningStep.run(context as unknown as StepContext);
  expect(result).toMatchObject({ passed: null, findings: [{ code: 'name_missing' }], searched: [] });
});
