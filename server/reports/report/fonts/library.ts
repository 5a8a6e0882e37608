import { readFileSync } from 'node:fs';
import { type Family, type FontFile, readCatalogue } from './catalogue.ts';
import { type Font, readWoff } from './woff.ts';

/** A font that can be used for drawing. */
export interface Face extends Pick<Font, 'glyphs'> {
  /** The family name for drawing. */
  name: string;
}

/** Returns the face that has all of some characters that belong together; null: no font has them all. */
export type FaceFinder = (characters: string, bold: boolean) => Face | null;

export interface FontLibrary {
  /** For one text, so that one font draws all its East Asian characters if a font has them all. */
  finderFor(text: string): FaceFinder;
}

/** Each has Han characters, in its own style. */
const EAST_ASIAN = ['chocolate-classical-sans', 'zcool-xiaowei', 'kosugi', 'gowun-dodum'];
const JAPANESE = 'kosugi';
const KOREAN = 'gowun-dodum';
const EAST_ASIAN_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Loads each font once, when it is needed. `register` makes a font known to the drawing library. */
export function createFontLibrary(register: (sfnt: Buffer, name: string) => void): FontLibrary {
  const families = readCatalogue();
  const loaded = new Map<string, Face>();
  const load = ({ name, path }: FontFile): Face => {
    const before = loaded.get(name);
    if (before) return before;
    const { sfnt, glyphs } = readWoff(readFileSync(path));
    register(sfnt, name);
    const face = { name, glyphs };
    loaded.set(name, face);
    return face;
  };
  const findIn = (files: readonly FontFile[], characters: string): Face | null => {
    const codes = Array.from(characters, (char) => char.codePointAt(0) ?? 0);
    for (const file of files) {
      if (!codes.every((code) => file.ranges.some(([start, end]) => code >= start && code <= end))) continue;
      const face = load(file);
      if (codes.every((code) => face.glyphs.has(code))) return face;
    }
    return null;
  };
  const hasAll = ({ regular }: Family, letters: readonly string[]): boolean =>
    letters.every((letter) => findIn(regular, letter) !== null);
  return {
    finderFor(text) {
      const ordered = inOrder(families, text, hasAll);
      return (characters, bold) => {
        for (const family of ordered) {
          const face = (bold ? findIn(family.bold, characters) : null) ?? findIn(family.regular, characters);
          if (face) return face;
        }
        return null;
      };
    },
  };
}

/** Kana select the Japanese forms and hangul the Korean ones; otherwise the first family that has all letters is used. */
function inOrder(
  families: Family[],
  text: string,
  hasAll: (family: Family, letters: readonly string[]) => boolean,
): Family[] {
  const letters = text.match(EAST_ASIAN_LETTERS);
  if (!letters) return families;
  const asked = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? JAPANESE
    : /\p{Script=Hangul}/u.test(text)
      ? KOREAN
      : undefined;
  const candidates = families.filter(({ name }) => EAST_ASIAN.includes(name));
  const first = candidates.find(({ name }) => name === asked) ?? candidates.find((family) => hasAll(family, letters));
  if (!first) return families;
  const others = families.filter((family) => !candidates.includes(family));
  return [...others, first, ...candidates.filter((family) => family !== first)];
}
