/** Room for the first pairs; it doubles. */
const PAIRS_MIN = 1 << 16;
/** Bytes of a number of 32 bits at seven bits a byte. */
const VARINT_BYTES_MAX = 5;

/**
 * Gathers which company has which word, and gives the words with their companies: 8 bytes a pair, and the words. The
 * companies must come in ascending order.
 */
export class PostingCollector {
  private readonly ids = new Map<string, number>();
  private wordIds = new Uint32Array(PAIRS_MIN);
  private companies = new Uint32Array(PAIRS_MIN);
  size = 0;

  add(word: string, company: number): void {
    let id = this.ids.get(word);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(word, id);
    }
    if (this.size === this.wordIds.length) this.grow();
    this.wordIds[this.size] = id;
    this.companies[this.size] = company;
    this.size += 1;
  }

  /** The words so far, in no order. */
  words(): string[] {
    return [...this.ids.keys()];
  }

  /**
   * What was gathered, the words in the order of the alphabet, each with the numbers of its companies, ascending (`decodePosting`). Nothing is
   * left. The bytes are good until the next one.
   */
  *take() {
    const { starts, sorted } = this.sortByWord();
    const words = this.words().sort();
    let buffer = new Uint8Array(PAIRS_MIN);
    for (const word of words) {
      const id = this.ids.get(word) as number;
      const companies = sorted.subarray(starts[id], starts[id + 1]);
      if (buffer.length < companies.length * VARINT_BYTES_MAX) {
        buffer = new Uint8Array(companies.length * VARINT_BYTES_MAX);
      }
      yield { word, companies: companies.length, bytes: buffer.subarray(0, encodePosting(companies, buffer)) };
    }
    this.ids.clear();
    this.size = 0;
  }

  /** A counting sort, which keeps the companies of a word in their order. */
  private sortByWord(): { starts: Uint32Array; sorted: Uint32Array } {
    const starts = new Uint32Array(this.ids.size + 1);
    for (let pair = 0; pair < this.size; pair++) {
      const next = (this.wordIds[pair] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let id = 1; id < starts.length; id++) starts[id] = (starts[id] as number) + (starts[id - 1] as number);
    const at = starts.slice();
    const sorted = new Uint32Array(this.size);
    for (let pair = 0; pair < this.size; pair++) {
      const id = this.wordIds[pair] as number;
      sorted[at[id] as number] = this.companies[pair] as number;
      at[id] = (at[id] as number) + 1;
    }
    return { starts, sorted };
  }

  private grow(): void {
    for (const field of ['wordIds', 'companies'] as const) {
      const larger = new Uint32Array(this.size * 2);
      larger.set(this[field]);
      this[field] = larger;
    }
  }
}

/** Writes ascending numbers as their differences, seven bits a byte, the lowest first (LEB128). Gives how many bytes. */
export function encodePosting(companies: Uint32Array, into: Uint8Array): number {
  let at = 0;
  let last = 0;
  for (const company of companies) {
    let rest = company - last;
    last = company;
    while (rest > 127) {
      into[at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    into[at++] = rest;
  }
  return at;
}

/** What `encodePosting` wrote, at most the first `limit` of them. */
export function decodePosting(bytes: Uint8Array, limit: number): Uint32Array {
  const companies = new Uint32Array(Math.min(bytes.length, limit));
  let count = 0;
  let last = 0;
  for (let at = 0; at < bytes.length && count < limit; count++) {
    let shift = 0;
    let byte = bytes[at++] as number;
    let step = byte & 127;
    while (byte > 127) {
      shift += 7;
      byte = bytes[at++] as number;
      step |= (byte & 127) << shift;
    }
    last += step;
    companies[count] = last;
  }
  return companies.subarray(0, count);
}
