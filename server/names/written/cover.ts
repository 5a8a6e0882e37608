import { type Similarity, similarityOf, type WordRule } from './similarity.ts';
import { isGeneration, isSameParticle, type Word } from './words.ts';

export type CoverRule = WordRule | 'word_missing' | 'particle' | 'order';

/**
 * Returns the rules by which every word of the shorter list has a separate counterpart in the longer, `sameMin` of them (if it
 * has that many) in full. Null if not all words have one.
 */
export type Cover = (a: readonly Word[], b: readonly Word[], sameMin: number) => CoverRule[] | null;

/** Counterparts are the same word or an initial. A particle needs none. */
export const coverWords: Cover = (a, b, sameMin) => cover(a, b, sameMin, ['same', 'initial']);

/**
 * Like `coverWords`, but a word may also be near its counterpart, particles may differ, and only one side may have a generation, such as `Junior`.
 */
export const coverWordsNearly: Cover = (a, b, sameMin) => cover(a, b, sameMin, ['same', 'near', 'initial']);

/** Whether two parts have a word in common, exactly or nearly. An absent part does not contradict it. */
export function shareWord(a: readonly Word[], b: readonly Word[]): boolean {
  if (a.length === 0 || b.length === 0) return true;
  return a.some(
    (word) => !word.particle && b.some((other) => ['same', 'near'].includes(similarityOf(word, other).kind)),
  );
}

function cover(
  a: readonly Word[],
  b: readonly Word[],
  sameMin: number,
  kinds: readonly Similarity['kind'][],
): CoverRule[] | null {
  const realWords = (words: readonly Word[]): number => words.filter(isReal).length;
  const fewer = realWords(a) - realWords(b) || a.length - b.length;
  const [few, many] = fewer <= 0 ? [a, b] : [b, a];
  const left = new Map(many.entries());
  const taken = new Map<Word, number>();
  const rules = new Set<CoverRule>();
  let open = [...few];
  let matched = 0;
  for (const kind of kinds) {
    const before = open.length;
    open = open.filter((word) => !take(word, left, kind, rules, taken));
    if (kind !== 'initial') matched += before - open.length;
  }
  const over = [...left.values()];
  if (open.some(isReal)) return null;
  if (!kinds.includes('near') && (over.some(isGeneration) || haveOtherParticles(open, over))) return null;
  if (open.length > 0 || over.some(({ particle }) => particle)) rules.add('particle');
  if (over.some(isReal)) rules.add('word_missing');
  if (isExchanged(few.flatMap((word) => taken.get(word) ?? []))) rules.add('order');
  const wanted = few.length - open.length;
  return matched > 0 && matched >= Math.min(sameMin, wanted) ? [...rules] : null;
}

function isReal({ particle }: Word): boolean {
  return !particle;
}

/** `de Souza` is `Souza`, but whether it is `da Souza` is for a reviewer to decide. */
function haveOtherParticles(open: readonly Word[], over: readonly Word[]): boolean {
  const particles = over.filter(({ particle }) => particle);
  return particles.length > 0 && open.some((word) => !particles.some((other) => isSameParticle(word, other)));
}

function isExchanged(places: readonly number[]): boolean {
  return places.some((place, i) => place < (places[i - 1] ?? -1));
}

/** Takes the counterpart of a word out of `left`, the plainest first, and records its position. */
function take(
  word: Word,
  left: Map<number, Word>,
  kind: Similarity['kind'],
  rules: Set<CoverRule>,
  taken: Map<Word, number>,
): boolean {
  const candidates = [...left]
    .map(([index, other]) => ({ index, ...similarityOf(word, other) }))
    .filter((one) => one.kind === kind);
  const best = candidates.find(({ rule }) => rule === null) ?? candidates[0];
  // Two misreadings in one name are two names.
  if (!best || (best.rule === 'one_letter' && rules.has('one_letter'))) return false;
  left.delete(best.index);
  taken.set(word, best.index);
  if (best.rule) rules.add(best.rule);
  return true;
}
