/** Room for the first pairs. It doubles. */
const PAIRS_MIN = 1 << 16;
/** The bytes of a 32-bit number at seven bits per byte. */
const VARINT_BYTES_MAX = 5;

/**
 * Collects which company has which word, and yields the words with their companies: 8 bytes per pair, plus the words. The
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

  /** Returns the words so far, in no order. */
  words(): string[] {
    return [...this.ids.keys()];
  }

  /**
   * Yields what was collected, the words in alphabetical order, each with the numbers of its companies, ascending
   * (`decodePosting`). The collector is then empty. The bytes are valid until the next one.
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

  /** A counting sort, which keeps the companies of a word in order. */
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

/** Writes ascending numbers as their differences, seven bits per byte, the lowest first (LEB128). Returns the number of bytes. */
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

/** Reads what `encodePosting` wrote, at most the first `limit` numbers. */
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
