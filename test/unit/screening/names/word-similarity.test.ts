import { describe, expect, test } from 'vitest';
import { editDistance } from '../../../../server/names/edits.ts';
import { wordOf } from '../../../../server/names/prepare.ts';
import { foldSpelling } from '../../../../server/names/spelling.ts';
import { jaroWinkler, wordSimilarity } from '../../../../server/names/word-similarity.ts';

function similarity(a: string, b: string): number {
  return wordSimilarity(wordOf(a), wordOf(b));
}

describe('Jaro-Winkler', () => {
  // The examples from Winkler's papers, to three places.
  test.each([
    ['martha', 'marhta', 0.961],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.813],
    ['abroms', 'abrams', 0.922],
    ['abc', 'xyz', 0],
    ['', '', 1],
    ['', 'abc', 0],
  ])('%s and %s', (a, b, expected) => {
    expect(jaroWinkler(a, b)).toBeCloseTo(expected, 3);
    expect(jaroWinkler(b, a)).toBeCloseTo(expected, 3);
  });

  test('of long words only the first letters are compared', () => {
    const long = 'a'.repeat(40);
    expect(jaroWinkler(long, `${long}b`)).toBe(1);
  });
});

test.each([
  ['abcd', 'abcd', 0],
  ['abcd', 'abxd', 1],
  ['abcd', 'acbd', 1],
  ['abcd', 'abd', 1],
  ['abcd', 'abccd', 1],
  ['ca', 'abc', 3],
  ['', 'abc', 3],
  ['lukashenko', 'luakshnko', 2],
])('edits from %s to %s', (a, b, expected) => {
  expect(editDistance(a, b)).toBe(expected);
  expect(editDistance(b, a)).toBe(expected);
});

test.each([
  ['sergejs', 'sergei'],
  ['lavrovs', 'lavrov'],
  ['poutine', 'putin'],
  ['poetin', 'putin'],
  ['putinas', 'putin'],
  ['philipp', 'filip'],
  ['wachmann', 'vakhman'],
])('%s is spelt like %s', (a, b) => {
  expect(foldSpelling(a).replace('h', '')).toBe(foldSpelling(b).replace('h', ''));
});

describe('two words', () => {
  test.each([
    ['of one family', 'bill', 'william', 0.93],
    ['that translate each other', 'john', 'juan', 0.75],
    ['spelt alike', 'lavrov', 'lavrow', 0.95],
    ['but for their vowels', 'ladin', 'laden', 0.9],
    ['of one class of legal forms', 'jsc|l', 'oao|l', 0.9],
    ['by the initial', 'j|i', 'john', 0.95],
  ])('%s', (_, a, b, expected) => {
    expect(similarity(a, b)).toBeCloseTo(expected, 2);
  });

  test.each([
    ['that differ in a digit', '44|n', '45|n'],
    ['of two classes of legal forms', 'gmbh|l', 'jsc|l'],
    ['of one skeleton in Latin letters', 'boris', 'barassa'],
    ['a given name and its patronymic', 'oleksandr', 'oleksandrovych|y'],
    ['by another initial', 'k|i', 'john'],
    ['a legal form and a name', 'gmbh|l', 'gmbha'],
  ])('not alike: %s', (_, a, b) => {
    expect(similarity(a, b)).toBe(0);
  });

  test('of one skeleton where another script leaves the vowels open', () => {
    expect(similarity('mtyry|a', 'mutairi')).toBeGreaterThanOrEqual(0.85);
  });

  test('of one skeleton by how much the one explains of the other as its sound', () => {
    expect(similarity('polishchuk', 'polishchuk|v')).toBe(1);
    expect(similarity('polischuk', 'polishchuk|v')).toBeGreaterThan(0.95);
    expect(similarity('belskiy', 'polishchuk|v')).toBeLessThan(0.9);
    expect(similarity('bauer', 'piare|v')).toBeLessThan(similarity('pierre', 'piare|v'));
  });

  test('not by their skeleton in one and the same script', () => {
    expect(similarity('kimjunghun|h', 'kmjanghana|h')).toBeLessThan(similarity('kimjunghun', 'kmjanghana|h'));
    expect(similarity('mtyry|a', 'mutairi|a')).toBe(0);
  });

  test('of which very many people bear one, if hardly alike, are less so than others', () => {
    expect(similarity('khen', 'khan')).toBeLessThan(similarity('zhen', 'zhon'));
    expect(similarity('khen|a', 'khan')).toBeGreaterThan(similarity('khen', 'khan'));
    expect(similarity('maztin', 'martin')).toBe(similarity('zaztin', 'zartin'));
  });

  test('that very many people bear are less alike than a misspelling', () => {
    expect(similarity('mila', 'milan')).toBeLessThan(similarity('zila', 'zilan'));
  });
});
