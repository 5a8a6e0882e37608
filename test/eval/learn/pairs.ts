import { readSounds } from '../../../server/names/bits/letters.ts';
import { readName } from '../../../server/names/prepare.ts';
import { type NameWord, type Writing, writingOf } from '../../../server/names/word.ts';
import { jaroWinkler } from '../../../server/names/word-similarity.ts';
import { type Channel, likelihoodOf, type WordPair } from './channel.ts';
import type { NamedPerson } from './people.ts';

const SPELLINGS_MAX = 4;
/** Before any learning, words correspond if they are this similar, or share a skeleton of at least two consonants. */
const [FIRST_ALIKE, SKELETON_ALIKE] = [0.7, 0.85];
const SKELETON = 's:';
const SKELETON_CHARS_MIN = SKELETON.length + 2;

/** A name in another script, in all its readings, and a Latin name of the same person. */
export interface NamePair {
  others: NameWord[][];
  latin: NameWord[];
  weight: number;
}

export type ScoreOfWords = (other: NameWord, latin: NameWord) => number;

export function pairNames({ latin, other }: NamedPerson): NamePair[] {
  const spellings = new Map<string, NameWord[]>();
  for (const name of latin) {
    const words = readName(name, 'person')[0]?.words ?? [];
    const key = words
      .map(({ text }) => text)
      .sort()
      .join(' ');
    if (!spellings.has(key) && spellings.size < SPELLINGS_MAX) spellings.set(key, words);
  }
  return other.flatMap((name) => {
    const others = readName(name, 'person').map(({ words }) => words);
    return [...spellings.values()].map((words) => ({ others, latin: words, weight: 1 / spellings.size }));
  });
}

export function firstScore(a: NameWord, b: NameWord): number {
  const bones = a.links.some(
    (link) => link.startsWith(SKELETON) && link.length >= SKELETON_CHARS_MIN && b.links.includes(link),
  );
  return Math.max(jaroWinkler(a.text, b.text), bones ? SKELETON_ALIKE : 0) - FIRST_ALIKE;
}

/** In bits: how much more likely one word becomes the other than the other occurs by itself. */
export function learntScore(channels: ReadonlyMap<Writing, Channel>, costOf: (text: string) => number): ScoreOfWords {
  const known = new Map<string, number>();
  return (a, b) => {
    const key = `${a.key} ${b.key}`;
    const channel = channels.get(writingOf(a));
    const [from, to] = [readSounds(a.text), readSounds(b.text)];
    if (!channel || !from || !to) return 0;
    const score = known.get(key) ?? likelihoodOf(channel, { from, to }) + costOf(b.text);
    known.set(key, score);
    return score;
  };
}

/** The corresponding words, by writing. Names of many people count less often than they occur. */
export function pairWords(names: readonly NamePair[], scoreOf: ScoreOfWords): Map<Writing, WordPair[]> {
  const found = new Map<Writing, Map<string, WordPair>>();
  for (const { others, latin, weight } of names) {
    for (const [a, b] of bestPairs(others, latin, scoreOf)) {
      const [from, to] = [readSounds(a.text), readSounds(b.text)];
      if (!from || !to) continue;
      const pairs = found.get(writingOf(a)) ?? new Map<string, WordPair>();
      found.set(writingOf(a), pairs);
      const key = `${a.text} ${b.text}`;
      pairs.set(key, { from, to, weight: (pairs.get(key)?.weight ?? 0) + weight });
    }
  }
  return new Map(
    [...found].map(([writing, pairs]) => [
      writing,
      [...pairs.values()].map((pair) => ({ ...pair, weight: Math.sqrt(pair.weight) })),
    ]),
  );
}

function bestPairs(others: readonly NameWord[][], latin: readonly NameWord[], scoreOf: ScoreOfWords) {
  let best: [NameWord, NameWord][] = [];
  let most = 0;
  for (const words of others) {
    const all = words
      .filter((word) => writingOf(word) !== '' && isWord(word))
      .flatMap((a) => latin.filter(isWord).map((b) => ({ a, b, score: scoreOf(a, b) })))
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score);
    const used = new Set<NameWord>();
    const chosen: [NameWord, NameWord][] = [];
    let sum = 0;
    for (const { a, b, score } of all) {
      if (used.has(a) || used.has(b)) continue;
      used.add(a).add(b);
      chosen.push([a, b]);
      sum += score;
    }
    if (sum > most) [best, most] = [chosen, sum];
  }
  return best;
}

export function isWord({ kind, text }: NameWord): boolean {
  return kind !== 'initial' && text.length > 1 && /^[a-z]+$/.test(text);
}
