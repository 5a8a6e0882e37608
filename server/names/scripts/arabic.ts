import { spellArabic } from './arabic-letters.ts';
import { KNOWN, NAMES, SETTLED } from './arabic-names.ts';

const ARTICLE = 'ال';
/** In shorter words the first letters belong to the word and are not the article. */
const ARTICLED_MIN = 4;
/** The character with which Persian divides a word without a space: `مک‌کی`. */
const PART_END = /\u200c/u;
const MARKS = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]|\p{Cf}|'/gu;

/**
 * Joins what Latin spellings write as one name or as three: `عبد ال...` and `... الدين`. Between two names `بنت` is the word for
 * daughter, which gets its vowels. Elsewhere it may be a Bennett.
 */
export function joinArabicNames(name: string): string {
  return name
    .replace(/(?<=\S\s+)بنت(?=\s+\S)/gu, 'بِنْت')
    .replace(/(^|\s)عبد\s+ال/gu, '$1عبدال')
    .replace(/\s+الدين(?=\s|$)/gu, 'الدين');
}

/** Returns a word in Arabic script as Latin words: 1 to 3 ways, with the article or a compound's parts separate and joined. */
export function romaniseArabic(written: string): string[][] {
  const word = written.replace(MARKS, '');
  const known = KNOWN[written] ?? KNOWN[word] ?? SETTLED[word];
  if (known !== undefined) return [[known]];
  if (word.startsWith('عبدال') && word.length > 6) return readServant(word.slice(5));
  if (word.endsWith('الدين') && word.length > 6) return readFaith(word.slice(0, -5));
  if (word.endsWith('الله') && word.length > 5) return readDivine(word.slice(0, -4));
  const ways = spellArabic(word).map((way) => [way]);
  const name = NAMES[word];
  if (name !== undefined) return [[name], ...ways];
  if (word.startsWith(ARTICLE) && word.length >= ARTICLED_MIN) return [['al', spellUsual(word.slice(2))], ...ways];
  const parts = written.split(PART_END).filter((part) => part !== '');
  return parts.length > 1 ? [...ways.slice(0, 2), parts.map(spellUsual)] : ways;
}

/** `عبدالعزيز`: abd al aziz, abdul aziz, abdulaziz. */
function readServant(rest: string): string[][] {
  // Twice, so that it stays whole where the second way joins other words.
  if (rest === 'له') return [['abdullah'], ['abdullah'], ['abd', 'allah']];
  if (rest.startsWith('له')) return [[`abdulla${spellUsual(rest.slice(2))}`]];
  const name = spellUsual(rest);
  return [['abdul', name], [`abdul${name}`], ['abd', 'al', name]];
}

/** `سيف الدين`: saif al din, saif uddin, saifuddin. */
function readFaith(first: string): string[][] {
  const name = spellUsual(first);
  return [[name, 'al', 'din'], [name, 'uddin'], [`${name}uddin`]];
}

/** `نصرالله`: nasrallah, nasrullah. */
function readDivine(first: string): string[][] {
  const name = spellUsual(first);
  return [[`${name}allah`], [`${name}ullah`]];
}

function spellUsual(word: string): string {
  return KNOWN[word] ?? SETTLED[word] ?? (spellArabic(word)[0] as string);
}
