import type { Share } from './effective.ts';

/** Paths of one owner that are shown, the strongest first. */
const PATHS_MAX = 5;
/** Beginnings of paths that are looked at for one owner. */
const BEGINNINGS_MAX = 500;

/** From an owner to the target: the nodes on the way, both ends among them, and the shares between them. */
export interface Path {
  nodes: number[];
  shares: number[];
  product: number;
}

interface Beginning extends Path {
  /** What the best way on from here would give. */
  bound: number;
}

/**
 * Gives for any owner its strongest ways to the target, none of which comes by the same node twice, at most
 * `PATHS_MAX`. A search that always takes up the beginning with the best end to hope for, so that the first ones it
 * completes are the strongest.
 */
export function pathFinder(count: number, shares: readonly Share[], target: number): (owner: number) => Path[] {
  const held: Share[][] = Array.from({ length: count }, () => []);
  for (const share of shares) held[share.owner]?.push(share);
  const best = bestProducts(count, shares, target);
  return (owner) => {
    const found: Path[] = [];
    const open: Beginning[] = [{ nodes: [owner], shares: [], product: 1, bound: best[owner] ?? 0 }];
    for (let looked = 0; open.length > 0 && found.length < PATHS_MAX && looked < BEGINNINGS_MAX; looked++) {
      const { nodes, shares: passed, product } = takeBest(open);
      const last = nodes.at(-1) as number;
      if (last === target && nodes.length > 1) {
        found.push({ nodes, shares: passed, product });
        continue;
      }
      for (const { owned, share } of held[last] ?? []) {
        if (nodes.includes(owned) || share === 0) continue;
        const bound = product * share * (best[owned] ?? 0);
        if (bound > 0)
          open.push({ nodes: [...nodes, owned], shares: [...passed, share], product: product * share, bound });
      }
    }
    return found;
  };
}

function takeBest(open: Beginning[]): Beginning {
  let at = 0;
  for (let i = 1; i < open.length; i++) if ((open[i]?.bound ?? 0) > (open[at]?.bound ?? 0)) at = i;
  return open.splice(at, 1)[0] as Beginning;
}

/** The largest product along any way from each node to the target, which itself has 1 (Bellman and Ford's relaxation). */
function bestProducts(count: number, shares: readonly Share[], target: number): Float64Array {
  const owners: Share[][] = Array.from({ length: count }, () => []);
  for (const share of shares) owners[share.owned]?.push(share);
  const best = new Float64Array(count);
  best[target] = 1;
  let changed = [target];
  // A way that passes no node twice has fewer steps than there are nodes.
  for (let round = 0; round < count && changed.length > 0; round++) {
    const next = new Set<number>();
    for (const node of changed) {
      for (const { owner, share } of owners[node] ?? []) {
        const product = share * (best[node] ?? 0);
        if (owner === target || product <= (best[owner] ?? 0)) continue;
        best[owner] = product;
        next.add(owner);
      }
    }
    changed = [...next];
  }
  return best;
}
