import type { Share } from './effective.ts';

/** The number of paths shown per owner, the strongest first. */
const PATHS_MAX = 5;
/** The number of partial paths examined per owner. */
const BEGINNINGS_MAX = 500;

/** From an owner to the target: the nodes on the path, including both ends, and the shares between them. */
export interface Path {
  nodes: number[];
  shares: number[];
  product: number;
}

interface Beginning extends Path {
  /** The product of the best continuation from here. */
  bound: number;
}

/**
 * Returns a function that finds an owner's strongest paths to the target, at most `PATHS_MAX`. No path visits a node twice. The
 * search always continues the partial path with the highest bound, so the first paths it completes are the strongest.
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

/** Returns the largest product along any path from each node to the target, which itself has 1 (Bellman and Ford's relaxation). */
function bestProducts(count: number, shares: readonly Share[], target: number): Float64Array {
  const owners: Share[][] = Array.from({ length: count }, () => []);
  for (const share of shares) owners[share.owned]?.push(share);
  const best = new Float64Array(count);
  best[target] = 1;
  let changed = [target];
  // A path that visits no node twice has fewer steps than there are nodes.
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
