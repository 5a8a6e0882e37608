import { readLetters } from './letters.ts';

/** After the BGN/PCGN system (1970), with the initials as names usually have them (`t` for ht, `kh` for hk). */
const CONSONANTS = readLetters(`
  က k  ခ kh  ဂ g  ဃ g  င ng  စ s  ဆ s  ဇ z  ဈ z  ည ny  ဉ ny  ဋ t  ဌ t  ဍ d  ဎ d  ဏ n  တ t  ထ t  ဒ d  ဓ d  န n  ပ p  ဖ p
  ဗ b  ဘ b  မ m  ယ y  ရ y  လ l  ဝ w  သ th  ဟ h  ဠ l  အ -  ဿ th  ဣ i  ဤ i  ဥ u  ဦ u  ဧ e  ဩ aw  ဪ aw`);
const MEDIALS = readLetters('ျ y  ြ y  ွ w');
/** `hl`, `hm`, `hn`. */
const ASPIRATION = 'ှ';
/** A consonant and its medials that are one sound together, in native and in foreign names. */
const TOGETHER = readLetters('ရှ sh  လျှ sh  သျှ sh  ချ ch  ခြ ch');
const TOGETHER_FOREIGN = readLetters('ဂျ j  ကျ ch  ဂြ j');
const VOWELS = readLetters(`
  ာ a  ါ a  ိ i  ီ i  ု u  ူ u  ေ e  ဲ e  ော aw  ေါ aw  ို o  ံ an  ုံ on  ိံ ein`);
/** Vowels and the consonant that ends the syllable. */
const RHYMES = readLetters(`
  က et  င in  စ it  ည i  ဉ in  တ at  န an  ပ at  မ an  ယ e  ောက auk  ောင aung  ေါင aung  ေါက auk  ိုက aik  ိုင aing  ိတ eik
  ိပ eik  ိန ein  ိမ ein  ုတ ok  ုပ ok  ုန on  ုမ on  ိုလ o`);
/** The same after the medial w. */
const RHYMES_AFTER_W = readLetters('တ ut  ပ ut  န un  မ un  က wet  င win');
/** What the ends of syllables represent in foreign names. */
const FOREIGN_ENDS = readLetters('က k  င ng  စ s  တ t  န n  ပ p  မ m  ယ y  လ l  ည n  ဉ n  ရ r');
/** Ends that turn the vowel before them into an i, if none is written. */
const FRONT_ENDS = readLetters('င in  စ it  ည in  ဉ in');
const FOREIGN_CONSONANTS = readLetters('ရ r  သ s');

const TONES = /[့း]/gu;
/** A consonant without its own vowel, at the end of a syllable or over the next one. */
const ENDED = '[က-အ](?:်္?|္)';
const SYLLABLE = new RegExp(`([က-အဿဣ-ဧဩဪ])([ျ-ှ]*)([ါ-ဲံ]*)်?((?:${ENDED})?)`, 'gu');

/**
 * Returns a word in Burmese letters as Latin words. A native name that stands alone is read syllable by syllable, and as one
 * word. Foreign names are read by the letters.
 */
export function romaniseBurmese(written: string, alone: boolean): string[][] {
  const syllables = [...written.replace(/ိုး/gu, 'ိုဲ').replace(TONES, '').matchAll(SYLLABLE)];
  const own = syllables.map(([, initial = '', medials = '', vowels = '', end = '']) =>
    spellOwn(initial, medials, vowels, end.slice(0, 1)),
  );
  const foreign = syllables
    .map(([, initial = '', medials = '', vowels = '', end = '']) =>
      spellForeign(initial, medials, vowels, end.slice(0, 1)),
    )
    .join('');
  const ways = alone ? [own, [own.join('')], [foreign]] : [[own.join('')], [foreign]];
  return ways.filter((way) => way.join('') !== '');
}

function spellOwn(initial: string, medials: string, vowels: string, end: string): string {
  const hasW = medials.includes('ွ');
  const afterW = hasW && vowels === '' ? RHYMES_AFTER_W[end] : undefined;
  const rest = afterW === undefined ? medials : medials.replace('ွ', '');
  const together = TOGETHER[initial + rest.replace('ွ', '')];
  const onset =
    together === undefined
      ? (rest.includes(ASPIRATION) ? 'h' : '') + (CONSONANTS[initial] ?? '') + spellMedials(rest)
      : together + (rest.includes('ွ') ? 'w' : '');
  if (vowels === 'ိုဲ') return `${onset}oe`;
  if (/[aeiouw]$/.test(onset) && vowels + end === '' && isVowelLetter(initial)) return onset;
  return onset + (afterW ?? RHYMES[vowels + end] ?? (VOWELS[vowels] ?? 'a') + (FOREIGN_ENDS[end] ?? ''));
}

function spellForeign(initial: string, medials: string, vowels: string, end: string): string {
  const plain = vowels.replace('ိုဲ', 'ို');
  const together = TOGETHER_FOREIGN[initial + medials] ?? TOGETHER[initial + medials];
  const onset = together ?? (FOREIGN_CONSONANTS[initial] ?? CONSONANTS[initial] ?? '') + spellMedials(medials);
  if (isVowelLetter(initial) && plain + end === '') return onset;
  if (plain !== '') return onset + (VOWELS[plain] ?? 'a').replace('aw', 'o') + (FOREIGN_ENDS[end] ?? '');
  if (medials.endsWith('ွ') && end !== '') return `${onset.slice(0, -1)}u${FOREIGN_ENDS[end] ?? ''}`;
  return onset + (FRONT_ENDS[end] ?? `a${FOREIGN_ENDS[end] ?? ''}`);
}

function spellMedials(medials: string): string {
  return [...medials].map((medial) => MEDIALS[medial] ?? '').join('');
}

function isVowelLetter(letter: string): boolean {
  return letter >= 'ဣ' && letter <= 'ဪ';
}
