import { buildIndex } from '../../../server/screening/index/build.ts';
import { round } from '../statistics.ts';
import { makeNames } from './names.ts';
import { makeQueries } from './queries.ts';
import { type Bench, type SectionResult, THRESHOLDS } from './section.ts';
import { describe, measureCold } from './speed.ts';

const STEP = 10;

/** The cost of a query at a hundredth, a tenth and all of the names, and its growth with each tenfold. */
export function measureGrowth({ tables, options, data, say }: Bench): SectionResult {
  const sizes = [options.names / STEP / STEP, options.names / STEP, options.names].map(Math.round);
  const costs = sizes.map((size) => {
    const own = size === options.names ? data : buildIndex(makeNames(tables, size));
    const speed = measureCold(own, makeQueries(tables, size, options.queries, options.seed), THRESHOLDS[0]);
    say(`  ${size} names  ${describe(speed)}, mean ${speed.mean_ms} ms`);
    return { names: size, ...speed };
  });
  const factors = costs.slice(1).map((cost, i) => ({
    from: costs[i]?.names,
    to: cost.names,
    p50: round(cost.p50_ms / (costs[i]?.p50_ms ?? Number.NaN)),
    mean: round(cost.mean_ms / (costs[i]?.mean_ms ?? Number.NaN)),
  }));
  for (const { from, to, p50, mean } of factors) say(`  ${from} -> ${to}: p50 x${p50}, mean x${mean}`);
  const missed = factors
    .filter(({ mean }) => !(mean < STEP))
    .map(({ from, to, mean }) => `from ${from} to ${to} names the cost grows x${mean}, not less than linearly`);
  return { figures: { costs, factors }, missed };
}
