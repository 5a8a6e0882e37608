import { toAscii } from '../../lib/text.ts';

/** One word of a name. */
export interface Word {
  /** Small letters, composed, without apostrophes. */
  text: string;
  /** The same in `a` to `z` and digits, by the general rules of any-ascii if no better table matches. */
  ascii: string;
  /** Of a script other than Latin. */
  foreign: boolean;
  /** Its end may be cut off. */
  truncated: boolean;
  /** Begins with a small l, which in many typefaces looks like a capital I. */
  smallL: boolean;
  /** Some spellings of a name have it and others do not. Never set if a whole part of a name consists of such words. */
  particle: boolean;
}

/**
 * Small words that some spellings of a name have and others do not, and words between a married and a maiden name. Those that are
 * names elsewhere (Le, An, Ben) are left out.
 */
const PARTICLES = new Set(
  [
    'de, da, do, dos, das, del, della, di, du, van, von, der, den, zu, al, el, ul, bin, ibn, bint',
    'ep, epouse, nee, geb, geborene, veuve',
  ].flatMap((row) => row.split(', ')),
);
/** One particle in several spellings. */
const PARTICLE_SPELLINGS: readonly (readonly string[])[] = [
  ['al', 'el', 'ul'],
  ['bin', 'ibn'],
  ['ep', 'epouse', 'nee', 'geb', 'geborene', 'veuve'],
];
/** Words that alone distinguish a father from his son, or two people with one name. */
const GENERATIONS = new Set('jr, junior, sr, senior, ii, iii, iv, filho, neto, sobrinho'.split(', '));
/** The Arabic article, with or without the assimilated consonant of the next word, as it is joined to that word. */
const ARTICLE = /^(?:(?:al|el|ul|ar|er|as|es|ad|ed|an|en|ash|esh|at|et|az|ez)(?=[a-z]{4})|ال(?=\p{L}{3}))/u;
/** The letters that OCR takes for a digit. */
const LIKE_FIGURES: Readonly<Record<string, string>> = { '0': 'o', '1': 'il', '5': 's', '8': 'b' };

/**
 * Returns the words of one part of a name. Text without a letter or digit of any script is left out. `ascii` is empty if no table
 * contains a letter of the word, which is then like no other.
 */
export function wordsOf(text: string, truncated: boolean): Word[] {
  const plain = text.normalize('NFC').replace(/['’‘ʼʻ`´]/gu, '');
  const written = plain.match(/[\p{L}\p{N}\p{M}]*[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const words = written.map((word) => {
    const text = word.toLowerCase().normalize('NFC');
    const foreign = !/^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(text);
    return { text, ascii: toAscii(text), foreign, truncated, smallL: word.startsWith('l') };
  });
  const named = words.some(({ ascii }) => !PARTICLES.has(ascii));
  return words.map((word) => ({ ...word, particle: named && PARTICLES.has(word.ascii) }));
}

/** Whether two particles, each without a counterpart, are spellings of the same one. */
export function isSameParticle(a: Word, b: Word): boolean {
  return a.ascii === b.ascii || PARTICLE_SPELLINGS.some((row) => row.includes(a.ascii) && row.includes(b.ascii));
}

export function isGeneration({ ascii }: Word): boolean {
  return GENERATIONS.has(ascii);
}

/** Returns small letters without a joined Arabic article, or unchanged if there is none. */
export function withoutArticle(text: string): string {
  return text.replace(ARTICLE, '');
}

/** Whether two words are the same except for digits read in place of letters, or a small l in place of a capital I. */
export function areLookalikes(a: Word, b: Word): boolean {
  return areAlike(a, b, (x, y, i) => i === 0 && ((a.smallL && y === 'i') || (b.smallL && x === 'i')));
}

/** The same, also with any i for any l, which does distinguish names: `Ella` is not `Eila`. */
export function areNearLookalikes(a: Word, b: Word): boolean {
  return areAlike(a, b, (x, y) => (x === 'i' && y === 'l') || (x === 'l' && y === 'i'));
}

function areAlike(a: Word, b: Word, also: (x: string, y: string, i: number) => boolean): boolean {
  const [left, right] = [[...a.ascii], [...b.ascii]];
  if ((a.foreign && b.foreign) || left.length !== right.length || left.length === 0) return false;
  return left.every((x, i) => {
    const y = right[i] ?? '';
    return x === y || LIKE_FIGURES[x]?.includes(y) || LIKE_FIGURES[y]?.includes(x) || also(x, y, i);
  });
}
