import { isWholeRun } from '../support/long.ts';
import { seededRandom } from '../support/random.ts';

export { isWholeRun };

/** Cases of one seeded run, in order. Each draws from its own generator, so it can be repeated alone. */
export interface FuzzRun {
  seed: number;
  count: number;
  cases: Iterable<FuzzCase>;
}

export interface FuzzCase {
  at: number;
  random: () => number;
  /** How to repeat this case: include it in the message of a failure. */
  hint: string;
}

/** The seed of the share that every `npm test` runs, so that each run is the same. The whole run draws a new seed. */
const SHARE_SEED = 20_260_101;
/** An odd number near 2^32 over the golden ratio, so that the generators of neighbouring cases have nothing in common. */
const CASE_STEP = 0x9e3779b1;

/**
 * The number of cases and the seed of a run.
 * - By default: `share` cases of a fixed seed.
 * - With `CUSTOS_LONG=whole` (as `npm run check:full` sets it): `whole` cases of a new seed.
 * - `CUSTOS_FUZZ_COUNT` and `CUSTOS_TEST_SEED` override both; `CUSTOS_FUZZ_CASE` runs one case alone.
 * Prints the choice.
 */
export function fuzzRun(what: string, counts: { share: number; whole: number }): FuzzRun {
  const { env } = process;
  const isWhole = isWholeRun();
  const count = Number(env['CUSTOS_FUZZ_COUNT'] ?? (isWhole ? counts.whole : counts.share));
  const seed = Number(env['CUSTOS_TEST_SEED'] ?? (isWhole ? Math.floor(Math.random() * 2 ** 31) : SHARE_SEED));
  if (!Number.isInteger(count) || count < 1) throw new RangeError('CUSTOS_FUZZ_COUNT must be a whole number from 1');
  const alone = env['CUSTOS_FUZZ_CASE'];
  console.info(`${what}: ${count} cases, CUSTOS_TEST_SEED=${seed}`);
  const from = alone === undefined ? 0 : Number(alone);
  const until = alone === undefined ? count : from + 1;
  return { seed, count: until - from, cases: casesOf(seed, from, until) };
}

function* casesOf(seed: number, from: number, until: number): Iterable<FuzzCase> {
  for (let at = from; at < until; at++) {
    const random = seededRandom((seed ^ Math.imul(at + 1, CASE_STEP)) >>> 0);
    yield { at, random, hint: `CUSTOS_TEST_SEED=${seed} CUSTOS_FUZZ_CASE=${at}` };
  }
}

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** A whole number from `min` to `max`, both included. */
export const between = (random: () => number, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1));

export function bytesOf(random: () => number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = Math.floor(random() * 256);
  return bytes;
}
