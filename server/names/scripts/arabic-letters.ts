import { toAscii } from '../../lib/text.ts';
import { readLetters } from './letters.ts';

/**
 * Letters of Arabic, Persian, Urdu, Pashto and Kurdish in their Latin spellings, after the common ground of ALA-LC and BGN/PCGN, without marks. `dh`
 * is one of three sounds that Arabic distinguishes and Persian reads as z. Waw and yeh are read by their neighbours, see `readVowelLetter`.
 */
const LETTERS = readLetters(`
  ا a  أ a  إ i  آ a  ٱ a  ى a  ة a  ء -  ؤ u  ئ i  ع a  ە e  ۀ e  ب b  پ p  ت t  ٹ t  ټ t  ث th  ج j  چ ch  ح h
  خ kh  ځ dz  څ ts  د d  ڈ d  ډ d  ذ dh  ر r  ڑ r  ړ r  ڕ r  ز z  ژ zh  ږ zh  س s  ش sh  ښ sh  ص s  ض dh  ط t  ظ dh
  غ gh  ف f  ڤ v  ق q  ڨ g  ك k  ک k  ګ g  گ g  ڭ ng  ل l  ڵ l  م m  ن n  ں n  ڼ n  ه h  ہ h  ھ h  ۃ a`);
const WAWS = 'وۆۇۈۋ';
/** Letters that sound h. The h of an aspirate is not one of them. */
const HS = 'هحہ';
const YEHS = 'يیېےىۍێ';
/** One consonant, or the two that write the ch of foreign names. */
const CONSONANTS = /تش|./gu;
/** Letters that are vowels on their own. */
const VOWELS = 'اأإآٱىةعئؤەۀ';
/** Letters that Arabic does not have: in their languages waw is as often v. */
const PERSIAN = /[پچژگکیۀ]/u;

/** Returns the spellings of a word: with its waws as vowels, as most are, and as an open w if they may be v. */
export function spellArabic(word: string): string[] {
  const usual = spell(word, false);
  const open = PERSIAN.test(word) ? spell(word, true) : usual;
  return open === usual ? [usual] : [usual, open];
}

function spell(word: string, open: boolean): string {
  if (isShort(word))
    return (word.match(CONSONANTS) ?? [])
      .map((sound) => [...sound].map((letter) => LETTERS[letter]).join(''))
      .join('a');
  let text = '';
  for (let at = 0; at < word.length; at++) text += readLetter(word, at, text, open);
  return text
    .replace(/^aa+/, 'a')
    .replace(/^a(?=[io])/, '')
    .replace(/ww/g, 'w')
    .replace(/ngh/g, 'ng');
}

/** Returns the sound of a letter after the text so far. */
function readLetter(word: string, at: number, text: string, open: boolean): string {
  const letter = word[at] as string;
  const last = at === word.length - 1;
  if (isWaw(letter)) return readWaw(word, at, open);
  if (letter === 'ى') return last ? 'a' : 'i';
  if (isYeh(letter)) return readYeh(word, at);
  if (letter === 'ه' && last && at > 1 && !isVowel(word[at - 1])) return 'eh';
  if (HS.includes(letter) && /[^aeiouy]$/.test(text)) return 'ah'; // Not th, sh, kh with the letter before.
  return LETTERS[letter] ?? toAscii(letter);
}

/** A consonant at the start and next to other vowel letters, otherwise a long vowel; o after a first alef and in `oy`. */
function readWaw(word: string, at: number, open: boolean): string {
  if (at === 0) return 'w';
  if (at === 1 && 'اأإ'.includes(word[0] as string) && !isVowel(word[2])) return 'o';
  if (!open && isYeh(word[at + 1] ?? '') && at < word.length - 2 && !isVowel(word[at - 1])) return 'o';
  return open || isVowel(word[at - 1]) || isVowel(word[at + 1]) ? 'w' : 'u';
}

/** As waw; i after a first alef. */
function readYeh(word: string, at: number): string {
  if (at === 0) return 'y';
  if (at === 1 && 'اإ'.includes(word[0] as string) && !isVowel(word[2])) return 'i';
  return isVowel(word[at - 1]) || isVowel(word[at + 1]) ? 'y' : 'i';
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && (VOWELS.includes(letter) || isWaw(letter) || isYeh(letter));
}

function isWaw(letter: string): boolean {
  return WAWS.includes(letter);
}

function isYeh(letter: string): boolean {
  return YEHS.includes(letter);
}

/** Two or three consonants, which do not show the vowels between them: usually a. */
function isShort(word: string): boolean {
  return word.length > 1 && word.length < 4 && [...word].every((letter) => /^[^aeiou]+$/.test(LETTERS[letter] ?? ''));
}
