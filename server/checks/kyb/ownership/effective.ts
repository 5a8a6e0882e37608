/** One share. `owner` and `owned` are node numbers, `share` is a fraction of 1. */
export interface Share {
  owner: number;
  owned: number;
  share: number;
}

/** After this many repetitions, a circle of owners that has not converged counts as one that never does. */
const ROUNDS_MAX = 10_000;
const RESTING_CHANGE = 1e-12;

export interface Holdings {
  /** What each node owns of the target along every path, as a fraction of 1. */
  effective: Float64Array;
  /** Groups of nodes that own each other in a circle. */
  circles: number[][];
  /** A circle is closed: its members own each other entirely, so no share follows from it. */
  closed: boolean;
}

/**
 * Returns what each of `count` nodes owns of `target`: the products of the shares along each path, summed over all paths. Circles
 * are followed to their limit, `e = S (1 + e)`, after Brioschi, Buzzacchi and Colombo ("Gruppi di imprese e mercato finanziario",
 * 1990). The holdings of ultimate owners therefore add up to what they hold of each company. Groups without a circle are computed
 * once, from the target outwards. A circle is repeated until nothing changes any more.
 */
export function effectiveHoldings(count: number, shares: readonly Share[], target: number): Holdings {
  const held: Share[][] = Array.from({ length: count }, () => []);
  for (const share of shares) held[share.owner]?.push(share);
  const effective = new Float64Array(count);
  const circles: number[][] = [];
  let closed = false;
  for (const group of groupsOf(held)) {
    const [first] = group;
    const isCircle = group.length > 1 || held[first as number]?.some(({ owned }) => owned === first);
    if (isCircle) circles.push(group);
    if (!settle(group, held, effective, target, isCircle ? ROUNDS_MAX : 1)) closed = true;
  }
  return { effective, circles, closed };
}

/** Computes the nodes of a group from the finished ones. Returns false if a circle does not converge. */
function settle(
  group: readonly number[],
  held: readonly Share[][],
  effective: Float64Array,
  target: number,
  rounds: number,
): boolean {
  for (let round = 0; round < rounds; round++) {
    let change = 0;
    for (const node of group) {
      let sum = 0;
      for (const { owned, share } of held[node] ?? []) {
        sum += share * ((owned === target ? 1 : 0) + (effective[owned] ?? 0));
      }
      change = Math.max(change, Math.abs(sum - (effective[node] ?? 0)));
      effective[node] = sum;
    }
    if (rounds === 1 || change <= RESTING_CHANGE) return true;
  }
  return false;
}

/**
 * Groups nodes that reach each other, with the owned before their owners (Tarjan, "Depth-first search and linear graph
 * algorithms", 1972). It uses no recursion, because chains may be long.
 */
function groupsOf(held: readonly Share[][]): number[][] {
  const order = new Int32Array(held.length).fill(-1);
  const low = new Int32Array(held.length);
  const onStack = new Uint8Array(held.length);
  const stack: number[] = [];
  const groups: number[][] = [];
  let next = 0;
  const enter = (node: number): { node: number; at: number } => {
    order[node] = low[node] = next++;
    stack.push(node);
    onStack[node] = 1;
    return { node, at: 0 };
  };
  for (let root = 0; root < held.length; root++) {
    if (order[root] !== -1) continue;
    const visits = [enter(root)];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const { node } = visit;
      const owned = held[node]?.[visit.at++]?.owned;
      if (owned === undefined) {
        visits.pop();
        const above = visits.at(-1);
        if (above) low[above.node] = Math.min(low[above.node] as number, low[node] as number);
        if (low[node] === order[node]) groups.push(popGroup(stack, onStack, node));
      } else if (order[owned] === -1) visits.push(enter(owned));
      else if (onStack[owned]) low[node] = Math.min(low[node] as number, order[owned] as number);
    }
  }
  return groups;
}

function popGroup(stack: number[], onStack: Uint8Array, root: number): number[] {
  const group = stack.splice(stack.lastIndexOf(root));
  for (const node of group) onStack[node] = 0;
  return group.reverse();
}
