import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { effectiveHoldings, type Share } from '../../../../server/checks/kyb/ownership/effective.ts';
import { pathFinder } from '../../../../server/checks/kyb/ownership/paths.ts';
import { findBlocked } from '../../../../server/checks/kyb/ownership/sanctions-check.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { skipUnless } from '../../../support/skip.ts';

const GRAPHS = 1_000;
const CORPUS = process.env['CUSTOS_CORPUS'] ?? '';

interface Graph {
  count: number;
  shares: Share[];
}

/** Up to twelve companies and people in any order, with circles among them; owners together own at most 100 %. */
function drawGraph(random: () => number): Graph {
  const count = 2 + Math.floor(random() * 11);
  const shares: Share[] = [];
  for (let owned = 0; owned < count; owned++) {
    let left = random() < 0.5 ? 1 : 0.95;
    for (let owner = 0; owner < count; owner++) {
      if (owner === owned || random() < 0.6) continue;
      const share = Math.round(left * random() * 1e4) / 1e4;
      left -= share;
      shares.push({ owner, owned, share });
    }
  }
  return { count, shares };
}

/** Solves `(I - S) e = S t` by elimination with the whole matrix, without groups or circles. */
function solveWhole({ count, shares }: Graph, target: number): number[] {
  const rows = Array.from({ length: count }, (_, at) => {
    const row = new Array<number>(count + 1).fill(0);
    row[at] = 1;
    return row;
  });
  for (const { owner, owned, share } of shares) {
    const row = rows[owner] as number[];
    row[owned] = (row[owned] as number) - share;
    if (owned === target) row[count] = (row[count] as number) + share;
  }
  for (let at = 0; at < count; at++) {
    const pivot = rows.reduce(
      (best, row, i) => (i >= at && Math.abs(row[at] as number) > Math.abs(rows[best]?.[at] as number) ? i : best),
      at,
    );
    [rows[at], rows[pivot]] = [rows[pivot] as number[], rows[at] as number[]];
    const own = rows[at] as number[];
    for (const row of rows) {
      if (row === own) continue;
      const factor = (row[at] as number) / (own[at] as number);
      for (let column = at; column <= count; column++)
        row[column] = (row[column] as number) - factor * (own[column] as number);
    }
  }
  return rows.map((row, at) => (row[count] as number) / (row[at] as number));
}

/** Repeats the check for all parties until no further party is blocked. */
function blockAgainAndAgain({ count, shares }: Graph, listed: readonly number[], limit: number): boolean[] {
  const blocked = Array.from({ length: count }, (_, at) => listed.includes(at));
  for (let changed = true; changed; ) {
    changed = false;
    for (let owned = 0; owned < count; owned++) {
      const held = shares.filter((share) => share.owned === owned && share.owner !== owned && blocked[share.owner]);
      if (blocked[owned] || held.reduce((sum, { share }) => sum + share, 0) < limit - 1e-9) continue;
      blocked[owned] = true;
      changed = true;
    }
  }
  return blocked;
}

describe('effective shares', () => {
  test('are products along a chain and sums over chains', () => {
    // 0 is owned by 1 (50 %) and 2 (30 %), both partly by 3.
    const shares = [
      { owner: 1, owned: 0, share: 0.5 },
      { owner: 2, owned: 0, share: 0.3 },
      { owner: 3, owned: 1, share: 0.4 },
      { owner: 3, owned: 2, share: 0.5 },
    ];
    const { effective, circles } = effectiveHoldings(4, shares, 0);
    expect([...effective]).toEqual([0, 0.5, 0.3, expect.closeTo(0.35, 12)]);
    expect(circles).toEqual([]);
  });

  test('follow a circle to its limit, so that the ultimate owners have it all', () => {
    // The company owns 20 % of its own owner.
    const shares = [
      { owner: 1, owned: 0, share: 0.2 },
      { owner: 0, owned: 1, share: 0.2 },
      { owner: 2, owned: 0, share: 0.8 },
      { owner: 3, owned: 1, share: 0.8 },
    ];
    const { effective, circles, closed } = effectiveHoldings(4, shares, 0);
    expect(effective[2]).toBeCloseTo(0.8 / 0.96, 9);
    expect((effective[2] ?? 0) + (effective[3] ?? 0)).toBeCloseTo(1, 9);
    expect(circles.map((circle) => circle.toSorted())).toEqual([[0, 1]]);
    expect(closed).toBe(false);
  });

  test('of a closed circle are zero, and the circle is reported', () => {
    const shares = [
      { owner: 1, owned: 0, share: 0.5 },
      { owner: 1, owned: 2, share: 1 },
      { owner: 2, owned: 1, share: 1 },
    ];
    expect(effectiveHoldings(3, shares, 0).closed).toBe(true);
  });

  test('of a very long chain need no deep stack', () => {
    const shares = Array.from({ length: 50_000 }, (_, at) => ({ owner: at + 1, owned: at, share: 1 }));
    expect(effectiveHoldings(50_001, shares, 0).effective[50_000]).toBe(1);
  });

  test(`equal those of a solver of the whole matrix on ${GRAPHS} drawn graphs`, () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    for (let at = 0; at < GRAPHS; at++) {
      const graph = drawGraph(random);
      const { effective, closed } = effectiveHoldings(graph.count, graph.shares, 0);
      const expected = solveWhole(graph, 0);
      expect(closed).toBe(false);
      for (const [node, share] of expected.entries()) {
        expect(effective[node], `seed ${seed}, graph ${at}, node ${node}`).toBeCloseTo(share, 8);
      }
    }
  });
});

describe('paths', () => {
  test('come the strongest first, by no node twice, and add up where there is no circle', () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    for (let at = 0; at < 200; at++) {
      const { count, shares } = drawGraph(random);
      // Owners have higher numbers, so there is no circle.
      const tree = shares.filter(({ owner, owned }) => owner > owned);
      const find = pathFinder(count, tree, 0);
      const { effective } = effectiveHoldings(count, tree, 0);
      for (let node = 1; node < count; node++) {
        const paths = find(node);
        const products = paths.map(({ product }) => product);
        expect(products, `seed ${seed}`).toEqual(products.toSorted((a, b) => b - a));
        for (const { nodes } of paths) expect(new Set(nodes).size).toBe(nodes.length);
        const sum = products.reduce((total, product) => total + product, 0);
        if (paths.length < 5) expect(sum, `seed ${seed}`).toBeCloseTo(effective[node] ?? 0, 9);
        else expect(sum).toBeLessThanOrEqual((effective[node] ?? 0) + 1e-9);
      }
    }
  });

  test('lead from a company that owns a part of itself', () => {
    const paths = pathFinder(
      2,
      [
        { owner: 1, owned: 0, share: 0.5 },
        { owner: 0, owned: 1, share: 0.5 },
      ],
      0,
    )(1);
    expect(paths).toEqual([{ nodes: [1, 0], shares: [0.5], product: 0.5 }]);
  });
});

describe('sanctioned owners', () => {
  const NAMES = ['X', 'Y', 'A', 'B', 'C'];
  const node = (name: string): number => NAMES.indexOf(name);
  const isBlocked = (edges: [string, string, number][], listed: string[], name: string): boolean => {
    const shares = edges.map(([owner, owned, percent]) => ({
      owner: node(owner),
      owned: node(owned),
      share: percent / 100,
    }));
    return findBlocked(NAMES.length, shares, listed.map(node), 0.5).blocked[node(name)] === 1;
  };

  test('count together, at the limit and not only above it', () => {
    expect(
      isBlocked(
        [
          ['X', 'A', 25],
          ['Y', 'A', 25],
        ],
        ['X', 'Y'],
        'A',
      ),
    ).toBe(true);
    expect(
      isBlocked(
        [
          ['X', 'A', 25],
          ['Y', 'A', 24.99],
        ],
        ['X', 'Y'],
        'A',
      ),
    ).toBe(false);
    // 0.1 + 0.2 + 0.2 is slightly off in binary.
    expect(
      isBlocked(
        [
          ['X', 'A', 30],
          ['Y', 'A', 19.999999999999996],
        ],
        ['X', 'Y'],
        'A',
      ),
    ).toBe(true);
  });

  test('reach through companies that are blocked themselves, and through no others', () => {
    expect(
      isBlocked(
        [
          ['X', 'A', 50],
          ['X', 'B', 50],
          ['A', 'C', 25],
          ['B', 'C', 25],
        ],
        ['X'],
        'C',
      ),
    ).toBe(true);
    expect(
      isBlocked(
        [
          ['X', 'A', 50],
          ['X', 'B', 25],
          ['A', 'C', 25],
          ['B', 'C', 25],
        ],
        ['X'],
        'C',
      ),
    ).toBe(false);
    expect(
      isBlocked(
        [
          ['X', 'A', 49],
          ['A', 'B', 100],
        ],
        ['X'],
        'B',
      ),
    ).toBe(false);
  });

  test('do not count what a company holds of itself', () => {
    expect(
      isBlocked(
        [
          ['X', 'A', 30],
          ['A', 'A', 30],
        ],
        ['X'],
        'A',
      ),
    ).toBe(false);
  });

  const file = join(CORPUS, 'names', 'ofac50_cases.json');
  const needed = skipUnless(CORPUS !== '', 'CUSTOS_CORPUS names no folder with ofac50_cases.json');
  test('are found as in every published case', needed, () => {
    const cases = JSON.parse(readFileSync(file, 'utf8')) as {
      name: string;
      edges: [string, string, number][];
      listed: string[];
      expected: Record<string, 0 | 1>;
    }[];
    expect(cases.length).toBeGreaterThan(0);
    for (const { name, edges, listed, expected } of cases) {
      for (const [company, blocked] of Object.entries(expected)) {
        expect(isBlocked(edges, listed, company), `${name}: ${company}`).toBe(blocked === 1);
      }
    }
  });

  test(`are those of a search that asks again and again, on ${GRAPHS} drawn graphs`, () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    for (let at = 0; at < GRAPHS; at++) {
      const graph = drawGraph(random);
      const listed = Array.from({ length: graph.count }, (_, i) => i).filter(() => random() < 0.3);
      const { blocked } = findBlocked(graph.count, graph.shares, listed, 0.5);
      const expected = blockAgainAndAgain(graph, listed, 0.5);
      expect([...blocked].map(Boolean), `seed ${seed}, graph ${at}`).toEqual(expected);
    }
  });
});
