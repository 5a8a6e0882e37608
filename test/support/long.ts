import { it } from 'vitest';
import { seededRandom, testSeed } from './random.ts';
import { skipUnless } from './skip.ts';

/**
 * Whether the long form of what is random or killed was asked for: `CUSTOS_LONG=whole`, as `npm run check:full` sets it. `CUSTOS_FUZZ=whole` says
 * the same, and was its former name.
 */
export const isWholeRun = (): boolean =>
  process.env['CUSTOS_LONG'] === 'whole' || process.env['CUSTOS_FUZZ'] === 'whole';

/** Options for a test that only the whole run takes. The summary says so, with what it costs. */
export const inWholeRunAlone = (cost: string): ReturnType<typeof skipUnless> =>
  skipUnless(isWholeRun(), `${cost}: in the whole run alone (CUSTOS_LONG=whole)`);

/** All of them in the whole run, else so many, drawn by a seed that is printed; `CUSTOS_TEST_SEED` gives the same ones again. */
export function sampleOf<T>(what: string, all: readonly T[], few: number): T[] {
  if (isWholeRun()) return [...all];
  const seed = testSeed();
  console.info(`${what}: ${few} of ${all.length}, CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const drawn = all.map((one, at) => ({ one, at, lot: random() })).sort((a, b) => a.lot - b.lot);
  // In their own order.
  return drawn
    .slice(0, few)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** A file of tests that only the whole run takes: elsewhere not even what they need is loaded. */
export async function loadInWholeRun(cost: string, load: () => Promise<unknown>): Promise<void> {
  if (isWholeRun()) await load();
  else it('runs in the whole run', inWholeRunAlone(cost), () => {});
}
