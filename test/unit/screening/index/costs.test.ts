import { expect, test } from 'vitest';
import { readName, wordOf } from '../../../../server/names/prepare.ts';
import { LeftOver, leastCost, sumOf } from '../../../../server/screening/index/costs.ts';

const NO_EVIDENCE = { whole: 0, wholeWeight: 0, bare: true };

/** One word for each sum that unmatched words may belong to. */
const WORDS = [
  ...(readName('Brackwater Trading Germany 44 AG', 'organisation')[0]?.words ?? []),
  ...(readName('Anatoly Viktorovich van Lebezin', 'person')[0]?.words ?? []),
  wordOf('b|i'),
];

test('what one name left over is forgotten for the next', () => {
  expect(new Set(WORDS.map(({ kind }) => kind)).size).toBe(7);
  const used = new LeftOver();
  for (const word of WORDS) used.add(sumOf(word), word.weight);
  expect(leastCost(used, new LeftOver(), NO_EVIDENCE)).toBeGreaterThan(0);
  used.clear();
  expect(leastCost(used, new LeftOver(), NO_EVIDENCE)).toBe(0);
});
