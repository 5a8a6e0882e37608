import { hashText } from './hash.ts';

/** With two bits for a word, one in eighty absent words appears to be present. */
const BITS_PER_WORD = 16;

/**
 * A Bloom filter: which words are certainly not in a set. A word with an error may mean hundreds of words, of which few are in a
 * register, and querying the database for each takes ten times as long.
 */
export class WordFilter {
  readonly bytes: Uint8Array;
  private readonly bits: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.bits = bytes.length * 8;
  }

  static of(words: readonly string[]): WordFilter {
    const filter = new WordFilter(new Uint8Array(Math.ceil((words.length * BITS_PER_WORD) / 8) + 1));
    for (const word of words) filter.add(word);
    return filter;
  }

  mayHave(word: string): boolean {
    const hash = hashText(word);
    return this.has(hash % this.bits) && this.has(again(hash) % this.bits);
  }

  private add(word: string): void {
    const hash = hashText(word);
    for (const bit of [hash % this.bits, again(hash) % this.bits]) {
      this.bytes[bit >>> 3] = (this.bytes[bit >>> 3] as number) | (1 << (bit & 7));
    }
  }

  private has(bit: number): boolean {
    return ((this.bytes[bit >>> 3] as number) & (1 << (bit & 7))) !== 0;
  }
}

/** A second hash of the same word. */
function again(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ (hash >>> 12)) >>> 0;
}
