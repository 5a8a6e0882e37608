import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { must } from '../../../lib/assert.ts';

/** One font file: some characters of a family, in one weight. */
export interface FontFile {
  /** A unique name, which drawing uses. */
  name: string;
  path: string;
  /** First and last code points that it may have; the font itself lists its characters. */
  ranges: readonly (readonly [number, number])[];
}

/** A family of fonts for some scripts. */
export interface Family {
  name: string;
  /** In the order in which they are searched for a character. */
  regular: FontFile[];
  /** Empty if the family has only one weight. */
  bold: FontFile[];
}

/** A package of fonts and the parts of it that are used; null: the numbered parts into which large fonts are split. */
const PACKAGES: readonly { name: string; parts: readonly string[] | null; hasBold: boolean }[] = [
  {
    name: 'noto-sans',
    parts: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'],
    hasBold: true,
  },
  { name: 'noto-sans-arabic', parts: ['arabic'], hasBold: true },
  { name: 'noto-sans-hebrew', parts: ['hebrew'], hasBold: true },
  { name: 'noto-sans-thai', parts: ['thai'], hasBold: true },
  { name: 'noto-sans-georgian', parts: ['georgian'], hasBold: true },
  { name: 'noto-sans-armenian', parts: ['armenian'], hasBold: true },
  { name: 'chocolate-classical-sans', parts: null, hasBold: false },
  { name: 'zcool-xiaowei', parts: null, hasBold: false },
  { name: 'kosugi', parts: null, hasBold: false },
  { name: 'gowun-dodum', parts: null, hasBold: false },
];

const SCOPE = '@fontsource';
const [REGULAR, BOLD] = [400, 700];
const require = createRequire(import.meta.url);

/** Returns every family of the installed packages, in search order. Reads what each part covers, but no font yet. */
export function readCatalogue(): Family[] {
  return PACKAGES.map(({ name, parts, hasBold }) => {
    const index = require.resolve(`${SCOPE}/${name}/unicode.json`);
    const covered = JSON.parse(readFileSync(index, 'utf8')) as Record<string, string>;
    const keys = parts ?? Object.keys(covered).filter((key) => key.startsWith('['));
    const files = (weight: number): FontFile[] =>
      keys.map((key) => {
        const file = `${name}-${key.replace(/[[\]]/g, '')}-${weight}`;
        const ranges = parseRanges(must(covered[key], `the font ${name} has the part ${key}`));
        return { name: file, path: join(dirname(index), 'files', `${file}-normal.woff`), ranges };
      });
    return { name, regular: files(REGULAR), bold: hasBold ? files(BOLD) : [] };
  });
}

/** Parses `U+0460-052F,U+20B4` into pairs of code points. */
function parseRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [start = '', end = start] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(start, 16), Number.parseInt(end, 16)];
  });
}
