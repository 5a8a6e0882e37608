import { toAscii } from '../../lib/text.ts';
import type { Writing } from '../word.ts';
import { joinArabicNames, romaniseArabic } from './arabic.ts';
import { romaniseArmenian } from './armenian.ts';
import { romaniseBurmese } from './burmese.ts';
import { romaniseCyrillic } from './cyrillic.ts';
import { romaniseGeorgian } from './georgian.ts';
import { romaniseGreek } from './greek.ts';
import { isNativeHan, romaniseHan } from './han.ts';
import { romaniseHangul } from './hangul.ts';
import { romaniseHebrew } from './hebrew.ts';
import { romaniseIndic } from './indic.ts';
import { romaniseKana } from './kana.ts';
import { romaniseKhmer } from './khmer.ts';
import { foldLatin } from './latin.ts';
import { readLetters } from './letters.ts';
import { replaceLookalikes } from './lookalikes.ts';
import { type Script, scriptOf } from './script.ts';
import { knownShortName } from './short-names.ts';
import { romaniseSinhala } from './sinhala.ts';
import { romaniseThai } from './thai.ts';

/** A word of a name in Latin letters. */
export interface LatinWord {
  /** Lower case [a-z0-9]+ */
  text: string;
  /**
   * Written in another script, which leaves sounds open (vowels unwritten, one letter for several sounds). Its Latin spelling is
   * one of many, so it may be like a word that shares one of its `skeletons`.
   */
  writing: Writing;
}

/** One way to read a name in Latin letters. */
export interface LatinReading {
  words: LatinWord[];
}

/** The writing of a script's words. For Han and the scripts of India see `writingOf`. */
const WRITINGS: Readonly<Record<Script, Writing>> = {
  latin: '',
  cyrillic: 'v',
  greek: 'e',
  arabic: 'a',
  hebrew: 'w',
  armenian: 'v',
  georgian: 'v',
  indic: 's',
  sinhala: 's',
  thai: 's',
  burmese: 'o',
  khmer: 'o',
  hangul: 'h',
  kana: 'k',
  han: 'x',
  other: 'o',
};
const DEVANAGARI = /\p{Script=Devanagari}/u;

/** The most readings of a name. */
export const READINGS_MAX = 3;
/** A word, and the dot after it, which may make it an initial. */
const WORD = /(?:[\p{L}\p{M}\p{N}'׳]|\p{Cf})+\.?/gu;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u00b4\u0060\u2032]/g;

/** English letters by their names, as other scripts write initials: `एम.`, `ام.`, `엠.` */
const INITIALS = readLetters(`
  e a  ay a  bi b  si c  shi c  di d  ti t  i e  ef f  af f  ji g  jy g  ech h  ach h  ich h  ai i  ay i  je j  jay j  ke k
  kay k  el l  al l  em m  am m  umm m  en n  an n  o o  aw o  pi p  kyu q  ar r  es s  as s  yu u  vi v  wy v  dablyu w
  dabalyu w  dblyw w  tapilyu w  eks x  vai y  way y  jet z`);

/** Returns a word of one script as Latin words, 1 to 3 ways, the likeliest first. `alone`: whether the name has no other word. */
const ROMANISERS: Readonly<Record<Script, (word: string, alone: boolean) => string[][]>> = {
  latin: (word) => foldLatin(word) ?? romaniseOther(word),
  cyrillic: romaniseCyrillic,
  greek: romaniseGreek,
  arabic: romaniseArabic,
  hebrew: romaniseHebrew,
  armenian: romaniseArmenian,
  georgian: romaniseGeorgian,
  indic: romaniseIndic,
  sinhala: romaniseSinhala,
  thai: romaniseThai,
  burmese: romaniseBurmese,
  khmer: romaniseKhmer,
  hangul: romaniseHangul,
  kana: romaniseKana,
  han: romaniseHan,
  other: romaniseOther,
};

/**
 * Returns a name of any script in Latin letters: 1 to 3 readings, the likeliest first, or none if it has no letter or digit. Words end at white
 * space, hyphens, dots and all other punctuation; apostrophes are dropped. A name already in Latin letters takes about a microsecond.
 */
export function toLatin(name: string): LatinReading[] {
  const latin = foldLatin(name);
  if (latin !== undefined) return latin.filter((words) => words.length > 0).map(readLatin);
  const joined = joinArabicNames(
    name
      .normalize('NFKC')
      .replace(APOSTROPHES, "'")
      .replace(/\u200b/g, ' '),
  );
  const written = joined.match(WORD) ?? [];
  const words = written.flatMap((word) => readWord(word, written.length === 1));
  const readings: LatinReading[] = [];
  for (let way = 0; way < READINGS_MAX; way++) {
    if (way > 0 && !words.some((ways) => ways.length > way)) break;
    const reading = words.flatMap((ways) => ways[Math.min(way, ways.length - 1)] ?? []);
    if (reading.length > 0 && !readings.some((other) => areSame(other.words, reading)))
      readings.push({ words: reading });
  }
  return readings;
}

function areSame(a: readonly LatinWord[], b: readonly LatinWord[]): boolean {
  return (
    a.length === b.length && a.every(({ text, writing }, at) => text === b[at]?.text && writing === b[at]?.writing)
  );
}

function readLatin(words: readonly string[]): LatinReading {
  return { words: words.map((text) => ({ text, writing: '' })) };
}

/** Returns the ways to read a word. The parts of a word of several scripts are read separately. */
function readWord(written: string, alone: boolean): LatinWord[][][] {
  const dotted = written.endsWith('.');
  const parts = splitScripts(replaceLookalikes(dotted ? written.slice(0, -1) : written));
  return parts.map(({ text, script }) => {
    const writing = writingOf(script, text, alone);
    const abjad = writing !== '';
    const ways = ROMANISERS[script](text, alone && parts.length === 1);
    const initial = dotted && abjad ? INITIALS[ways[0]?.[0] ?? ''] : undefined;
    if (initial !== undefined) return [[{ text: initial, writing: '' }]];
    const short = abjad && ways[0]?.length === 1 ? knownShortName(ways[0][0] ?? '') : undefined;
    if (short !== undefined) ways.unshift([short]);
    return ways
      .slice(0, READINGS_MAX)
      .map((way) =>
        way.filter((word) => word !== '').map((word) => ({ text: word, writing: /[a-z]/.test(word) ? writing : '' })),
      );
  });
}

/** Han characters of a word that does not stand alone, or is too long for a full name, write the sound of a foreign one. */
function writingOf(script: Script, text: string, alone: boolean): Writing {
  if (script === 'han') return isNativeHan(text, alone) ? 'c' : 'x';
  if (script === 'indic') return DEVANAGARI.test(text) ? 'd' : 's';
  return WRITINGS[script];
}

function splitScripts(word: string): { text: string; script: Script }[] {
  const parts: { text: string; script: Script }[] = [];
  for (const character of word) {
    const last = parts.at(-1);
    const script = scriptOf(character);
    const neutral = last !== undefined && /[\p{M}\p{N}'\u30fc\u3005]|\p{Cf}/u.test(character);
    const japanese = last?.script === 'han' && script === 'kana';
    if (last !== undefined && (neutral || japanese || last.script === script)) last.text += character;
    else parts.push({ text: character, script });
  }
  return parts;
}

/** Reads any other script, by the general table of any-ascii. */
function romaniseOther(word: string): string[][] {
  return [[toAscii(word)]];
}
