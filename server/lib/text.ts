import anyAscii from 'any-ascii';

/** Returns a word of any script as lower-case ASCII letters and digits only, by the general table of any-ascii. */
export function toAscii(word: string): string {
  return anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Compares two texts by their code units. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
