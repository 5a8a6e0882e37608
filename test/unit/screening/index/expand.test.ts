import { describe, expect, test } from 'vitest';
import { joinedSimilarity, pairWeight } from '../../../../server/names/matches.ts';
import { wordOf } from '../../../../server/names/prepare.ts';
import { wordSimilarity } from '../../../../server/names/word-similarity.ts';
import { buildIndex } from '../../../../server/screening/index/build.ts';
import { type Expansion, expandRun, expandWord } from '../../../../server/screening/index/expand.ts';
import { ExpansionCache } from '../../../../server/screening/index/expansion-cache.ts';
import { Vocabulary } from '../../../../server/screening/index/vocabulary.ts';
import { testSeed } from '../../../support/random.ts';
import { makeWords } from './words.ts';

const seed = testSeed();
const NAMES = [
  'William Gates',
  'Bill Gates',
  'B. Gates',
  'Mohammed al-Rashid',
  'محمد الرشيد',
  'Mohamad Rashid',
  'משה כהן',
  'Moshe Cohen',
  'Владимир Путин',
  'Vladimir Putin',
  'Acme Trading Ltd',
  'Acme Trading Limited',
  'Acme GmbH',
  'Abd al Rahman',
  'Abdalrahman',
];

function makeVocabulary(): Vocabulary {
  const made = makeWords(600, seed, 8).map((word, i, words) => `${word} ${words[(i * 7) % words.length]}`);
  return new Vocabulary(
    buildIndex([...NAMES, ...made].map((name) => ({ name, subject: /Acme/.test(name) ? 'organisation' : 'person' }))),
  );
}

function list(expansion: Expansion): [number, number, number][] {
  const rows = Array.from(expansion.ids, (id, i): [number, number, number] => {
    return [id, expansion.similarities[i] ?? Number.NaN, expansion.weights[i] ?? Number.NaN];
  });
  return rows.sort((a, b) => a[0] - b[0]);
}

describe(`expanding words (seed ${seed})`, () => {
  const vocabulary = makeVocabulary();
  const ids = Array.from({ length: vocabulary.size }, (_, id) => id);

  test('a word of the index is the one that its key means', () => {
    for (const id of ids) expect(vocabulary.wordAt(id)).toEqual(wordOf(vocabulary.wordAt(id).key));
  });

  test('words are found by their text, all kinds of them', () => {
    for (const id of ids) {
      const [from, to] = vocabulary.findText(vocabulary.textAt(id));
      expect(ids.filter((other) => vocabulary.textAt(other) === vocabulary.textAt(id))).toEqual(
        ids.filter((other) => other >= from && other < to),
      );
    }
    expect(vocabulary.findText('nosuchword')).toSatisfy(([from, to]) => from === to);
  });

  test('every word is expanded to all words that it is similar to', () => {
    let linked = 0;
    for (const id of ids) {
      const word = vocabulary.wordAt(id);
      if (word.kind === 'initial') continue;
      const expected = ids.flatMap((other): [number, number, number][] => {
        const similarity = wordSimilarity(word, vocabulary.wordAt(other));
        return similarity > 0 ? [[other, similarity, pairWeight(word, vocabulary.wordAt(other))]] : [];
      });
      expect(list(expandWord(vocabulary, word)), word.key).toEqual(expected);
      if (word.links.length > 0) linked += 1;
    }
    expect(linked).toBeGreaterThan(10);
  });

  test('a run of words is expanded to the words that it is when written as one', () => {
    const run = ['abd', 'al', 'rahman'].map((text) => wordOf(text));
    const expected = ids.filter((id) => joinedSimilarity(run, 0, 3, vocabulary.wordAt(id)) > 0);
    expect([...expandRun(vocabulary, run, 0, 3).ids].sort((a, b) => a - b)).toEqual(expected);
    expect(expected.map((id) => vocabulary.textAt(id))).toContain('abdalrahman');
  });

  test('the cache gives an expansion again without making it, until newer ones need the room', () => {
    const cache = new ExpansionCache();
    let made = 0;
    const make = (words: number) => () => {
      made += 1;
      const [numbers, flags] = [new Float64Array(words), new Uint8Array(words)];
      return { ids: new Uint32Array(words), similarities: numbers, weights: numbers, evidence: flags };
    };
    cache.get('a', make(10));
    expect(cache.get('a', make(10)).ids).toHaveLength(10);
    expect(made).toBe(1);
    for (let i = 0; i < 10; i++) cache.get(`large ${i}`, make(100_000));
    cache.get('a', make(10));
    expect(made).toBe(12);
  });
});
