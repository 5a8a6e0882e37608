/** Somebody on the chart; lengths in units of the chart. */
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

/** A link between layers that follow each other outwards: `inner` is nearer to the root than `outer`. */
export interface Layered {
  link: Link;
  inner: string;
  outer: string;
  /** It closes a circle: here the owner is the inner one. */
  back: boolean;
}

export type Layers = ReturnType<typeof findLayers>;

/**
 * Each box's distance from the root by its longest chain of shares. Links that close a circle are found by a search from the root
 * outwards, and count the other way round (Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures", 1981).
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
  // `layerOf`: how far from the root, 0 for the root, an owner always farther than what it owns, but for links that close a circle.
  return { layerOf: longestChains(root, order, layered), links: layered, loops };
}

/** The root first; whoever owns nothing comes before those who do, so that chains that do not reach the root lie in their order too. */
function startsOf(root: string, boxes: readonly Pick<Box, 'id'>[], links: readonly Link[]): string[] {
  const owners = new Set(links.map(({ owner }) => owner));
  const ids = boxes.map(({ id }) => id);
  return [root, ...ids.filter((id) => !owners.has(id)), ...ids];
}

/** The boxes so that each comes before its owners; a link back to a box on the way is put into `back`. */
function visitOutwards(starts: readonly string[], ownersOf: ReadonlyMap<string, Link[]>, back: Set<Link>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const done: string[] = [];
  const visit = (id: string): void => {
    state.set(id, 'open');
    // The last first, since what is done last comes first in the end: owners keep the order they came in.
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
  /** Between layers: room for the label beside the outer box, then for the curve. */
  labelWidth: 62,
  curveWidth: 50,
  /** Between boxes of a layer. */
  gap: 16,
  /** Of a link that passes through a layer. */
  passHeight: 10,
  /** Between links that leave a box side by side, so that their labels do not touch. */
  portGap: 20,
  /** Above a box that owns its own shares. */
  loopHeight: 24,
  margin: 12,
} as const;

export interface PlacedBox extends Box {
  /** The side towards the root, and the upper side. */
  x: number;
  y: number;
  width: number;
  layer: number;
}
