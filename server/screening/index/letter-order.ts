import { COMPARED_CHARS_MAX } from './letters.ts';

const [PREFIX_MAX, PREFIX_SCALE] = [4, 0.1];
const ASCII = 128;

/**
 * `jaroWinkler(text, word)` for many words stored as consecutive bytes. It creates no strings, and looks up the positions of the
 * text's letters once. It returns the same numbers (a test compares them).
 */
export class JaroWinkler {
  private readonly codes = new Uint8Array(COMPARED_CHARS_MAX);
  private readonly places = new Int32Array(ASCII);
  private readonly length: number;
  private readonly windows: Int32Array[] = [];

  constructor(text: string) {
    this.length = Math.min(text.length, COMPARED_CHARS_MAX);
    for (let i = 0; i < this.length; i++) {
      const code = text.charCodeAt(i);
      this.codes[i] = code;
      this.places[code] = (this.places[code] as number) | (1 << i);
    }
  }

  /** Returns the similarity, 0..1, to the word of `length` bytes from `start` on, or 0 if fewer than `needed` letters match. */
  to(bytes: Uint8Array, start: number, length: number, needed = 0): number {
    const compared = Math.min(length, COMPARED_CHARS_MAX);
    const jaro = this.jaroTo(bytes, start, compared, needed);
    if (jaro === 0) return 0;
    const prefixMax = Math.min(PREFIX_MAX, this.length, compared);
    let prefix = 0;
    while (prefix < prefixMax && this.codes[prefix] === bytes[start + prefix]) prefix += 1;
    return jaro + prefix * PREFIX_SCALE * (1 - jaro);
  }

  private jaroTo(bytes: Uint8Array, start: number, length: number, needed: number): number {
    const { codes, places } = this;
    const windows = this.windows[length] ?? this.makeWindows(length);
    let ownMatched = 0;
    let wordMatched = 0;
    let misses = length - needed;
    for (let i = 0; i < length; i++) {
      const found = (places[bytes[start + i] as number] as number) & (windows[i] as number) & ~ownMatched;
      if (found === 0) {
        if (misses === 0) return 0;
        misses -= 1;
        continue;
      }
      ownMatched |= found & -found;
      wordMatched |= 1 << i;
    }
    const matches = needed + misses;
    if (matches === 0) return 0;
    let differing = 0;
    while (wordMatched !== 0) {
      const own = 31 - Math.clz32(ownMatched & -ownMatched);
      const other = 31 - Math.clz32(wordMatched & -wordMatched);
      if (codes[own] !== bytes[start + other]) differing += 1;
      ownMatched &= ownMatched - 1;
      wordMatched &= wordMatched - 1;
    }
    return (matches / this.length + matches / length + (matches - (differing >> 1)) / matches) / 3;
  }

  /** Returns, for each letter of a word of this length, the positions of the text that are near enough to count. */
  private makeWindows(length: number): Int32Array {
    const reach = Math.max(0, (Math.max(this.length, length) >> 1) - 1);
    const windows = Int32Array.from({ length }, (_, i) => {
      const below = i + reach >= COMPARED_CHARS_MAX - 1 ? -1 : (1 << (i + reach + 1)) - 1;
      return i > reach ? below & (-1 << (i - reach)) : below;
    });
    this.windows[length] = windows;
    return windows;
  }
}
