import { describe, expect, it } from 'vitest';
import { type Box, CHART, type Link, type PlacedBox } from '../../../renderer/pages/company/chart/layers.ts';
import { type ChartLayout, layOut } from '../../../renderer/pages/company/chart/layout.ts';
import { crossings, type Slot } from '../../../renderer/pages/company/chart/order.ts';
import { nearestRising, type Point, pathText, type Route } from '../../../renderer/pages/company/chart/route.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const ROUNDS = rounds(60, 20);

const HEIGHT = 60;

/** `a>b`: a owns a share in b. */
function links(...texts: string[]): Link[] {
  return texts.map((id) => {
    const [owner = '', owned = ''] = id.split('>');
    return { id, owner, owned };
  });
}

function boxesOf(all: readonly Link[], height = HEIGHT): Box[] {
  const ids = new Set(['root', ...all.flatMap(({ owner, owned }) => [owner, owned])]);
  return [...ids].map((id) => ({ id, height }));
}

const draw = (...texts: string[]): ChartLayout => layOut('root', boxesOf(links(...texts)), links(...texts));
const boxOf = (chart: ChartLayout, id: string): PlacedBox => {
  const box = chart.boxes.find((one) => one.id === id);
  if (!box) throw new Error(`${id} is not drawn`);
  return box;
};

function touches(a: PlacedBox, b: PlacedBox, least = 0): boolean {
  const beside = a.x + a.width + least <= b.x || b.x + b.width + least <= a.x;
  const under = a.y + a.height + least <= b.y || b.y + b.height + least <= a.y;
  return !beside && !under;
}

/** Points so close together that no box fits between two of them. */
function pointsAlong({ from, strokes }: Route): Point[] {
  const steps = 40;
  const points = [from];
  let at = from;
  for (const { kind, to } of strokes) {
    for (let i = 1; i <= steps; i++) {
      const t = i / steps;
      const eased = kind === 'line' ? [t, t] : [1.5 * t * (1 - t) + t ** 3, 3 * t * t - 2 * t ** 3];
      points.push({ x: at.x + (to.x - at.x) * (eased[0] ?? 0), y: at.y + (to.y - at.y) * (eased[1] ?? 0) });
    }
    at = to;
  }
  return points;
}

/** The faults of a chart: boxes that touch, links through boxes, labels on top of something, anything outside. */
function faults(chart: ChartLayout): string[] {
  const found: string[] = [];
  for (const [i, a] of chart.boxes.entries()) {
    if (a.x < 0 || a.y < 0 || a.x + a.width > chart.width || a.y + a.height > chart.height)
      found.push(`${a.id} outside`);
    for (const b of chart.boxes.slice(i + 1)) if (touches(a, b, CHART.gap - 0.001)) found.push(`${a.id} on ${b.id}`);
  }
  for (const one of chart.links) {
    const label = labelBox(one);
    for (const point of pointsAlong(one))
      for (const box of chart.boxes) if (inside(point, box)) found.push(`${one.link.id} through ${box.id}`);
    if (one.link.owner === one.link.owned) continue;
    for (const box of chart.boxes) if (touches(label, box)) found.push(`label of ${one.link.id} on ${box.id}`);
    for (const other of chart.links) {
      if (other === one) continue;
      if (touches(label, labelBox(other))) found.push(`labels of ${one.link.id} and ${other.link.id}`);
      if (pointsAlong(other).some((point) => inside(point, label))) found.push(`${other.link.id} through a label`);
    }
  }
  return [...new Set(found)];
}

function labelBox({ label, link }: ChartLayout['links'][number]): PlacedBox {
  const height = 15;
  const width = CHART.labelWidth - 8;
  return { id: link.id, layer: -1, x: label.x - width / 2, y: label.y - height / 2, width, height };
}

const inside = ({ x, y }: Point, box: PlacedBox): boolean =>
  x > box.x + 0.01 && x < box.x + box.width - 0.01 && y > box.y + 0.01 && y < box.y + box.height - 0.01;

function randomLinks(random: () => number, count: number): Link[] {
  const any = (below: number): number => Math.floor(random() * below);
  const ids = ['root', ...Array.from({ length: count }, (_, i) => `n${i}`)];
  const all = new Set<string>();
  for (const [i, id] of ids.entries()) {
    if (i === 0) continue;
    all.add(`${id}>${ids[any(i)]}`);
    // Some own several, and some of those links lead back.
    if (random() < 0.3) all.add(`${id}>${ids[any(ids.length)]}`);
  }
  return links(...all);
}

describe('the layout of owners', () => {
  it('puts each owner farther out than all that it owns', () => {
    const chart = draw('a>root', 'b>a', 'c>b', 'c>root');
    expect(['root', 'a', 'b', 'c'].map((id) => boxOf(chart, id).layer)).toEqual([0, 1, 2, 3]);
    expect(boxOf(chart, 'c').x).toBeGreaterThan(boxOf(chart, 'b').x);
    expect(faults(chart)).toEqual([]);
  });

  it('draws a link over several layers beside the boxes in between', () => {
    expect(faults(draw('a>root', 'b>a', 'c>b', 'd>c', 'd>root', 'd>a', 'e>root', 'f>e', 'f>a'))).toEqual([]);
  });

  it('draws a company without owners', () => {
    const chart = draw();
    expect(chart.boxes).toHaveLength(1);
    expect(chart.links).toEqual([]);
    expect(chart.height).toBe(HEIGHT + 2 * CHART.margin);
  });

  it('lays owners of equal rank around what they own', () => {
    const chart = draw('a>root', 'b>root', 'c>root');
    const middle = (id: string): number => boxOf(chart, id).y + HEIGHT / 2;
    expect(middle('b')).toBeCloseTo(middle('root'), 6);
    expect(middle('b') - middle('a')).toBeCloseTo(HEIGHT + CHART.gap, 6);
  });

  it('keeps a straight chain straight', () => {
    const chart = draw('a>root', 'b>a', 'c>b');
    expect(new Set(chart.boxes.map(({ y }) => Math.round(y))).size).toBe(1);
  });

  it('takes crossings away that another order avoids', () => {
    const chart = draw('a>root', 'b>root', 'c>root', 'x>c', 'y>b', 'z>a');
    const order = (ids: string[]): string[] => ids.toSorted((p, q) => boxOf(chart, p).y - boxOf(chart, q).y);
    const owned: Record<string, string> = { x: 'c', y: 'b', z: 'a' };
    expect(order(['x', 'y', 'z']).map((id) => owned[id])).toEqual(order(['a', 'b', 'c']));
  });

  it('marks the link that closes a circle, and lets it run outwards', () => {
    const chart = draw('a>root', 'b>a', 'a>b');
    const back = chart.links.filter((one) => one.back);
    expect(back.map(({ link, head }) => [link.id, head.towards])).toEqual([['a>b', 'outwards']]);
    expect(boxOf(chart, 'b').layer).toBe(2);
    expect(faults(chart)).toEqual([]);
  });

  it('draws circles over several companies, one through the company itself, and own shares', () => {
    const chart = draw('a>root', 'b>a', 'c>b', 'a>c', 'root>c', 'a>a', 'd>d', 'd>root');
    expect(chart.links).toHaveLength(8);
    expect(
      chart.links
        .filter(({ back }) => back)
        .map(({ link }) => link.id)
        .sort(),
    ).toEqual(['a>a', 'a>c', 'd>d', 'root>c']);
    expect(faults(chart)).toEqual([]);
  });

  it('draws owners whose chain does not reach the company, and leaves out links to nobody', () => {
    const all = [...links('a>root', 'c>b'), { id: 'x', owner: 'ghost', owned: 'a' }];
    const chart = layOut('root', boxesOf(links('a>root', 'c>b')), all);
    expect(chart.boxes.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'root']);
    expect(chart.links).toHaveLength(2);
    expect(faults(chart)).toEqual([]);
  });

  it('makes room for the labels of a box that owns many', () => {
    const chart = draw('a>root', 'b>root', 'c>root', 'd>root', 'e>root', 'z>a', 'z>b', 'z>c', 'z>d', 'z>e');
    expect(boxOf(chart, 'z').height).toBeGreaterThanOrEqual(5 * CHART.portGap);
    expect(faults(chart)).toEqual([]);
  });

  it('stays readable at thirty: as wide as its chains are long, and hardly higher than its fullest layer', () => {
    const owned = (count: number, name: string, inner: (i: number) => string): string[] =>
      Array.from({ length: count }, (_, i) => `${name}${i}>${inner(i)}`);
    const chart = draw(
      ...owned(5, 'a', () => 'root'),
      ...owned(12, 'b', (i) => `a${i % 5}`),
      ...owned(12, 'c', (i) => `b${i}`),
      'c3>a1',
      'c7>root',
    );
    expect(chart.boxes).toHaveLength(30);
    expect(faults(chart)).toEqual([]);
    expect(chart.width).toBeLessThan(1200);
    expect(chart.height).toBeLessThan(14 * (HEIGHT + CHART.gap) + 2 * CHART.margin);
  });

  it('holds for any graph: nothing overlaps, whatever the owners', () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const all = randomLinks(random, 1 + Math.floor(random() * 40));
      const chart = layOut('root', boxesOf(all), all);
      expect(faults(chart), `seed ${seed}: ${all.map(({ id }) => id).join(' ')}`).toEqual([]);
    }
  });

  it('gives the same chart for the same owners', () => {
    expect(draw('a>root', 'b>a', 'c>root')).toEqual(draw('a>root', 'b>a', 'c>root'));
  });
});

describe('the parts of the layout', () => {
  it('pools what would fall, by weight', () => {
    const rising = nearestRising([
      { value: 0, weight: 1 },
      { value: 6, weight: 1 },
      { value: 3, weight: 2 },
      { value: 9, weight: 1 },
    ]);
    expect(rising).toEqual([0, 4, 4, 9]);
  });

  it('counts crossings', () => {
    const slot = (key: string): Slot => ({ key, height: 1, box: key, inwards: [], outwards: [] });
    const [a, b, c, d] = [slot('a'), slot('b'), slot('c'), slot('d')];
    c.inwards = [b];
    d.inwards = [a];
    expect(
      crossings([
        [a, b],
        [c, d],
      ]),
    ).toBe(1);
    expect(
      crossings([
        [a, b],
        [d, c],
      ]),
    ).toBe(0);
  });

  it('mirrors a route', () => {
    const route = { from: { x: 10, y: 0 }, strokes: [{ kind: 'line' as const, to: { x: 4, y: 0 } }] };
    expect(pathText(route, (x) => x)).toBe('M10 0L4 0');
    expect(pathText(route, (x) => 20 - x)).toBe('M10 0L16 0');
  });
});
