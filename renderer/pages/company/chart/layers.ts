/** A party on the chart; lengths in units of the chart. */
export interface Box {
  id: string;
  height: number;
}

/** `owner` has a share in `owned`. */
export interface Link {
  id: string;
  owner: string;
  owned: string;
}

/** A link between neighbouring layers: `inner` is nearer to the root than `outer`. */
export interface Layered {
  link: Link;
  inner: string;
  outer: string;
  /** It closes a cycle: here the owner is the inner one. */
  back: boolean;
}

export type Layers = ReturnType<typeof findLayers>;

/**
 * Returns each box's distance from the root by its longest chain of shares. A search from the root outwards finds the links that close a cycle,
 * which are reversed (Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures", 1981).
 */
export function findLayers(root: string, boxes: readonly Pick<Box, 'id'>[], links: readonly Link[]) {
  const known = new Set(boxes.map(({ id }) => id));
  const drawn = links.filter(({ owner, owned }) => known.has(owner) && known.has(owned));
  /** Owners of their own shares. */
  const loops = drawn.filter(({ owner, owned }) => owner === owned);
  const ownersOf = Map.groupBy(
    drawn.filter(({ owner, owned }) => owner !== owned),
    ({ owned }) => owned,
  );
  const back = new Set<Link>();
  const order = visitOutwards(startsOf(root, boxes, drawn), ownersOf, back);
  const layered = drawn
    .filter(({ owner, owned }) => owner !== owned)
    .map((link): Layered => {
      const isBack = back.has(link);
      return { link, back: isBack, inner: isBack ? link.owner : link.owned, outer: isBack ? link.owned : link.owner };
    });
  // `layerOf`: the distance from the root, 0 for the root. An owner is always farther out than what it owns, except for links that close a cycle.
  return { layerOf: longestChains(root, order, layered), links: layered, loops };
}

/** Returns the root first, then boxes that own nothing before those that do, so that chains that do not reach the root are ordered too. */
function startsOf(root: string, boxes: readonly Pick<Box, 'id'>[], links: readonly Link[]): string[] {
  const owners = new Set(links.map(({ owner }) => owner));
  const ids = boxes.map(({ id }) => id);
  return [root, ...ids.filter((id) => !owners.has(id)), ...ids];
}

/** Returns the boxes so that each comes before its owners; a link back to a box on the current path is added to `back`. */
function visitOutwards(starts: readonly string[], ownersOf: ReadonlyMap<string, Link[]>, back: Set<Link>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const done: string[] = [];
  const visit = (id: string): void => {
    state.set(id, 'open');
    // In reverse, because the result is reversed at the end: owners keep their order.
    for (const link of (ownersOf.get(id) ?? []).toReversed()) {
      const known = state.get(link.owner);
      if (known === 'open') back.add(link);
      else if (known === undefined) visit(link.owner);
    }
    state.set(id, 'done');
    done.push(id);
  };
  for (const id of starts) if (!state.has(id)) visit(id);
  return done.reverse();
}

function longestChains(root: string, order: readonly string[], links: readonly Layered[]): Map<string, number> {
  const inwards = Map.groupBy(links, ({ outer }) => outer);
  const layerOf = new Map<string, number>();
  for (const id of order) {
    const below = (inwards.get(id) ?? []).map(({ inner }) => layerOf.get(inner) ?? 0);
    layerOf.set(id, Math.max(id === root ? 0 : 1, ...below.map((layer) => layer + 1)));
  }
  return layerOf;
}

/** Lengths of the chart. */
export const CHART = {
  boxWidth: 200,
  /** Between layers: room for the label next to the outer box, then for the curve. */
  labelWidth: 62,
  curveWidth: 50,
  /** Between boxes of a layer. */
  gap: 16,
  /** Of a link that passes through a layer. */
  passHeight: 10,
  /** Between links that leave a box side by side, so their labels do not touch. */
  portGap: 20,
  /** Above a box that owns its own shares. */
  loopHeight: 24,
  margin: 12,
} as const;

export interface PlacedBox extends Box {
  /** The inner side, and the top. */
  x: number;
  y: number;
  width: number;
  layer: number;
}
