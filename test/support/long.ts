import { it } from 'vitest';
import { seededRandom, testSeed } from './random.ts';
import { skipUnless } from './skip.ts';

/**
 * Whether random tests and kill tests run in their long form: `CUSTOS_LONG=whole`, as `npm run check:full` sets it.
 * `CUSTOS_FUZZ=whole` is the former name and means the same.
 */
export const isWholeRun = (): boolean =>
  process.env['CUSTOS_LONG'] === 'whole' || process.env['CUSTOS_FUZZ'] === 'whole';

/** Options for a test that runs only in the whole run. The summary reports the skip with the test's cost. */
export const inWholeRunAlone = (cost: string): ReturnType<typeof skipUnless> =>
  skipUnless(isWholeRun(), `${cost}: in the whole run alone (CUSTOS_LONG=whole)`);

/** All of them in the whole run, otherwise `few`, drawn with a printed seed. `CUSTOS_TEST_SEED` draws the same ones again. */
export function sampleOf<T>(what: string, all: readonly T[], few: number): T[] {
  if (isWholeRun()) return [...all];
  const seed = testSeed();
  console.info(`${what}: ${few} of ${all.length}, CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const drawn = all.map((one, at) => ({ one, at, lot: random() })).sort((a, b) => a.lot - b.lot);
  // In the original order.
  return drawn
    .slice(0, few)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** A file of tests for the whole run only. Other runs do not even load what the tests need. */
export async function loadInWholeRun(cost: string, load: () => Promise<unknown>): Promise<void> {
  if (isWholeRun()) await load();
  else it('runs in the whole run', inWholeRunAlone(cost), () => {});
}
