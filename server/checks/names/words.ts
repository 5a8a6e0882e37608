import anyAscii from 'any-ascii';

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
/** The Arabic article, its consonant taken over from the next word or not, as it grows together with that word. */
const ARTICLE = /^(?:(?:al|el|ul|ar|er|as|es|ad|ed|an|en|ash|esh|at|et|az|ez)(?=[a-z]{4})|ال(?=\p{L}{3}))/u;
/** Characters that a recogniser takes for one another, brought to one of them. */
const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', l: 'i', '5': 's', '8': 'b' };

/** The words of one part of a name; what holds no letter or figure of any script is left out. */
export function wordsOf(text: string, truncated: boolean): Word[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’‘ʼʻ`´]/gu, '');
  const words = plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.flatMap((word) => {
    const ascii = toAscii(word);
    const foreign = !/^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(word);
    return ascii === '' ? [] : [{ text: word, ascii, foreign, truncated }];
  });
}

export function isParticle({ ascii }: Word): boolean {
  return PARTICLES.has(ascii);
}

/** Small letters without an Arabic article grown together with them; as they are where there is none. */
export function withoutArticle(text: string): string {
  return text.replace(ARTICLE, '');
}

export function foldLookalikes(ascii: string): string {
  return ascii.replace(/[01l58]/g, (letter) => LOOKALIKES[letter] ?? letter);
}

function toAscii(word: string): string {
  return anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
