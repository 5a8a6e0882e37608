const SIZE = 27;
const LETTER_A = 97;
/** How often the preceding letters must occur before their own statistics weigh as much as those of fewer letters. */
const BACK_OFF = 5;
const PAIR_BACK_OFF = 0.5;

/** How often letters follow each other in words, including the ends of words. */
export class Background {
  readonly #counts = new Float64Array(SIZE ** 3);

  add(text: string, weight: number): void {
    visitThrees(text, (place) => {
      this.#counts[place] = (this.#counts[place] as number) + weight;
    });
  }

  /** In bits, by letter and the letter before it. */
  pairCosts(): Float64Array {
    const { pairs, afterOne } = this.#sums();
    return pairs.map((count, at) => {
      const before = afterOne[Math.floor(at / SIZE)] as number;
      return -Math.log2((count + PAIR_BACK_OFF) / (before + PAIR_BACK_OFF * SIZE));
    });
  }

  /** In bits, by letter and the two before it. For rare ones the statistics of fewer letters count. */
  costs(): Float64Array {
    const { pairs, afterPair, afterOne, singles, all } = this.#sums();
    return this.#counts.map((count, place) => {
      const [before, pair] = [Math.floor(place / SIZE), place % SIZE ** 2];
      const one = ((singles[place % SIZE] as number) + 1) / (all + SIZE);
      const two = ((pairs[pair] as number) + BACK_OFF * one) / ((afterOne[before % SIZE] as number) + BACK_OFF);
      return -Math.log2((count + BACK_OFF * two) / ((afterPair[before] as number) + BACK_OFF));
    });
  }

  #sums() {
    const pairs = new Float64Array(SIZE ** 2);
    const afterPair = new Float64Array(SIZE ** 2);
    const afterOne = new Float64Array(SIZE);
    const singles = new Float64Array(SIZE);
    let all = 0;
    this.#counts.forEach((count, place) => {
      const before = Math.floor(place / SIZE);
      for (const [sums, at] of [
        [pairs, place % SIZE ** 2],
        [afterPair, before],
        [afterOne, before % SIZE],
        [singles, place % SIZE],
      ] as const)
        sums[at] = (sums[at] as number) + count;
      all += count;
    });
    return { pairs, afterPair, afterOne, singles, all };
  }
}

/** The cost of a word, by costs of letter triples. */
export function costOfWord(costs: Float64Array, text: string): number {
  let sum = 0;
  visitThrees(text, (place) => {
    sum += costs[place] as number;
  });
  return sum;
}

function visitThrees(text: string, visit: (place: number) => void): void {
  let [first, second] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const third = at === text.length ? 0 : text.charCodeAt(at) - LETTER_A + 1;
    visit((first * SIZE + second) * SIZE + third);
    [first, second] = [second, third];
  }
}
