import { readLetters } from './letters.ts';
import { knownShortName } from './short-names.ts';

/** Revised Romanization of Korean (2000), syllable by syllable. */
const INITIALS = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const FINALS = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
const [SYLLABLE_FIRST, SYLLABLE_LAST] = [0xac00, 0xd7a3];
/** Finals that are pronounced as initials before a vowel, with the letters of those initials. */
const LIAISONS = readLetters('1 g  2 kk  4 n  7 d  8 r  16 m  17 b  19 s  20 ss  22 j  23 ch  24 k  25 t  26 p');
/** Surnames as Koreans usually spell them (one customary spelling of each). */
const SURNAMES = readLetters(`
  김 kim  이 lee  박 park  최 choi  정 jung  강 kang  조 cho  윤 yoon  장 jang  임 lim  림 rim  한 han  오 oh  서 seo  신 shin
  권 kwon  황 hwang  안 ahn  송 song  류 ryu  유 yoo  홍 hong  전 jeon  고 ko  문 moon  손 son  양 yang  배 bae  백 baek  허 heo
  남 nam  심 shim  노 noh  로 ro  하 ha  곽 kwak  성 sung  차 cha  주 joo  우 woo  구 koo  나 na  라 ra  민 min  진 jin
  지 ji  엄 eom  채 chae  원 won  천 chun  방 bang  공 kong  현 hyun  함 ham  변 byun  염 yeom  여 yeo  추 choo  도 do  석 seok
  선 sun  설 seol  마 ma  길 gil  위 wi  표 pyo  명 myung  기 ki  반 ban  왕 wang  금 keum  옥 ok  육 yook  인 in  맹 maeng
  제 je  모 mo  탁 tak  국 kook  어 eo  은 eun  편 pyun  용 yong  리 ri  렴 ryom  남궁 namgung  황보 hwangbo  제갈 jegal
  선우 sunwoo  독고 dokgo  사공 sagong`);
const SPELT_SURNAMES = new Set(Object.values(SURNAMES));
/** How given names are usually spelt if not in the Revised Romanization. The north writes o for eo. */
const CUSTOMS: readonly (readonly [RegExp, string])[] = [
  [/yeo/g, 'you'],
  [/eo/g, 'u'],
  [/eu/g, 'u'],
  [/^u|(?<=[^aeiouy])u(?=$|[^nmlkpt])/g, 'oo'],
];
const NORTHERN: readonly (readonly [RegExp, string])[] = [
  [/eo/g, 'o'],
  [/eu/g, 'u'],
];
const NATIVE_SYLLABLES_MAX = 4;
const GIVEN_SYLLABLES_MAX = 2;

/** Whether a word, once romanised, is a Korean surname as Koreans usually spell it. */
export function isKoreanSurname(text: string): boolean {
  return SPELT_SURNAMES.has(text);
}

/** Whether a word may be a Korean full name, surname first. */
function splitSurname(word: string): [string, string] | undefined {
  const syllables = [...word];
  if (syllables.length < 2 || syllables.length > NATIVE_SYLLABLES_MAX) return undefined;
  for (const length of [2, 1]) {
    const surname = SURNAMES[syllables.slice(0, length).join('')];
    const given = syllables.slice(length);
    if (surname !== undefined && given.length > 0 && given.length <= GIVEN_SYLLABLES_MAX)
      return [surname, given.join('')];
  }
  return undefined;
}

/**
 * Returns a word in Hangul as Latin words. If it stands alone and may be a Korean full name, it is read as surname and given
 * name, in the customary spelling, in the north's, and by the rules. Any other word is read by the rules without the vowels that
 * Korean inserts into foreign names, in the customary spelling, and by the rules alone.
 */
export function romaniseHangul(written: string, alone: boolean): string[][] {
  const word = written.normalize('NFC');
  const surname = SURNAMES[word];
  if (surname !== undefined) return readSurname(surname, word, alone);
  const split = alone ? splitSurname(word) : undefined;
  const plain = spell(word);
  const bare = dropInserted(plain);
  if (split === undefined) return alone ? readWhole(word, plain, bare) : readPart(plain, bare);
  const given = spell(split[1]);
  return [[split[0], rewrite(given, CUSTOMS)], [split[0], rewrite(given, NORTHERN)], [bare]];
}

/** `조` is a surname, or the Joe of a foreigner. */
function readSurname(surname: string, word: string, alone: boolean): string[][] {
  const text = spell(word);
  const short = alone ? undefined : knownShortName(text);
  return short === undefined ? [[surname], [text]] : [[surname], [text], [short]];
}

/** A foreigner's full name, or that of a Korean with a foreign given name (`이자스민`). */
function readWhole(word: string, plain: string, bare: string): string[][] {
  const surname = SURNAMES[word.slice(0, 1)];
  const given = word.slice(1);
  if (surname === undefined || word.length !== NATIVE_SYLLABLES_MAX) return readPart(plain, bare);
  return [[bare], [surname, dropInserted(spell(given))], [plain]];
}

/** Drops the vowels that Korean inserts into foreign names. */
function dropInserted(text: string): string {
  return text.replace(/(?<=[^aeiouy])eu(?=[^aeiouyn]|$)/g, '');
}

/** A part of a name: a foreigner's, or a Korean's given name. */
function readPart(plain: string, bare: string): string[][] {
  const ways = new Set([bare, plain, rewrite(plain, CUSTOMS), rewrite(plain, NORTHERN)]);
  return [...ways].slice(0, 3).map((way) => [way]);
}

function rewrite(text: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((written, [sound, custom]) => written.replace(sound, custom), text);
}

function spell(word: string): string {
  let text = '';
  const codes = [...word]
    .map((syllable) => syllable.codePointAt(0) as number)
    .filter((code) => code >= SYLLABLE_FIRST && code <= SYLLABLE_LAST);
  codes.forEach((code, at) => {
    const place = code - SYLLABLE_FIRST;
    const initial = INITIALS[Math.floor(place / 588)] as string;
    const final = place % 28;
    const before = at > 0 ? ((codes[at - 1] as number) - SYLLABLE_FIRST) % 28 : 0;
    const next = codes[at + 1];
    const liaison =
      next !== undefined && Math.floor((next - SYLLABLE_FIRST) / 588) === 11 ? LIAISONS[final] : undefined;
    const onset = initial === '-' ? '' : initial === 'r' && before === 8 ? 'l' : initial;
    text += onset + VOWELS[Math.floor((place % 588) / 28)] + (liaison ?? (final === 0 ? '' : FINALS[final]));
  });
  return text;
}
