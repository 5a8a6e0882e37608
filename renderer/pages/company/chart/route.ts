import { CHART, type PlacedBox } from './layers.ts';
import type { Slot } from './order.ts';

export interface Point {
  x: number;
  y: number;
}

/** From the current point: a straight line, or a curve that leaves and arrives horizontally. */
interface Stroke {
  kind: 'line' | 'curve';
  to: Point;
}

export interface Route {
  from: Point;
  strokes: Stroke[];
  /** The position and direction of the arrowhead. */
  head: Point & { towards: 'inwards' | 'outwards' | 'down' };
  /** The middle of the label. */
  label: Point;
}

/**
 * Routes a link from the outer box past its label, through the gap next to each layer on the way, to the inner box. All curves are between layers,
 * so none covers a box.
 * @param passes where it reaches each layer in between, the outermost first, on the inner side
 */
export function routeWay(start: Point, passes: readonly Point[], end: Point, back: boolean): Route {
  const strokes: Stroke[] = [{ kind: 'line', to: { x: start.x - CHART.labelWidth, y: start.y } }];
  for (const { x, y } of passes) {
    strokes.push({ kind: 'curve', to: { x: x + CHART.boxWidth, y } });
    strokes.push({ kind: 'line', to: { x: x - CHART.labelWidth, y } });
  }
  strokes.push({ kind: 'curve', to: end });
  return {
    from: start,
    strokes,
    head: back ? { ...start, towards: 'outwards' } : { ...end, towards: 'inwards' },
    label: { x: start.x - CHART.labelWidth / 2, y: start.y },
  };
}

/** Routes a loop above the box, from its top and back to it. */
export function routeLoop({ x, y, width }: PlacedBox): Route {
  const top = y - CHART.loopHeight / 2;
  const [from, to] = [x + width * 0.4, x + width * 0.6];
  const strokes: Stroke[] = [
    { kind: 'line', to: { x: from, y: top } },
    { kind: 'line', to: { x: to, y: top } },
    { kind: 'line', to: { x: to, y } },
  ];
  return {
    from: { x: from, y },
    strokes,
    head: { x: to, y, towards: 'down' },
    label: { x: to + CHART.labelWidth / 2 + 4, y: top },
  };
}

/** Returns the text for `<path d>`. `toX`: mirrors the chart on a right-to-left page. */
export function pathText({ from, strokes }: Pick<Route, 'from' | 'strokes'>, toX: (x: number) => number): string {
  let at = from;
  const parts = [`M${toX(from.x)} ${from.y}`];
  for (const { kind, to } of strokes) {
    const middle = toX((at.x + to.x) / 2);
    parts.push(kind === 'line' ? `L${toX(to.x)} ${to.y}` : `C${middle} ${at.y} ${middle} ${to.y} ${toX(to.x)} ${to.y}`);
    at = to;
  }
  return parts.join('');
}

/** Sweeps from both sides in turn; the positions are stable before. */
const SWEEPS = 10;
/** How strongly a slot is drawn to its neighbours: links that pass through should be straight. */
const WEIGHTS = { passing: 6, joined: 1, alone: 0.01 } as const;

/**
 * Positions the middle of each slot so that the slots of a layer keep their order and `gap` between them, and are as near as possible to their
 * linked slots.
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
  // Slots with neighbours on both sides end between them.
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

/** Returns the minimum distance of each middle from the first one. */
function stepsOf(row: readonly Slot[], gap: number): number[] {
  let at = 0;
  return row.map((slot, i) => {
    const before = row[i - 1];
    if (before) at += (before.height + slot.height) / 2 + gap;
    return at;
  });
}

/**
 * Returns the non-decreasing values nearest to the wanted ones by weighted squares. Neighbours that would decrease are pooled (Ayer et al., "An
 * empirical distribution function for sampling with incomplete information", 1955).
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
