import { toAscii } from '../../lib/text.ts';

/** One word of a name. */
export interface Word {
  /** Small letters, composed, without apostrophes. */
  text: string;
  /** The same in `a` to `z` and figures, by the general rules of any-ascii where no better table matches. */
  ascii: string;
  /** Of another script than Latin. */
  foreign: boolean;
  /** Its end may be cut off. */
  truncated: boolean;
  /** Begins with a small l, which in many types is the picture of a capital I. */
  smallL: boolean;
  /** Comes and goes between two spellings of one name; never where a whole part of a name is of such words. */
  particle: boolean;
}

/**
 * Small words that come and go between two spellings of one name, and what stands between a married and a maiden name.
 * Those that are somebody's own name elsewhere (Le, An, Ben) are left out.
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
/** What alone tells a father from his son, or two bearers of one name. */
const GENERATIONS = new Set('jr, junior, sr, senior, ii, iii, iv, filho, neto, sobrinho'.split(', '));
/** The Arabic article, its consonant taken over from the next word or not, as it grows together with that word. */
const ARTICLE = /^(?:(?:al|el|ul|ar|er|as|es|ad|ed|an|en|ash|esh|at|et|az|ez)(?=[a-z]{4})|ال(?=\p{L}{3}))/u;
/** The letters that a recogniser takes for a figure. */
const LIKE_FIGURES: Readonly<Record<string, string>> = { '0': 'o', '1': 'il', '5': 's', '8': 'b' };

/**
 * The words of one part of a name; what holds no letter or figure of any script is left out. `ascii` is empty where no
 * table knows a letter of the word, which is then like no other.
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

/** Whether two particles, each without a counterpart, are one in another spelling. */
export function isSameParticle(a: Word, b: Word): boolean {
  return a.ascii === b.ascii || PARTICLE_SPELLINGS.some((row) => row.includes(a.ascii) && row.includes(b.ascii));
}

export function isGeneration({ ascii }: Word): boolean {
  return GENERATIONS.has(ascii);
}

/** Small letters without an Arabic article grown together with them; as they are where there is none. */
export function withoutArticle(text: string): string {
  return text.replace(ARTICLE, '');
}

/** Whether two words are one but for figures read in the place of letters, or a small l in that of a capital I. */
export function areLookalikes(a: Word, b: Word): boolean {
  return areAlike(a, b, (x, y, i) => i === 0 && ((a.smallL && y === 'i') || (b.smallL && x === 'i')));
}

/** The same with any i for any l, by which names are told apart too: `Ella` is not `Eila`. */
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
