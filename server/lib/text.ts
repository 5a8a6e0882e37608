import anyAscii from 'any-ascii';

/** A word of any script as small letters and digits of ASCII alone, by the general table of any-ascii. */
export function toAscii(word: string): string {
  return anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** The order of two texts by their code units. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
