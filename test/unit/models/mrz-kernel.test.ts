import { describe, expect, test } from 'vitest';
import { bestChain, createChains, findChains, KERNEL, type Step } from '../../../models/mrz/decode/chains.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const seed = testSeed();
const random = seededRandom(seed);

/** For each place, the score of the best chain of `length` places that ends there. */
function chainsPlainly(earns: Float32Array, begins: Float32Array, steps: readonly Step[], length: number): number[] {
  let scores = [...begins];
  for (let n = 1; n < length; n++) {
    const before = scores;
    scores = [...earns].map((earn, place) =>
      Math.fround(
        Math.max(...steps.map(({ step, cost }) => Math.fround((before[place - step] ?? -Infinity) - cost))) + earn,
      ),
    );
  }
  return scores;
}

describe(`the best chain (seed ${seed})`, () => {
  const steps = [7, 8, 9, 11].map((step) => ({ step, cost: Math.fround(random()) }));

  test.each([
    [1, 1, 4],
    [30, 3, 1],
    [61, 5, 3],
    [203, 12, 4],
    [203, 18, 2],
  ])(
    'of %i places, %i long and by %i kinds of steps, is the one that plain arithmetic finds',
    (places, length, kinds) => {
      const earns = Float32Array.from({ length: places }, () => (random() < 0.1 ? -Infinity : 1.6 - 4 * random()));
      const begins = earns.map((earn, place) => (place < 40 ? earn : -Infinity));
      const some = steps.slice(0, kinds);
      using scratch = KERNEL.borrow();
      const chains = createChains(scratch, earns, length);
      // Values that were there before must not count.
      findChains(chains, [{ step: 1, cost: 0 }], earns, length);
      findChains(chains, some, begins, length);
      const scores = chainsPlainly(earns, begins, some, length);
      const best = bestChain(chains, some, length, -Infinity);
      expect(best?.score ?? -Infinity).toBe(Math.max(...scores));
      const own = best?.places ?? [];
      expect(own.at(-1)).toBe(best ? scores.indexOf(best.score) : undefined);
      const gained = own.reduce((score, place, i) => {
        const step = some.find((one) => one.step === place - (own[i - 1] ?? place));
        return Math.fround(Math.fround(score - (i > 0 ? (step?.cost ?? Infinity) : 0)) + (earns[place] ?? Number.NaN));
      }, 0);
      expect(gained).toBe(best?.score ?? 0);
      expect(bestChain(chains, some, length, best?.score ?? -Infinity)).toBeNull();
    },
  );
});
