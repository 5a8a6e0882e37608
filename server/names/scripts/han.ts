import { toAscii } from '../../lib/text.ts';
import { FOREIGN_NAMES, partMalayName } from './han-names.ts';
import { readAsJapanese } from './japanese-han.ts';
import { readAsKorean } from './korean-han.ts';
import { readLetters } from './letters.ts';

/** Chinese surnames of two characters, which pinyin writes as one word. */
const DOUBLE_SURNAMES = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 长孙 長孫 东方 東方 夏侯 宇文 端木 呼延 南宫 南宮 轩辕 軒轅'.split(
    ' ',
  ),
);
/** Characters with a different reading in surnames. */
const SURNAMES = readLetters(
  '单 shan  單 shan  曾 zeng  解 xie  仇 qiu  区 ou  區 ou  查 zha  任 ren  盖 ge  覃 qin  朴 piao  葛 ge  尉 wei  缪 miao  吕 lu  呂 lu',
);
/** The most characters of a Chinese full name. A longer one writes the sound of a foreign name. */
const NATIVE_CHARACTERS_MAX = 4;

/**
 * Returns a run of Han characters as Latin words. If it stands alone and is short enough for a full name, it is read as surname
 * and given name in pinyin. The Korean and Japanese readings follow if they are such names. Any other run is read as a known name
 * of another language, and in pinyin, as one word or split like Malaysia's names.
 */
export function romaniseHan(written: string, alone: boolean): string[][] {
  const characters = [...written];
  const known = FOREIGN_NAMES[written];
  const parts = partMalayName(characters);
  const parted = parts.length > 1 ? [parts.map(({ text, name }) => name ?? readForeign([...text]))] : [];
  const foreign = [...(known === undefined ? [] : [[known]]), ...parted, [readForeign(characters)]];
  if (!alone || characters.length < 2) return foreign;
  const others = [readAsKorean(characters), readAsJapanese(characters)].filter((way) => way !== undefined);
  if (characters.length > NATIVE_CHARACTERS_MAX) return [...others, ...foreign];
  return [...parted, readAsChinese(characters), ...others];
}

function readAsChinese(characters: readonly string[]): string[] {
  const two = characters.slice(0, 2).join('');
  const length = characters.length > 2 && DOUBLE_SURNAMES.has(two) ? 2 : 1;
  const first = characters.slice(0, length);
  const surname = SURNAMES[first.join('')] ?? first.map(toAscii).join('');
  return [surname, characters.slice(length).map(toAscii).join('')];
}

/** A character that foreign names use with its least frequent sound. */
const FOREIGN: Readonly<Record<string, string>> = { 什: 'shi' };

function readForeign(characters: readonly string[]): string {
  return characters.map((character) => FOREIGN[character] ?? toAscii(character)).join('');
}

/** Whether a run of Han characters may be a native full name. */
export function isNativeHan(written: string, alone: boolean): boolean {
  const { length } = [...written];
  return alone && length > 1 && length <= NATIVE_CHARACTERS_MAX;
}
