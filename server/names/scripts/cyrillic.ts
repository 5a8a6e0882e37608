import { toAscii } from '../../lib/text.ts';
import { readLetters } from './letters.ts';

/** Russian after BGN/PCGN 1947, simplified. Letters of other languages follow their own customs. */
const LETTERS = readLetters(`
  а a  б b  в v  г g  д d  е e  ё yo  ж zh  з z  и i  й y  к k  л l  м m  н n  о o  п p  р r  с s  т t  у u  ф f
  х kh  ц ts  ч ch  ш sh  щ shch  ъ -  ы y  ь -  э e  ю yu  я ya  і i  ї yi  є ye  ґ g  ў u  ђ dj  ј j  љ lj  њ nj
  ћ c  џ dz  ѓ gj  ќ kj  ѕ dz  ә a  ғ gh  қ q  ң ng  ө o  ұ u  ү u  һ h  ҳ h  ҷ j  җ j  ӣ i  ӯ u  ѳ f  ѣ e  ѐ e
  ѝ i  ӏ -  ҝ g  ҹ j  ҡ q  ҙ z  ҫ s`);
/** Ukrainian after resolution 55 of its cabinet (2010), with endings as names commonly have them. Belarusian likewise. */
const UKRAINIAN = readLetters('г h  и y  х kh  щ shch  ё io');
/** Serbian as its own Latin alphabet writes it, without marks. */
const SERBIAN = readLetters('ж z  х h  ц c  ч c  ш s');
const SERBIAN_ENGLISH = readLetters('ћ ch  ђ dj  џ dzh  ј y  х h  љ l  њ n');
/** Bulgarian after the law of 2009. */
const BULGARIAN = readLetters('ъ a  щ sht  х h');
/** Names from other languages have г and х for h, and у before a vowel for w. */
const FOREIGN = readLetters('ё e  х h  г h');

/** Returns a word in Cyrillic letters as Latin words: 1 to 3 spellings, by the languages that its letters allow. */
export function romaniseCyrillic(written: string): string[][] {
  const word = written
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u0300\u0301]|\p{Cf}|'/gu, '');
  const belarusian = soften(word);
  const ways = tablesOf(word).map((table) => spell(word, table));
  return [...new Set([...ways, spell(belarusian, {})])].slice(0, 3).map((way) => [way]);
}

/** Belarusian writes дз, ц for soft d, t, and names in Vl- with У, which other languages do not: `Уладзімір Пуцін`. */
function soften(word: string): string {
  if (!/[іў]/.test(word)) return word;
  return word
    .replace(/дз(?=[іеяюё])/g, 'д')
    .replace(/ц(?=[іеяюь])/g, 'т')
    .replace(/^ул/, 'вл');
}

function tablesOf(word: string): Readonly<Record<string, string>>[] {
  if (/[ђјљњћџ]/.test(word)) return [SERBIAN, SERBIAN_ENGLISH];
  if (/[ґєїў]/.test(word) || (/і/.test(word) && !/[әғқңөұүһ]/.test(word))) return [UKRAINIAN, {}];
  if (/[^аеёиоуыэюя]ъ(?![еёюя])|^ъ/.test(word)) return [BULGARIAN, { ...BULGARIAN, ъ: 'u' }];
  return /[гёх]|^у[аеиоэ]/.test(word) ? [{}, FOREIGN] : [{}];
}

function spell(word: string, table: Readonly<Record<string, string>>): string {
  let text = '';
  for (let at = 0; at < word.length; at++) {
    const letter = word[at] as string;
    if (at === 0 && letter === 'у' && table === FOREIGN && /[аеиоэ]/.test(word[1] ?? '')) text += 'w';
    else text += table[letter] ?? LETTERS[letter] ?? toAscii(letter);
  }
  return text;
}
