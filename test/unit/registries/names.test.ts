import { describe, expect, it } from 'vitest';
import { similarityOfNames } from '../../../server/names/companies/similarity.ts';
import { areNear, variantsOf } from '../../../server/names/companies/variants.ts';
import { nameWords } from '../../../server/names/companies/words.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

describe('the words of a name', () => {
  it.each([
    ['The Ocean & Sky Company, Ltd.', 'ocean sky'],
    ["O'Brien and Sons LIMITED", 'obrien sons'],
    ['B. P. plc', 'bp'],
    ['Müller Straße GmbH & Co. KG', 'muller strasse'],
    ['Zielona Góra Sp. z o.o.', 'zielona gora'],
    ['Škoda s.r.o.', 'skoda'],
    ['Limited', 'limited'],
    ['The', 'the'],
    ['Limited Brands Ltd', 'limited brands'],
    ['---', ''],
  ])('%s are %s', (name, words) => expect(nameWords(name).join(' ')).toBe(words));
});

describe('words with an error', () => {
  it('are all that are near, and nothing else is', () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const word = (): string =>
      Array.from({ length: 4 + Math.floor(random() * 3) }, () => 'abc'[Math.floor(random() * 3)]).join('');
    for (let round = 0; round < 2_000; round++) {
      const [a, b] = [word(), word()];
      const isVariant = a === b || variantsOf(a).includes(b);
      expect(areNear(a, b), `${a} ${b} seed ${seed}`).toBe(isVariant);
      expect(areNear(b, a), `${b} ${a} seed ${seed}`).toBe(isVariant);
    }
  });

  it('are not looked for in a short word', () => {
    expect(variantsOf('abc')).toEqual([]);
    expect(areNear('ab', 'ac')).toBe(false);
  });
});

describe('the similarity of names', () => {
  const even = (): number => 1;
  it('is the share of their words in common', () => {
    expect(similarityOfNames(['a', 'b'], ['b', 'a'], even)).toBe(1);
    expect(similarityOfNames(['a', 'b'], ['a', 'c'], even)).toBe(0.5);
    expect(similarityOfNames(['a'], ['c'], even)).toBe(0);
    expect(similarityOfNames(['acme', 'soft'], ['acmesoft'], even)).toBe(0.99);
    expect(similarityOfNames(['brightwater'], ['brightwatr'], even)).toBe(0.8);
  });

  it('heeds rare words more than frequent ones', () => {
    const weightOf = (word: string): number => (word === 'services' ? 1 : 9);
    expect(similarityOfNames(['zorvex', 'services'], ['zorvex'], weightOf)).toBeGreaterThan(0.9);
    expect(similarityOfNames(['zorvex', 'services'], ['kilmar', 'services'], weightOf)).toBe(0.1);
  });
});
