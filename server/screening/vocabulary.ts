import { editsAllowed, wordSimilarity } from './similarity.ts';

export interface SimilarWord {
  wordId: number;
  /** 0..1, as `wordSimilarity` grades it. */
  similarity: number;
}

/**
 * Every distinct word of the indexed names. Similar words are found among words of nearly the same length whose
 * letters nearly agree: each edit changes at most two bits of a word's letter signature, so the filter loses nothing
 * and only a few words are left to measure.
 */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #byLength = new Map<number, { ids: number[]; signatures: number[] }>();

  /** The id of a word, which is added where it is new. */
  add(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.words.length;
    this.words.push(word);
    this.#ids.set(word, id);
    const bucket = this.#byLength.get(word.length) ?? { ids: [], signatures: [] };
    bucket.ids.push(id);
    bucket.signatures.push(signatureOf(word));
    this.#byLength.set(word.length, bucket);
    return id;
  }

  idOf(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Every known word that is `word` or similar to it, the most similar first. */
  findSimilar(word: string): SimilarWord[] {
    const found: SimilarWord[] = [];
    const reach = editsAllowed(word.length, word.length);
    const signature = signatureOf(word);
    for (let length = word.length - reach; length <= word.length + reach; length++) {
      const bucket = this.#byLength.get(length);
      const bitsMax = 2 * editsAllowed(word.length, length);
      bucket?.signatures.forEach((other, index) => {
        if (countBits(signature ^ other) > bitsMax) return;
        const wordId = bucket.ids[index] ?? 0;
        const similarity = wordSimilarity(word, this.words[wordId] ?? '');
        if (similarity > 0) found.push({ wordId, similarity });
      });
    }
    return found.sort((a, b) => b.similarity - a.similarity);
  }
}

/** One bit for each letter that occurs, and six for the digits. */
function signatureOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    bits |= 1 << (code >= 97 ? code - 97 : 26 + ((code - 48) % 6));
  }
  return bits;
}

/** Set bits of a 32-bit number (Hacker's Delight, figure 5-2). */
function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
