import { readLetters } from './letters.ts';

/** Hepburn, without long marks, for Katakana. Hiragana is read as the corresponding Katakana. */
const SYLLABLES = readLetters(`
  ア a  イ i  ウ u  エ e  オ o  カ ka  キ ki  ク ku  ケ ke  コ ko  サ sa  シ shi  ス su  セ se  ソ so  タ ta  チ chi  ツ tsu  テ te
  ト to  ナ na  ニ ni  ヌ nu  ネ ne  ノ no  ハ ha  ヒ hi  フ fu  ヘ he  ホ ho  マ ma  ミ mi  ム mu  メ me  モ mo  ヤ ya  ユ yu
  ヨ yo  ラ ra  リ ri  ル ru  レ re  ロ ro  ワ wa  ヰ i  ヱ e  ヲ o  ン n  ガ ga  ギ gi  グ gu  ゲ ge  ゴ go  ザ za  ジ ji
  ズ zu  ゼ ze  ゾ zo  ダ da  ヂ ji  ヅ zu  デ de  ド do  バ ba  ビ bi  ブ bu  ベ be  ボ bo  パ pa  ピ pi  プ pu  ペ pe  ポ po
  ヴ vu  ヷ va  ヸ vi  ヹ ve  ヺ vo`);
const SMALL = readLetters('ァ a  ィ i  ゥ u  ェ e  ォ o  ャ ya  ュ yu  ョ yo  ヮ wa');
const [HIRAGANA_FIRST, HIRAGANA_LAST, TO_KATAKANA] = [0x3041, 0x3096, 0x60];

/** Marks a long vowel, which belongs to the foreign name itself. */
const LONG = ':';

/** Returns a word in Kana as Latin words: as a foreign name, without the vowels that Japanese adds, and by the rules. */
export function romaniseKana(written: string): string[][] {
  const marked = spell(written);
  const native = marked.replaceAll(LONG, '');
  const foreign = marked
    .replace(/sshu|sshi(?=[aeiou])/g, 'sh')
    .replace(/(?<=[bdfgkpstvzmlrhj])u(?=[^aeiouy:]|$)/g, '')
    .replace(/(?<=[td])o(?=[^aeiouyn:]|$)/g, '')
    .replace(/(?<=ch)i$/g, '')
    .replaceAll(LONG, '');
  return native === foreign ? [[native]] : [[foreign], [native]];
}

/** Returns the Hepburn spelling of a word in Kana, without long marks, or '' for other characters. */
export function spellKana(written: string): string {
  return spell(written).replaceAll(LONG, '');
}

function spell(written: string): string {
  let text = '';
  let doubled = false;
  for (const character of written.normalize('NFKC')) {
    const kana = toKatakana(character);
    if (kana === 'ッ') {
      doubled = true;
      continue;
    }
    const small = SMALL[kana];
    const syllable = kana === 'ー' && text !== '' ? LONG : (SYLLABLES[kana] ?? '');
    if (small !== undefined) text = glide(text, small);
    else text += doubled && syllable !== '' && syllable !== LONG ? double(syllable) : syllable;
    doubled = false;
  }
  return text;
}

function toKatakana(character: string): string {
  const code = character.codePointAt(0) as number;
  return code >= HIRAGANA_FIRST && code <= HIRAGANA_LAST ? String.fromCodePoint(code + TO_KATAKANA) : character;
}

function double(syllable: string): string {
  if (syllable.startsWith('ch')) return `t${syllable}`;
  return (syllable[0] as string) + syllable;
}

/** A small vowel replaces the one before it: `shi` and `ya` are sha, `fu` and `a` fa, `te` and `i` ti, `u` and `i` wi. */
function glide(text: string, small: string): string {
  if (/(?:^|[aeo])u$/.test(text) && !small.startsWith('y')) return `${text.slice(0, -1)}w${small}`;
  const stem = text.replace(/[aeiou]$/, '');
  return stem + (/(?:sh|ch|j)$/.test(stem) ? small.replace('y', '') : small);
}
