import { editDistance } from './edits.ts';
import { jaroWinkler } from './jaro-winkler.ts';
import { areSameButVowels, foldSpelling } from './spelling.ts';
import { isAbjad, type NameWord } from './word.ts';

export { jaroWinkler };

/** Words less alike than this in Jaro-Winkler's measure are no two writings of one word. */
export const JARO_WINKLER_MIN = 0.8;
/** What is not 0 is at least this. */
export const SIMILARITY_MIN = 0.5;
const FAMILY_SIMILARITY = 0.93;
const SKELETON_SIMILARITY = 0.9;
const LEGAL_CLASS_SIMILARITY = 0.9;
const INITIAL_SIMILARITY = 0.95;
/** A name that another language has in its own form. */
const TRANSLATION_SIMILARITY = 0.75;
/** Two spellings of the same sounds. */
const SPELLING_SIMILARITY = 0.95;
const VOWELS_SIMILARITY = 0.9;
/** One edit takes this over the word's length; two take more than twice that. */
const EDIT_COST = 0.95;
const MORE_EDITS_COST = 1.6;

/**
 * How alike two words are: 1 for the same word, else 0 or at least `SIMILARITY_MIN`. Symmetric. More than 0 only where
 * their Jaro-Winkler similarity reaches `JARO_WINKLER_MIN`, they share a link, or one is an initial of the other.
 */
export function wordSimilarity(a: NameWord, b: NameWord): number {
  if (a.key === b.key) return 1;
  if (a.kind === 'initial' || b.kind === 'initial') return initialSimilarity(a, b);
  if (a.kind === 'number' || b.kind === 'number') return a.text === b.text ? 1 : 0;
  const linked = a.links.length > 0 && b.links.length > 0 ? linkSimilarity(a, b) : 0;
  if (a.kind === 'legal_form' && b.kind === 'legal_form') return linked;
  if (a.text === b.text) return 1;
  return Math.max(linked, textSimilarity(a.text, b.text));
}

function initialSimilarity(a: NameWord, b: NameWord): number {
  if (a.text.charCodeAt(0) !== b.text.charCodeAt(0)) return 0;
  return a.text.length === b.text.length ? 1 : INITIAL_SIMILARITY;
}

/** Of several links that they share the best counts. */
function linkSimilarity(a: NameWord, b: NameWord): number {
  let best = 0;
  for (const link of a.links) {
    if (b.links.includes(link)) best = Math.max(best, worthOf(link, a, b));
  }
  return best;
}

function worthOf(link: string, a: NameWord, b: NameWord): number {
  switch (link[0]) {
    case 'f':
      return FAMILY_SIMILARITY;
    case 'x':
      return TRANSLATION_SIMILARITY;
    case 'l':
      return LEGAL_CLASS_SIMILARITY;
    default:
      return isAbjad(a) || isAbjad(b) ? SKELETON_SIMILARITY : 0;
  }
}

/** Two texts, whatever kind of words they are; the same promises as `wordSimilarity`. */
export function textSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (jaroWinkler(a, b) < JARO_WINKLER_MIN) return 0;
  const plain = gradeEdits(a, b, 1);
  const [foldedA, foldedB] = [foldSpelling(a), foldSpelling(b)];
  const folded = areSameButVowels(foldedA, foldedB)
    ? foldedA === foldedB
      ? SPELLING_SIMILARITY
      : VOWELS_SIMILARITY
    : gradeEdits(foldedA, foldedB, SPELLING_SIMILARITY);
  const similarity = Math.max(plain, folded);
  return similarity >= SIMILARITY_MIN ? similarity : 0;
}

function gradeEdits(a: string, b: string, atBest: number): number {
  const edits = a === b ? 0 : editDistance(a, b);
  const length = Math.max(a.length, b.length);
  return atBest - (edits <= 1 ? edits * EDIT_COST : edits * MORE_EDITS_COST) / length;
}
