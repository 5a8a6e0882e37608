import { must } from '../../../lib/assert.ts';
import type { Policy } from '../../policy.ts';
import type { RegistryResult, ShareRange } from '../types.ts';
import { effectiveHoldings, type Share } from './effective.ts';
import type { OwnershipGraph } from './graph.ts';

/** Companies through which the submitted owners are assumed to hold their submitted shares. */
export interface Through {
  /** Their nodes. A register lists them as direct holders, and they were not submitted. */
  nodes: ReadonlySet<number>;
  /** What each node holds of the verified company by the registers alone, in percent. Null if there are no companies of this kind. */
  registered: ((node: number) => ShareRange) | null;
  /** Percent of the verified company that these companies hold for owners whom no register names. */
  open: number;
}

const NONE: Through = { nodes: new Set(), registered: null, open: 0 };

/**
 * Finds the companies that lie between submitted beneficial owners and the verified company. A submission states what beneficial owners ultimately
 * own, while a register names the company in between. Both say the same if three things hold. The people's shares and those of the registered
 * companies do not fit next to each other (together over 100 %). What the companies hold beyond the people's shares cannot hide an owner at the
 * policy's threshold. No register names another owner at the threshold behind them.
 */
export function findThrough(graph: OwnershipGraph, ownership: RegistryResult['ownership'], policy: Policy): Through {
  const { threshold_percent, share_tolerance_percent: tolerance } = policy.kyb.ownership;
  const shares = ownership.shares.flatMap(({ owner, owned, percent }) => {
    const from = must(graph.nodeOfParty[owner], 'a share has its owner');
    const to = owned === null ? 0 : must(graph.nodeOfParty[owned], 'a share has its company');
    return percent === null || from === to ? [] : [{ from, to, percent }];
  });
  const direct = shares.filter(({ to }) => to === 0);
  const between = direct.filter(({ from }) => graph.undeclared.has(from) && typeOf(graph, from) === 'entity');
  const held = sumOf(between.map(({ percent }) => percent.min));
  const submitted = graph.edges.filter(({ to, source }) => to === 0 && source === 'submitted');
  const beyond = submitted
    .filter(({ from }) => typeOf(graph, from) === 'person')
    .map(({ from, percent }) => {
      const own = sumOf(direct.filter((share) => share.from === from).map((share) => share.percent.min));
      return Math.max(0, percent.min - own);
    });
  const hasRoom = sumOf(submitted.map(({ percent }) => percent.min)) + held <= 100 + tolerance;
  if (between.length === 0 || hasRoom || held - sumOf(beyond) >= threshold_percent) return NONE;
  const [least, most] = (['min', 'max'] as const).map((bound) => holdings(graph, shares, bound)) as [
    number[],
    number[],
  ];
  const others = [...graph.undeclared].filter((node) => typeOf(graph, node) === 'person');
  if (others.some((node) => (most[node] ?? 0) >= threshold_percent)) return NONE;
  return {
    nodes: new Set(between.map(({ from }) => from)),
    registered: (node) => ({ min: least[node] ?? 0, max: most[node] ?? 0 }),
    open: openShare(graph, shares, most),
  };
}

type Registered = { from: number; to: number; percent: ShareRange };

/** Returns percent of the verified company, by node. */
function holdings({ nodes }: OwnershipGraph, shares: readonly Registered[], bound: keyof ShareRange): number[] {
  const parts = shares.map(({ from, to, percent }): Share => ({ owner: from, owned: to, share: percent[bound] / 100 }));
  return Array.from(effectiveHoldings(nodes.length, parts, 0).effective, (share) => 100 * share);
}

/** Returns what companies hold without an owner in any register. */
function openShare(graph: OwnershipGraph, shares: readonly Registered[], most: readonly number[]): number {
  return sumOf(
    graph.nodes.map(({ type }, node) => {
      if (type !== 'entity' || node === 0) return 0;
      const told = sumOf(shares.filter(({ to }) => to === node).map(({ percent }) => percent.min));
      return (most[node] ?? 0) * Math.max(0, 1 - told / 100);
    }),
  );
}

function typeOf({ nodes }: OwnershipGraph, node: number): 'person' | 'entity' {
  return must(nodes[node], 'an owner has a node').type;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
