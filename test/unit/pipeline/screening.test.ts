import { expect, test } from 'vitest';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import type { DocumentReading, Hit, ReadField } from '../../../server/checks/types.ts';
import { screeningStep } from '../../../server/pipeline/screening.ts';
import type { StepContext } from '../../../server/pipeline/step.ts';
import type { SearchQuery } from '../../../server/screening/search.ts';
import { hit, list, passport } from '../checks/samples.ts';

const field = (value: string, source: ReadField['source'] = 'mrz'): ReadField => ({ value, confidence: 1, source });

/** The step's input, with lists that answer as `search` does. */
function contextOf(
  readings: DocumentReading[],
  search: (query: SearchQuery) => Hit[] = () => [],
  applicant: object = {},
): StepContext {
  const context = {
    verification: { submission: { applicant } },
    results: { read: { documents: readings } },
    watchlists: { whenReady: async () => true, current: () => ({ search, lists: () => [list()] }) },
    dismissalsOf: () => () => null,
    nowMs: 0,
    policy: POLICY_V1,
  };
  return context as unknown as StepContext;
}

/** The queries that the step sends to the lists. */
async function askedFor(readings: DocumentReading[], applicant: object = {}): Promise<SearchQuery[]> {
  const asked: SearchQuery[] = [];
  const search = (query: SearchQuery): Hit[] => {
    asked.push(query);
    return [];
  };
  await screeningStep.run(contextOf(readings, search, applicant));
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

test.each([
  [{ birth_date: { from: '1968', to: '1968' } }, '1968'],
  [{ birth_date: { from: '1968-04-01', to: '1968-04-30' } }, '1968-04'],
  [{ birth_date: { from: '1967', to: '1969-04' } }, '1967-01/1969-04'],
  [{ birth_date: { from: '1967', to: '1969' }, dob: '1968-04-12' }, '1968-04-12'],
])('a birth date is searched by as much of it as is known: %o', async (born, birthDate) => {
  expect(await askedFor([], { last_name: 'Quillonez', ...born })).toMatchObject([{ birthDate }]);
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

test('a name in another script is searched as printed and in Latin letters, and the answer marks what was transliterated', async () => {
  const context = contextOf([
    passport({ fields: { first_name: field('ЮЛИЯ', 'print'), last_name: field('ЩУКИНА', 'print') }, mrz: null }),
  ]);
  const { searched } = await screeningStep.run(context);
  expect(searched.map(({ source, name }) => [source, name])).toEqual([
    ['read', 'ЮЛИЯ ЩУКИНА'],
    ['transliterated', 'IULIIA SHCHUKINA'],
  ]);
});

test('the Latin form that the document has is searched in the place of a transliteration', async () => {
  const fields = { first_name: field('YULIYA'), last_name: field('SHCHUKINA') };
  const also_read = { first_name: [field('ЮЛИЯ', 'print')], last_name: [field('ЩУКИНА', 'print')] };
  const names = (await askedFor([passport({ fields, also_read })])).map(({ name }) => name);
  expect(names).toEqual(['YULIYA SHCHUKINA', 'ЮЛИЯ ЩУКИНА']);
});

test('both forms of one name make one hit of one entry', async () => {
  const context = contextOf(
    [passport({ fields: { first_name: field('ЮЛИЯ', 'print'), last_name: field('ЩУКИНА', 'print') }, mrz: null })],
    ({ name }) => [hit({ id: `hit_${name}`, score: name.startsWith('IULIIA') ? 0.97 : 0.93 })],
  );
  expect((await screeningStep.run(context)).hits.map(({ id }) => id)).toEqual(['hit_IULIIA SHCHUKINA']);
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
  const result = await screeningStep.run(contextOf([], undefined, { first_name: '々', last_name: 'ー' }));
  expect(result).toMatchObject({ passed: null, findings: [{ code: 'name_missing' }], searched: [] });
});
