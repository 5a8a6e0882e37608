import { expect, test } from 'vitest';
import { readName, wordOf } from '../../../../server/names/prepare.ts';
import { LACKING_COST, scoreNames } from '../../../../server/names/score.ts';
import { NEAR_CHARS_MAX } from '../../../../server/names/unmatched-words.ts';
import type { NameSubject, NameWord, PreparedName } from '../../../../server/names/word.ts';
import {
  JARO_WINKLER_MIN,
  jaroWinkler,
  SIMILARITY_MIN,
  wordSimilarity,
} from '../../../../server/names/word-similarity.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';

const PARTS = `muhammad mohamed ali hassan hussein abd al aziz abdulaziz bin ibn sergey sergei viktorovich ivanovich
  olegovna lavrov lavrovs putin poutine vladimir volodymyr william bill j. p. r jc dr president haji khan kim jong un uun
  vasiljevec radomir okonjo chidera ann владимир путин محمد علي בנימין brackwater nimbus trading international bank
  company ltd llc gmbh ag jsc ooo oao 1 2 first 44 forty-four ii germany (schweiz) o'brien abu hafs van der bilt
  vanderbilt sech1n 金 바락`.split(/\s+/);
const SUBJECTS: NameSubject[] = ['person', 'organisation', 'unknown'];
const ROUNDS = rounds(3_000, 150);
const EPSILON = 1e-9;

const seed = testSeed();
console.info(`Properties of name scores: CUSTOS_TEST_SEED=${seed}`);
const random = seededRandom(seed);

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** A name of one to six words, some with one letter changed. */
function drawName(subject: NameSubject): PreparedName {
  const words = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
    const word = pick(PARTS);
    const at = Math.floor(random() * word.length);
    return random() < 0.2 ? `${word.slice(0, at)}${pick([...'aeiklrst'])}${word.slice(at + 1)}` : word;
  });
  return readName(words.join(' '), subject)[0] ?? drawName(subject);
}

/** A second name that shares words with the first, like most names that are compared. */
function drawLike({ subject, words }: PreparedName): PreparedName {
  const kept = words.filter(() => random() < 0.7);
  const more = random() < 0.6 ? drawName(subject).words.slice(0, 2) : [];
  const all = [...kept, ...more].sort(() => random() - 0.5);
  return all.length > 0 ? { subject, words: all } : drawName(subject);
}

function eachPair(check: (a: PreparedName, b: PreparedName) => void): void {
  for (let round = 0; round < ROUNDS; round++) {
    const a = drawName(pick(SUBJECTS));
    check(a, drawLike(a));
  }
}

function keysOf({ words }: PreparedName): string {
  return words.map(({ key }) => key).join(' ');
}

test('a score is symmetric and from 0 to 1', () => {
  eachPair((a, b) => {
    const { score } = scoreNames(a, b);
    expect(Math.abs(score - scoreNames(b, a).score), `${keysOf(a)} / ${keysOf(b)}`).toBeLessThan(EPSILON);
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
  });
});

test('equal names have the score 1', () => {
  eachPair((a) => expect(scoreNames(a, a).score, keysOf(a)).toBeCloseTo(1, 9));
});

test('without a word that both names have the score is no higher', () => {
  eachPair((a, b) => {
    const shared = a.words.find(
      (word) => word.kind === 'word' && countOf(a, word) === 1 && countOf(b, word) === 1 && isUnlikeOthers(word, a, b),
    );
    if (!shared || a.words.length < 2) return;
    const less = { ...a, words: a.words.filter((word) => word !== shared) };
    const [whole, without] = [scoreNames(a, b), scoreNames(less, b)];
    // Other joined words replaced it, so the removed word is not the one that agreed.
    if (without.pairs.some(({ query, candidate }) => candidate === shared.text && query !== '')) return;
    const what = `${keysOf(a)} / ${keysOf(b)} without ${shared.key}`;
    expect(without.score, what).toBeLessThanOrEqual(whole.score + EPSILON);
  });
});

function countOf({ words }: PreparedName, { key }: NameWord): number {
  return words.filter((word) => word.key === key).length;
}

/** Only then is the word independent evidence, and no second choice can replace it. */
function isUnlikeOthers(word: NameWord, a: PreparedName, b: PreparedName): boolean {
  if (word.text.length <= NEAR_CHARS_MAX) return false;
  return [...a.words, ...b.words].every((other) => other.key === word.key || wordSimilarity(word, other) === 0);
}

test('the words of a query that found no partner bound the score', () => {
  eachPair((a, b) => {
    const { score, pairs } = scoreNames(a, b);
    const agreed = pairs.reduce((sum, { similarity, weight }) => sum + similarity * weight, 0);
    const left = pairs.reduce((sum, { candidate, weight }) => sum + (candidate === '' ? weight : 0), 0);
    const bound = agreed === 0 ? 0 : agreed / (agreed + LACKING_COST * left);
    expect(score, `${keysOf(a)} / ${keysOf(b)}`).toBeLessThanOrEqual(bound + EPSILON);
  });
});

test('words are alike only by their letters, by a link or by an initial', () => {
  eachPair((a, b) => {
    for (const left of a.words) {
      for (const right of b.words) {
        const similarity = wordSimilarity(left, right);
        expect(similarity).toBe(wordSimilarity(right, left));
        if (similarity === 0) continue;
        expect(similarity).toBeGreaterThanOrEqual(SIMILARITY_MIN);
        expect(isAllowed(left, right), `${left.key} ${right.key} ${similarity}`).toBe(true);
      }
    }
  });
});

function isAllowed(a: NameWord, b: NameWord): boolean {
  const initial = [a, b].some(({ kind }) => kind === 'initial') && a.text[0] === b.text[0];
  const linked = a.links.some((link) => b.links.includes(link));
  return initial || linked || jaroWinkler(a.text, b.text) >= JARO_WINKLER_MIN;
}

test('a word follows from its key alone', () => {
  eachPair(({ words }) => {
    for (const word of words) expect(wordOf(word.key)).toEqual(word);
  });
});
