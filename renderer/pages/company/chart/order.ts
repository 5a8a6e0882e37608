import type { Layered, Layers } from './layers.ts';

/** A position in a layer: a box, or where a long link passes through. */
export interface Slot {
  key: string;
  height: number;
  /** null: a link passes through. */
  box: string | null;
  /** Linked slots in the neighbouring inner and outer layers. */
  inwards: Slot[];
  outwards: Slot[];
}

/** Sweeps over the layers; the order is stable long before. */
const SWEEPS = 12;

/**
 * Orders each layer so that few links cross. Each slot moves to the middle of its linked slots, from both sides in turn; then neighbours swap while
 * that reduces crossings. Keeps the best order of all sweeps.
 */
export function orderLayers(
  { layerOf, links }: Pick<Layers, 'layerOf' | 'links'>,
  heightOf: (id: string) => number,
  passHeight: number,
) {
  const ordered = fillRows(layerOf, links, heightOf, passHeight);
  let best = ordered.rows.map((row) => [...row]);
  let fewest = crossings(best);
  const rows = best.map((row) => [...row]);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    sortByNeighbours(rows, sweep % 2 === 0 ? 'inwards' : 'outwards');
    swapNeighbours(rows);
    const count = crossings(rows);
    if (count >= fewest) continue;
    fewest = count;
    best = rows.map((row) => [...row]);
  }
  return { ...ordered, rows: best };
}

function fillRows(
  layerOf: ReadonlyMap<string, number>,
  links: readonly Layered[],
  heightOf: (id: string) => number,
  passHeight: number,
) {
  /** From the root outwards, each from top to bottom. */
  const rows: Slot[][] = [];
  const put = (layer: number, key: string, height: number, box: string | null): Slot => {
    const slot: Slot = { key, height, box, inwards: [], outwards: [] };
    while (rows.length <= layer) rows.push([]);
    rows[layer]?.push(slot);
    return slot;
  };
  const slotOf = new Map([...layerOf].map(([id, layer]) => [id, put(layer, id, heightOf(id), id)]));
  /** The slots that each link passes, from its outer end to its inner end. */
  const ways = links.map((link) => {
    const [outer, inner] = [slotOf.get(link.outer), slotOf.get(link.inner)];
    if (!outer || !inner) throw new Error('a link joins two boxes of the chart');
    const slots = [outer];
    for (let layer = (layerOf.get(link.outer) ?? 0) - 1; layer > (layerOf.get(link.inner) ?? 0); layer--)
      slots.push(put(layer, `${link.link.id}/${layer}`, passHeight, null));
    slots.push(inner);
    for (const [i, slot] of slots.entries()) {
      const next = slots[i + 1];
      if (!next) continue;
      slot.inwards.push(next);
      next.outwards.push(slot);
    }
    return { link, slots };
  });
  return { rows, ways };
}

type Side = 'inwards' | 'outwards';

function sortByNeighbours(rows: Slot[][], side: Side): void {
  const order = side === 'inwards' ? rows.keys() : [...rows.keys()].reverse();
  for (const at of order) {
    const row = rows[at] as Slot[];
    const place = placesOf(rows[side === 'inwards' ? at - 1 : at + 1] ?? []);
    const wanted = new Map(row.map((slot, i) => [slot, middle(slot[side].map((one) => place.get(one) ?? 0)) ?? i]));
    row.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
  }
}

function swapNeighbours(rows: readonly Slot[][]): void {
  for (const [at, row] of rows.entries()) {
    const [inner, outer] = [placesOf(rows[at - 1] ?? []), placesOf(rows[at + 1] ?? [])];
    for (let i = 0; i + 1 < row.length; i++) {
      const [a, b] = [row[i] as Slot, row[i + 1] as Slot];
      const now = crossed(a.inwards, b.inwards, inner) + crossed(a.outwards, b.outwards, outer);
      const then = crossed(b.inwards, a.inwards, inner) + crossed(b.outwards, a.outwards, outer);
      if (then < now) row.splice(i, 2, b, a);
    }
  }
}

/** Returns the number of link crossings. */
export function crossings(rows: readonly (readonly Slot[])[]): number {
  let count = 0;
  for (const [at, row] of rows.entries()) {
    const place = placesOf(rows[at - 1] ?? []);
    for (const [i, a] of row.entries()) for (const b of row.slice(i + 1)) count += crossed(a.inwards, b.inwards, place);
  }
  return count;
}

/** Counts crossings between the links of an upper slot and those of a lower one. */
function crossed(upper: readonly Slot[], lower: readonly Slot[], place: ReadonlyMap<Slot, number>): number {
  return upper.reduce(
    (sum, one) => sum + lower.filter((other) => (place.get(one) ?? 0) > (place.get(other) ?? 0)).length,
    0,
  );
}

const placesOf = (row: readonly Slot[]): Map<Slot, number> => new Map(row.map((slot, i) => [slot, i]));

function middle(places: readonly number[]): number | null {
  return places.length === 0 ? null : places.reduce((sum, one) => sum + one, 0) / places.length;
}
