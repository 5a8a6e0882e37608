/** Scripts with a separate reader. `other` uses the general table. */
export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'armenian'
  | 'georgian'
  | 'indic'
  | 'sinhala'
  | 'thai'
  | 'burmese'
  | 'khmer'
  | 'hangul'
  | 'kana'
  | 'han'
  | 'other';

/** First and last code points of the Unicode blocks of each script, in ascending order. */
const BLOCKS: readonly (readonly [number, number, Script])[] = [
  [0x0000, 0x036f, 'latin'],
  [0x0370, 0x03ff, 'greek'],
  [0x0400, 0x052f, 'cyrillic'],
  [0x0530, 0x058f, 'armenian'],
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x06ff, 'arabic'],
  [0x0750, 0x077f, 'arabic'],
  [0x0870, 0x08ff, 'arabic'],
  [0x0900, 0x0d7f, 'indic'],
  [0x0d80, 0x0dff, 'sinhala'],
  [0x0e00, 0x0eff, 'thai'],
  [0x1000, 0x109f, 'burmese'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1780, 0x17ff, 'khmer'],
  [0x1c80, 0x1c8f, 'cyrillic'],
  [0x1c90, 0x1cbf, 'georgian'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  [0x2c60, 0x2c7f, 'latin'],
  [0x2d00, 0x2d2f, 'georgian'],
  [0x2de0, 0x2dff, 'cyrillic'],
  [0x3005, 0x3007, 'han'],
  [0x3040, 0x30ff, 'kana'],
  [0x31f0, 0x31ff, 'kana'],
  [0x3400, 0x9fff, 'han'],
  [0xa640, 0xa69f, 'cyrillic'],
  [0xa720, 0xa7ff, 'latin'],
  [0xac00, 0xd7a3, 'hangul'],
  [0xf900, 0xfaff, 'han'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfeff, 'arabic'],
  [0x20000, 0x3ffff, 'han'],
];

/** Returns the script of a character, by its block. */
export function scriptOf(character: string): Script {
  const code = character.codePointAt(0) ?? 0;
  for (const [first, last, script] of BLOCKS) if (code >= first && code <= last) return script;
  return 'other';
}
