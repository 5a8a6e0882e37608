import type { Slot } from './order.ts';

/** Sweeps from both sides in turn; the places settle before. */
const SWEEPS = 10;
/** How much a slot is drawn to its neighbours: links that pass through are to be straight. */
const WEIGHTS = { passing: 6, joined: 1, alone: 0.01 } as const;

/**
 * Gives each slot the place of its middle, so that slots of a layer keep their order and `gap` between them, and are as near as can be
 * to those that they are joined with.
 */
export function placeRows(rows: readonly (readonly Slot[])[], gap: number): Map<Slot, number> {
  const middles = new Map<Slot, number>();
  for (const row of rows) {
    const steps = stepsOf(row, gap);
    const total = steps.at(-1) ?? 0;
    for (const [i, slot] of row.entries()) middles.set(slot, (steps[i] ?? 0) - total / 2);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const inwards = sweep % 2 === 0;
    for (const row of inwards ? rows : rows.toReversed()) settle(row, middles, gap, inwards ? 'inwards' : 'outwards');
  }
  // What has neighbours on both sides ends between them.
  for (const row of rows) settle(row, middles, gap, 'both');
  return middles;
}

function settle(
  row: readonly Slot[],
  middles: Map<Slot, number>,
  gap: number,
  side: 'inwards' | 'outwards' | 'both',
): void {
  const steps = stepsOf(row, gap);
  const wanted = row.map((slot, i) => {
    const joined = side === 'both' ? [...slot.inwards, ...slot.outwards] : slot[side];
    const now = middles.get(slot) ?? 0;
    if (joined.length === 0) return { value: now - (steps[i] ?? 0), weight: WEIGHTS.alone };
    const mean = joined.reduce((sum, one) => sum + (middles.get(one) ?? 0), 0) / joined.length;
    return { value: mean - (steps[i] ?? 0), weight: slot.box === null ? WEIGHTS.passing : WEIGHTS.joined };
  });
  for (const [i, value] of nearestRising(wanted).entries()) middles.set(row[i] as Slot, value + (steps[i] ?? 0));
}

/** How far each middle is at least from the first one's. */
function stepsOf(row: readonly Slot[], gap: number): number[] {
  let at = 0;
  return row.map((slot, i) => {
    const before = row[i - 1];
    if (before) at += (before.height + slot.height) / 2 + gap;
    return at;
  });
}

/**
 * The values that never fall and are nearest to the wanted ones by weighted squares: neighbours that would fall are pooled (Ayer et al.,
 * "An empirical distribution function for sampling with incomplete information", 1955).
 */
export function nearestRising(wanted: readonly { value: number; weight: number }[]): number[] {
  const pools: { value: number; weight: number; count: number }[] = [];
  for (const one of wanted) {
    let pool = { ...one, count: 1 };
    for (let last = pools.at(-1); last && last.value > pool.value; last = pools.at(-1)) {
      const weight = last.weight + pool.weight;
      const value = (last.value * last.weight + pool.value * pool.weight) / weight;
      pool = { value, weight, count: last.count + pool.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
}
