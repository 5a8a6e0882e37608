import { agreementOf } from './bits/bits.ts';
import { editDistance } from './edits.ts';
import { jaroWinkler } from './jaro-winkler.ts';
import { areSameButVowels, foldSpelling } from './spelling.ts';
import { LINKS_OF_GIVEN_NAME } from './tables/given-names.ts';
import { isKnownName } from './weights.ts';
import { isAbjad, isVowelled, type NameWord, type WordKind, writingOf } from './word.ts';

export { jaroWinkler };

/** Words with a lower Jaro-Winkler similarity are not two spellings of one word. */
export const JARO_WINKLER_MIN = 0.8;
/** A similarity that is not 0 is at least this. */
export const SIMILARITY_MIN = 0.5;
const FAMILY_SIMILARITY = 0.93;
/** Links with this prefix are skeletons. */
const SKELETON = 's:';
/** A patronymic is at least three letters longer than the given name it is made from (`Olegovich`, `Igorevna`). */
const PATRONYMIC_ENDING_CHARS = 3;
/** Words of two scripts whose letters explain less of each other than this are two words. */
const AGREEMENT_MIN = 0.05;
/** From this share on they are one word. Spellings of one word are rarely nearer. */
const AGREEMENT_WHOLE = 0.55;
/** The minimum similarity of words of two scripts, and the most that it falls short of 1. */
const AGREEMENT_SIMILARITY = 0.78;
const UNEQUAL_COST = 0.01;
const LEGAL_CLASS_SIMILARITY = 0.9;
const INITIAL_SIMILARITY = 0.95;
/** A letter of a script without vowels that stands alone without a dot is hardly an initial. */
const LONE_LETTER_SIMILARITY = 0.5;
/** A name in another language's form. */
const TRANSLATION_SIMILARITY = 0.75;
/** Two spellings of the same sounds. */
const SPELLING_SIMILARITY = 0.95;
/** Two names that very many people share are two names, however alike they look. */
const TWO_NAMES_FACTOR = 0.75;
/** A word that is hardly like such a name (`Khen`, `Khan`) is more likely another name than a slip. */
const KNOWN_HARDLY_LIKE_FACTOR = 0.925;
/** One edit in four letters, and everything less similar. */
const HARDLY_LIKE_SIMILARITY = 0.8;
const VOWELS_SIMILARITY = 0.9;
/** One edit takes this divided by the word's length. Two take more than twice that. */
const EDIT_COST = 0.95;
const MORE_EDITS_COST = 1.6;

/**
 * Returns the similarity of two words: 1 for the same word, otherwise 0 or at least `SIMILARITY_MIN`. Symmetric. Above 0 only if
 * their Jaro-Winkler similarity reaches `JARO_WINKLER_MIN`, they share a link, or one is an initial of the other.
 */
export function wordSimilarity(a: NameWord, b: NameWord): number {
  if (a.key === b.key) return 1;
  if (a.kind === 'initial' || b.kind === 'initial') return initialSimilarity(a, b);
  if (a.kind !== b.kind && !mayMeet(a, b)) return 0;
  if (a.text === b.text) return 1;
  if (a.kind === 'number') return 0;
  findLinks(a, b);
  if (a.kind === 'legal_form') return linked.legalClass ? LEGAL_CLASS_SIMILARITY : 0;
  if (writingOf(a) !== writingOf(b)) return Math.max(linked.family ? FAMILY_SIMILARITY : 0, acrossScripts(a, b));
  if (linked.family) return FAMILY_SIMILARITY;
  const known = areManAndWoman(a.text, b.text) ? 2 : Number(isKnownName(a.text)) + Number(isKnownName(b.text));
  let similarity = textSimilarity(a.text, b.text);
  if (known === 2) similarity *= TWO_NAMES_FACTOR;
  else if (known === 1 && similarity < HARDLY_LIKE_SIMILARITY) similarity *= KNOWN_HARDLY_LIKE_FACTOR;
  if (linked.translation) similarity = Math.max(similarity, TRANSLATION_SIMILARITY);
  return similarity >= SIMILARITY_MIN ? similarity : 0;
}

/** Words of two kinds: forms and numbers match only their own kind, and a given name does not match a patronymic made from it. */
function mayMeet(a: NameWord, b: NameWord): boolean {
  if (a.text === b.text) return true;
  if (isClosed(a.kind) || isClosed(b.kind)) return false;
  if (a.kind === 'patronymic') return b.text.length > a.text.length - PATRONYMIC_ENDING_CHARS;
  if (b.kind === 'patronymic') return a.text.length > b.text.length - PATRONYMIC_ENDING_CHARS;
  return true;
}

function isClosed(kind: WordKind): boolean {
  return kind === 'legal_form' || kind === 'number';
}

function initialSimilarity(a: NameWord, b: NameWord): number {
  if (a.text.charCodeAt(0) !== b.text.charCodeAt(0)) return 0;
  if (a.text.length === b.text.length) return 1;
  const initial = a.text.length === 1 ? a : b;
  return isAbjad(initial) && !isVowelled(initial) ? LONE_LETTER_SIMILARITY : INITIAL_SIMILARITY;
}

/** What the links shared by two words mean, as last found. */
const linked = { family: false, translation: false, legalClass: false, skeleton: false };

function findLinks(a: NameWord, b: NameWord): void {
  linked.family = linked.translation = linked.legalClass = linked.skeleton = false;
  const areTwoScripts = writingOf(a) !== writingOf(b);
  for (const link of a.links) {
    // They come last, and in one script they mean nothing.
    if (!areTwoScripts && link.startsWith(SKELETON)) return;
    if (!b.links.includes(link)) continue;
    if (link.startsWith('f:')) linked.family = linked.family || isFamilyTold(a, b);
    else if (link.startsWith('x:')) linked.translation = true;
    else if (link.startsWith('l:')) linked.legalClass = true;
    else linked.skeleton = true;
  }
}

/** A word of another script that sounds like a given name counts as that name if the other word is spelt as one. */
function isFamilyTold(a: NameWord, b: NameWord): boolean {
  return LINKS_OF_GIVEN_NAME.has(a.text) || LINKS_OF_GIVEN_NAME.has(b.text);
}

/** `Francisco` and `Francisca`, `Julian` and `Juliana`: two given names, though the woman's is in no table. */
function areManAndWoman(a: string, b: string): boolean {
  return isWomansNameOf(a, b) || isWomansNameOf(b, a);
}

function isWomansNameOf(woman: string, man: string): boolean {
  if (!woman.endsWith('a') || man.endsWith('a') || !LINKS_OF_GIVEN_NAME.has(man)) return false;
  const stem = woman.slice(0, -1);
  return stem === man || (man.endsWith('o') && stem === man.slice(0, -1));
}

/** Returns how much of each other's information the words explain as the sound in another script. */
function acrossScripts(a: NameWord, b: NameWord): number {
  const other = linked.translation ? TRANSLATION_SIMILARITY : 0;
  if (!linked.skeleton && textSimilarity(a.text, b.text) === 0) return other;
  const agreement = agreementOf(a, b, AGREEMENT_MIN, AGREEMENT_WHOLE);
  if (agreement < AGREEMENT_MIN) return other;
  const share = Math.min(1, agreement / AGREEMENT_WHOLE);
  return Math.max(other, AGREEMENT_SIMILARITY + (1 - AGREEMENT_SIMILARITY - UNEQUAL_COST) * share);
}

/** Returns the similarity of two texts, whatever the kind of their words, with the same guarantees as `wordSimilarity`. */
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
