import anyAscii from 'any-ascii';
import { LIMITS } from '../lib/limits.ts';

/**
 * Words that say little of who somebody is, wherever they stand: particles of names, titles, legal forms. They count
 * with `LIGHT_WEIGHT` whatever their frequency. Chosen by hand; a name made of nothing else is still found.
 */
const LIGHT_WORDS = new Set(
  `al el ul ad bin ben ibn bint bte abu abou de del della di da do dos das du la las le les los van von der den ten y e
   and the of for und et mr mrs ms miss dr prof sir haji hajji hadji sheikh shaikh sayyid mullah mawlawi maulavi gen
   col capt ltd limited llc inc incorporated corp corporation co company sa srl sl spa sarl gmbh ag kg oy ab as aps nv
   bv plc lp llp pte pvt sdn bhd fzc fze fzco oao ooo zao pao ao jsc pjsc ojsc cjsc joint stock liability public
   private open closed jv group holding holdings cv rl de`.split(/\s+/),
);
const LIGHT_WEIGHT = 0.15;
const INITIAL_WEIGHT = 0.3;
/** However common, a real word of a name never weighs less. */
const WEIGHT_MIN = 0.35;

/**
 * A name as lower-case ASCII words of letters and digits, in their order: `O'Brien-Łukasz, S.A.` as
 * `obrien lukasz sa`. Scripts are transliterated by any-ascii. At most `LIMITS.searchWordsMax`.
 */
export function splitWords(name: string): string[] {
  const folded = anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['`]/g, '')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1');
  return (folded.match(/[a-z0-9]+/g) ?? []).slice(0, LIMITS.searchWordsMax);
}

/**
 * What a word weighs in a name, 0..1: its inverse document frequency over all names, scaled so that a word that stands
 * in one name has 1 (Spärck Jones 1972), with fixed small weights for initials and light words.
 */
export function wordWeight(word: string, namesWithWord: number, names: number): number {
  if (LIGHT_WORDS.has(word)) return LIGHT_WEIGHT;
  if (word.length === 1) return INITIAL_WEIGHT;
  if (namesWithWord <= 1 || names <= 1) return 1;
  return Math.max(WEIGHT_MIN, Math.log(names / namesWithWord) / Math.log(names));
}

/** Whether a word is worth looking names up by. */
export function isHeavy(weight: number): boolean {
  return weight >= WEIGHT_MIN;
}
