import { hashText } from './hash.ts';

const PAIRS_MIN = 1 << 16;
/** A hash and a company, 4 bytes each: 8 kB. */
const PAGE_PAIRS = 1024;

/** Collects texts that companies are found by, and yields them in pages: 8 bytes per text, of which only a hash is kept. */
export class HashCollector {
  private pairs = new Uint32Array(2 * PAIRS_MIN);
  size = 0;

  add(text: string, company: number): void {
    if (2 * this.size === this.pairs.length) {
      const larger = new Uint32Array(2 * this.pairs.length);
      larger.set(this.pairs);
      this.pairs = larger;
    }
    this.pairs[2 * this.size] = company;
    this.pairs[2 * this.size + 1] = hashText(text);
    this.size += 1;
  }

  /**
   * Yields what was collected, sorted by hash: pairs of a company and its hash, as 32-bit numbers of this machine, from the hash
   * `first` on. The collector is then empty. The bytes are valid until the next text is added.
   */
  *take() {
    // The hash is the upper half of 64 bits if the lower half goes first, as on every machine that Node runs on.
    new BigUint64Array(this.pairs.buffer, 0, this.size).sort();
    const end = 2 * this.size;
    for (let from = 0; from < end; from += 2 * PAGE_PAIRS) {
      const page = this.pairs.subarray(from, Math.min(end, from + 2 * PAGE_PAIRS));
      const bytes = new Uint8Array(page.buffer, page.byteOffset, page.byteLength);
      yield { first: page[1] as number, bytes };
    }
    this.size = 0;
  }
}

/** Adds the companies of a page that have this hash. */
export function findInPage(bytes: Uint8Array, hash: number, found: number[]): void {
  // A copy starts at an address that is aligned for 32-bit numbers.
  const page = new Uint32Array(bytes.slice().buffer);
  let low = 0;
  let high = page.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((page[2 * middle + 1] as number) < hash) low = middle + 1;
    else high = middle;
  }
  for (; page[2 * low + 1] === hash; low++) found.push(page[2 * low] as number);
}
