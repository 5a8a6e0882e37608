import { expect, test } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { hitFactors, hitFacts, tokenPairs } = await import('../../../renderer/parts/hit.ts');

const feature = (name: string, query: string, candidate: string, score: number, weight: number, contribution = 0) => ({
  name,
  query,
  candidate,
  score,
  weight,
  contribution,
});

const HIT = {
  features: [
    feature('name', 'viktor', 'victor', 0.93, 0.4),
    feature('name', 'bout', 'bout', 1, 0.4),
    feature('name', 'anatolievich', '', 0, 0.2),
    feature('name', 'ab', 'xy', 0.2, 0.2),
    feature('weak_name', '', '', 0, 0.9, -0.05),
    feature('birth_date', '1967-01-13', '1967', 1, 0.05, 0.05),
    feature('country', 'FR', 'RU TJ', 0, -0.1, -0.1),
    feature('address', 'a', 'b', 0.1, 0),
  ],
};

test('the words of both names stand over against each other, marked by how alike they are', () => {
  expect(tokenPairs(HIT).map(({ asked, found, similarity }) => [asked, found, similarity])).toEqual([
    ['viktor', 'victor', 'near'],
    ['bout', 'bout', 'same'],
    ['anatolievich', '', 'missing'],
    ['ab', 'xy', 'far'],
  ]);
});

test('a pair of words tells its rule, where the hit has one', () => {
  const features = [{ ...feature('name', 'bill', 'william', 0.93, 0.4), rule: 'given_name' as const }];
  expect(tokenPairs({ features })[0]).toMatchObject({ asked: 'bill', rule: 'given_name' });
  expect(tokenPairs(HIT)[0]).not.toHaveProperty('rule');
});

test('facts agree or contradict by their effect, and factors of the name are no facts', () => {
  expect(hitFacts(HIT).map(({ name, verdict }) => [name, verdict])).toEqual([
    ['birth_date', 'agrees'],
    ['country', 'contradicts'],
    ['address', 'open'],
  ]);
  expect(hitFactors(HIT)).toEqual([{ name: 'weak_name', contribution: -0.05 }]);
});
