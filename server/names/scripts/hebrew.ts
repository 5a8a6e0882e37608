import { readLetters } from './letters.ts';

/**
 * Hebrew letters in Latin spelling, after the simple rules of the Academy of the Hebrew Language (2006). A geresh makes the sounds of other
 * languages. Vav is `v` at the start. Inside a word it is the vowel o, or an open `w`, which the skeleton reads as vowel or v.
 */
const LETTERS = readLetters(`
  א a  ב b  ג g  ד d  ה h  ו w  ז z  ח kh  ט t  י i  כ k  ך k  ל l  מ m  ם m  נ n  ן n  ס s  ע a  פ p  ף f  צ ts
  ץ ts  ק k  ר r  ש sh  ת t`);
const WITH_GERESH = readLetters('ג j  ז zh  צ ch  ץ ch  ת th  ט th  ד dh  ח kh  ע gh  ר gh  ו w');
const KNOWN = readLetters(`
  בן ben  בר bar  בת bat  אבו abu  אל al  דר dr  מר mr  הבן jr  ג'וניור jr`);
/** Given names and their short forms, which no rule would convert back to their own spelling. */
const NAMES = readLetters(`
  בוב bob  ביל bill  ג'ים jim  ג'ימי jimmy
  טד ted  דיק dick  צ'אק chuck  ג'ו joe  ג'ק jack  תום tom  טום tom  מייק mike  טוני tony  סטיב steve  דייב dave
  כריס chris  דן dan  ניק nick  רוב rob  ריק rick  סם sam  קייט kate  ליז liz  אד ed  דוד david  דוויד david
  דייוויד david  ג'ון john  רוברט robert  ויליאם william  ריצ'רד richard  מייקל michael  ג'ורג' george
  צ'ארלס charles  תומאס thomas  ג'וזף joseph  יוסף yosef  אדוארד edward  משה moshe  שלמה shlomo  יעקב yaakov
  אברהם avraham  יצחק yitzhak  שרה sarah  חיים chaim`);
const MARKS = /[\u0591-\u05c7\u05f4]|\p{Cf}/gu;
const GERESH = "'׳";

/** Returns a word in Hebrew letters as Latin words, 1 to 3 ways. */
export function romaniseHebrew(written: string): string[][] {
  const word = written.normalize('NFKD').replace(MARKS, '');
  const plain = word.replace(/׳/g, "'");
  const known = KNOWN[plain];
  if (known !== undefined) return [[known]];
  const name = NAMES[plain];
  const ways = [...new Set([spell(word, 'o'), spell(word, 'w')])].map((way) => [way]);
  return name === undefined ? ways : [[name], ...ways];
}

/** Letters with no vowel between them. Two such consonants are usually separated by an a. */
const CONSONANTS = /^[בגדזחטכלמנסעפצקרשתךםןףץ]{2}$/;

function spell(word: string, vav: string): string {
  if (CONSONANTS.test(word)) return [...word].map((letter) => LETTERS[letter]).join('a');
  let text = '';
  for (let at = 0; at < word.length; at++) {
    const letter = word[at] as string;
    if (GERESH.includes(letter)) continue;
    const marked = GERESH.includes(word[at + 1] ?? '-') ? WITH_GERESH[letter] : undefined;
    const sound = marked ?? readLetter(word, at, vav);
    text += letter === 'ה' && sound === 'h' && /[^aeiouy]$/.test(text) ? 'ah' : sound; // Not th, sh, kh.
  }
  return text;
}

function readLetter(word: string, at: number, vav: string): string {
  const letter = word[at] as string;
  const last = at === word.length - 1;
  if (letter === 'ו') {
    if (at === 0) return 'v';
    if (word[at + 1] === 'ו') return '';
    return word[at - 1] === 'ו' ? 'w' : vav;
  }
  if (letter === 'י') return at === 0 ? 'y' : word[at + 1] === 'י' ? '' : 'i';
  if (letter === 'ה' && last && at > 0) return 'a';
  if (letter === 'א' && at > 0 && (word[at - 1] === 'ו' || word[at - 1] === 'י')) return 'a';
  return LETTERS[letter] ?? '';
}
