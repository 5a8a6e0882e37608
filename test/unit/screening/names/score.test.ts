import { expect, test } from 'vitest';
import { readName } from '../../../../server/screening/names/prepare.ts';
import { scoreNames } from '../../../../server/screening/names/score.ts';
import type { NameSubject } from '../../../../server/screening/names/word.ts';

function score(a: string, b: string, subject: NameSubject = 'person'): number {
  let best = 0;
  for (const left of readName(a, subject)) {
    for (const right of readName(b, subject)) best = Math.max(best, scoreNames(left, right).score);
  }
  return best;
}

test.each([
  ['in another order', 'Lavrov Sergey', 'Sergey Lavrov'],
  ['with a wrong letter', 'Sergei Lavrof', 'Sergei Lavrov'],
  ['with an initial', 'J. Smith', 'John Smith'],
])('%s', (_, a, b) => {
  expect(score(a, b)).toBeGreaterThanOrEqual(0.85);
});

test.each([
  ['another given name', 'Frank Richter', 'Frederik Richter'],
  ['a surname alone', 'Khan', 'Imran Khan'],
])('%s', (_, a, b) => {
  expect(score(a, b)).toBeLessThan(0.85);
});
