import { type Likeness, likenessOf, type WordRule } from './likeness.ts';
import { isParticle, type Word } from './words.ts';

export type CoverRule = WordRule | 'word_missing' | 'particle';

/**
 * The rules by which every word of the shorter list has its own counterpart in the longer, `sameMin` of them (if it has so
 * many) in full; null where it has not.
 */
export type Cover = (a: readonly Word[], b: readonly Word[], sameMin: number) => CoverRule[] | null;

/** Counterparts are the same word, an initial, or, for a particle, none. */
export const coverWords: Cover = (a, b, sameMin) => cover(a, b, sameMin, ['same', 'initial']);

/** As `coverWords`, but a word may also be near its counterpart. */
export const coverWordsNearly: Cover = (a, b, sameMin) => cover(a, b, sameMin, ['same', 'near', 'initial']);

/** Whether two parts have a word in common, or nearly so; an absent part says nothing against it. */
export function shareWord(a: readonly Word[], b: readonly Word[]): boolean {
  if (a.length === 0 || b.length === 0) return true;
  return a.some(
    (word) => !isParticle(word) && b.some((other) => ['same', 'near'].includes(likenessOf(word, other).kind)),
  );
}

function cover(
  a: readonly Word[],
  b: readonly Word[],
  sameMin: number,
  kinds: readonly Likeness['kind'][],
): CoverRule[] | null {
  const realWords = (words: readonly Word[]): number => words.filter((word) => !isParticle(word)).length;
  const [few, many] = realWords(a) <= realWords(b) ? [a, b] : [b, a];
  const left = [...many];
  const rules = new Set<CoverRule>();
  let open = [...few];
  let matched = 0;
  for (const kind of kinds) {
    const before = open.length;
    open = open.filter((word) => !take(word, left, kind, rules));
    if (kind !== 'initial') matched += before - open.length;
  }
  if (open.some((word) => !isParticle(word))) return null;
  if (open.length > 0 || left.some(isParticle)) rules.add('particle');
  if (left.some((word) => !isParticle(word))) rules.add('word_missing');
  const wanted = few.length - open.length;
  return matched > 0 && matched >= Math.min(sameMin, wanted) ? [...rules] : null;
}

/** Takes the counterpart of a word out of `left`, the plainest first. */
function take(word: Word, left: Word[], kind: Likeness['kind'], rules: Set<CoverRule>): boolean {
  const candidates = left
    .map((other, index) => ({ index, ...likenessOf(word, other) }))
    .filter((one) => one.kind === kind);
  const best = candidates.find(({ rule }) => rule === null) ?? candidates[0];
  // Two misreadings in one name are two names.
  if (!best || (best.rule === 'one_letter' && rules.has('one_letter'))) return false;
  left.splice(best.index, 1);
  if (best.rule) rules.add(best.rule);
  return true;
}
