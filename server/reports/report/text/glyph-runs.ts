import { must } from '../../../lib/assert.ts';
import type { Face, FontLibrary } from '../fonts/library.ts';

export interface TextStyle {
  /** Points. */
  size: number;
  bold: boolean;
}

/** Part of a word in one font. */
export interface Run {
  text: string;
  face: Face;
}

/** Text that is drawn together and not broken, with the space that follows it. */
export interface Word {
  /** In reading order. */
  runs: Run[];
  rtl: boolean;
  /** Points. */
  width: number;
  /** Points, without the space at its end. */
  inkWidth: number;
}

export interface TextSetter {
  /** Splits a text into words. Writes characters that no font has as their code points, so nothing is left out silently. */
  words(text: string, style: TextStyle): Word[];
  /** Points. */
  runWidth(run: Run, size: number): number;
}

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Lines may break anywhere in Han and kana, which are written without spaces. */
const HAS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const BREAKS_BEFORE = new RegExp(`^${HAS_UNSPACED.source}`, 'u');
/** Control characters, and marks that would change the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
const MEASURED_AT = 100;

/** Splits texts into words and runs. `measure` returns the width of a run in points at a font size of 100 points. */
export function createTextSetter(fonts: FontLibrary, measure: (run: Run, sizePoints: number) => number): TextSetter {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const widths = new Map<string, number>();
  const runWidth = (run: Run, size: number): number => {
    const key = `${run.face.name}/${run.text}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = measure(run, MEASURED_AT);
      widths.set(key, width);
    }
    return (width * size) / MEASURED_AT;
  };
  const toWord = (text: string, find: ReturnType<FontLibrary['finderFor']>, { size, bold }: TextStyle): Word => {
    const runs: Run[] = [];
    const add = (part: string, face: Face): void => {
      const last = runs.at(-1);
      if (last && last.face.name === face.name) last.text += part;
      else runs.push({ text: part, face });
    };
    for (const { segment } of graphemes.segment(text)) {
      const current = runs.at(-1)?.face;
      // The font of the previous text also writes the space, so the word and its space are one run.
      if (current && segment === ' ' && current.glyphs.has(0x20)) add(segment, current);
      else addCluster(segment, (characters) => find(characters, bold), add);
    }
    const width = runs.reduce((sum, run) => sum + runWidth(run, size), 0);
    const last = runs.at(-1);
    const space = last?.text.endsWith(' ') ? runWidth({ face: last.face, text: ' ' }, size) : 0;
    return { runs, rtl: RTL.test(text), width, inkWidth: width - space };
  };
  return {
    runWidth,
    words(text, style) {
      const clean = text.normalize('NFC').replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
      const find = fonts.finderFor(clean);
      return cut(clean, graphemes).map((word) => toWord(word, find, style));
    },
  };
}

/** Adds a cluster in one font, or else each of its characters in its own font, or else its code point in Latin. */
function addCluster(
  cluster: string,
  find: (characters: string) => Face | null,
  add: (part: string, face: Face) => void,
) {
  const whole = find(cluster);
  if (whole) return add(cluster, whole);
  for (const char of cluster) {
    const face = find(char);
    if (face) add(char, face);
    else {
      const code = `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
      add(code, must(find(code), 'a font has the letters of ASCII'));
    }
  }
}

/** Splits at spaces, each of which stays with the word before it, and between characters that are written without spaces. */
function cut(text: string, graphemes: Intl.Segmenter): string[] {
  return (text.match(/[^ ]+ ?/g) ?? []).flatMap((word) => {
    if (!HAS_UNSPACED.test(word)) return [word];
    const parts: string[] = [];
    for (const { segment } of graphemes.segment(word)) {
      if (parts.length === 0 || BREAKS_BEFORE.test(segment)) parts.push(segment);
      else parts[parts.length - 1] += segment;
    }
    return parts;
  });
}
