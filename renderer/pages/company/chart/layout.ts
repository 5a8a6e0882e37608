import { type Box, CHART, findLayers, type Layered, type Link, type PlacedBox } from './layers.ts';
import { orderLayers, type Slot } from './order.ts';
import { type Point, placeRows, type Route, routeLoop, routeWay } from './route.ts';

const PITCH = CHART.boxWidth + CHART.labelWidth + CHART.curveWidth;
/** Between arrows that end at the same box. */
const ARROW_GAP = 13;
/** Distance of arrows from the corners. */
const CORNER = 9;

export interface PlacedLink extends Route {
  link: Link;
  /** It closes a cycle and runs outwards. */
  back: boolean;
}

/**
 * Lays out the ownership chart: a layer for each step of the longest chain, boxes that do not overlap, links that avoid all other boxes, and labels
 * that nothing covers. Links between missing boxes are left out. The same input gives the same chart. The root is at x = 0 and owners are outwards;
 * a right-to-left page mirrors it.
 */
export function layOut(root: string, boxes: readonly Box[], links: readonly Link[]) {
  const layers = findLayers(root, boxes, links);
  const loops = new Map(layers.loops.map((loop) => [loop.owner, loop]));
  const heights = new Map(boxes.map(({ id, height }) => [id, Math.max(height, portsHeight(id, layers.links))]));
  const slotHeight = (id: string): number => (heights.get(id) ?? 0) + (loops.has(id) ? 2 * CHART.loopHeight : 0);
  const { rows, ways } = orderLayers(layers, slotHeight, CHART.passHeight);
  const middles = placeRows(rows, CHART.gap);
  const top = Math.min(...[...middles].map(([slot, middle]) => middle - slot.height / 2)) - CHART.margin;
  const bottom = Math.max(...[...middles].map(([slot, middle]) => middle + slot.height / 2)) + CHART.margin;
  const middleOf = (slot: Slot): number => (middles.get(slot) ?? 0) - top;
  const placed = rows.flatMap((row, layer) =>
    row.flatMap((slot): PlacedBox[] => {
      if (slot.box === null) return [];
      const height = heights.get(slot.box) ?? 0;
      return [{ id: slot.box, layer, x: sideOf(layer), y: middleOf(slot) - height / 2, width: CHART.boxWidth, height }];
    }),
  );
  const boxOf = new Map(placed.map((box) => [box.id, box]));
  return {
    width: sideOf(rows.length - 1) + CHART.boxWidth + CHART.margin,
    height: bottom - top,
    boxes: placed,
    links: [
      ...routeAll(ways, boxOf, middleOf),
      ...[...loops.values()].map((link) => ({ link, back: true, ...routeLoop(boxOf.get(link.owner) as PlacedBox) })),
    ],
  };
}

export type ChartLayout = ReturnType<typeof layOut>;

const sideOf = (layer: number): number => CHART.margin + layer * PITCH;

/** Returns a height at which the labels of a box's inward links fit below each other. */
function portsHeight(id: string, links: readonly Layered[]): number {
  const count = links.filter(({ outer }) => outer === id).length;
  return count <= 1 ? 0 : count * CHART.portGap + CHART.gap;
}

function routeAll(
  ways: readonly { link: Layered; slots: Slot[] }[],
  boxOf: ReadonlyMap<string, PlacedBox>,
  middleOf: (slot: Slot) => number,
): PlacedLink[] {
  const outward = Map.groupBy(ways, ({ link }) => link.outer);
  const inward = Map.groupBy(ways, ({ link }) => link.inner);
  const starts = portsOf(outward, boxOf, ({ slots }) => middleOf(slots[1] as Slot), CHART.portGap);
  const ends = portsOf(inward, boxOf, ({ slots }) => middleOf(slots.at(-2) as Slot), ARROW_GAP);
  return ways.map((way) => {
    const { link, slots } = way;
    const [outer, inner] = [boxOf.get(link.outer) as PlacedBox, boxOf.get(link.inner) as PlacedBox];
    const passes = slots.slice(1, -1).map((slot, i): Point => ({ x: sideOf(outer.layer - 1 - i), y: middleOf(slot) }));
    const start = { x: outer.x, y: starts.get(way) ?? outer.y };
    const end = { x: inner.x + inner.width, y: ends.get(way) ?? inner.y };
    return { link: link.link, back: link.back, ...routeWay(start, passes, end, link.back) };
  });
}

/** Returns where links meet the side of a box: spread around its middle, ordered by their origin. */
function portsOf<W>(
  groups: ReadonlyMap<string, W[]>,
  boxOf: ReadonlyMap<string, PlacedBox>,
  towards: (way: W) => number,
  gap: number,
): Map<W, number> {
  const ports = new Map<W, number>();
  for (const [id, ways] of groups) {
    const { y, height } = boxOf.get(id) as PlacedBox;
    const step = Math.min(gap, (height - 2 * CORNER) / Math.max(1, ways.length - 1));
    const sorted = ways.toSorted((a, b) => towards(a) - towards(b));
    for (const [i, way] of sorted.entries()) ports.set(way, y + height / 2 + (i - (ways.length - 1) / 2) * step);
  }
  return ports;
}

/** To an owner, to an owned party, to the one above or below in the layer, or back to the company. */
export type Step = 'outwards' | 'inwards' | 'above' | 'below' | 'root';

/** Returns the next party on the chart in a direction; null if there is none. */
export function walk({ boxes, links }: ChartLayout, from: string, step: Step): string | null {
  const here = boxes.find(({ id }) => id === from);
  if (!here) return null;
  if (step === 'root') return boxes.find(({ layer }) => layer === 0)?.id ?? null;
  if (step === 'above' || step === 'below') return besideOf(here, boxes, step);
  const joined = links.flatMap(({ link: { owner, owned } }) => {
    if (owner === owned) return [];
    return owner === from ? [owned] : owned === from ? [owner] : [];
  });
  const side = boxes.filter(
    ({ id, layer }) => joined.includes(id) && (step === 'outwards' ? layer > here.layer : layer < here.layer),
  );
  // For visual directions the nearest one is meant.
  return nearest(here, side);
}

function besideOf(here: PlacedBox, boxes: readonly PlacedBox[], step: 'above' | 'below'): string | null {
  const row = boxes.filter(({ layer }) => layer === here.layer).toSorted((a, b) => a.y - b.y);
  return row[row.indexOf(here) + (step === 'above' ? -1 : 1)]?.id ?? null;
}

function nearest(here: PlacedBox, boxes: readonly PlacedBox[]): string | null {
  const far = (box: PlacedBox): number => Math.hypot(box.x - here.x, middleOf(box) - middleOf(here));
  return boxes.toSorted((a, b) => far(a) - far(b))[0]?.id ?? null;
}

const middleOf = ({ y, height }: PlacedBox): number => y + height / 2;
