import { must } from '../../../lib/assert.ts';
import { makeFinding } from '../../findings.ts';
import type { Policy } from '../../policy.ts';
import type { Finding } from '../../types.ts';
import type { OwnershipResult, PartyHit, PartyId, Ubo } from '../types.ts';
import type { Share } from './effective.ts';
import type { OwnershipGraph } from './graph.ts';
import { round } from './writing.ts';

/** The number of chains shown. */
const CHAINS_MAX = 20;

/**
 * Reports what sanctioned owners hold of the company together, directly and through companies that are sanctioned through their owners. Owners with a
 * confirmed hit on a sanctions list count; dismissed hits do not. If a register gives a range, its upper end may reach the limit while its lower end
 * does not. The same is true of shares that are not `counted`. Both cases need a review.
 */
export function checkSanctioned(
  graph: OwnershipGraph,
  counted: OwnershipGraph['edges'],
  ubos: readonly Pick<Ubo, 'id'>[],
  hits: readonly PartyHit[],
  policy: Policy,
): { result: OwnershipResult['sanctioned']; findings: Finding[] } {
  const listed = listedNodes(graph, ubos, hits);
  if (listed.length === 0) return { result: null, findings: [] };
  const limit = policy.kyb.ownership.sanctioned_percent / 100;
  const blockedBy = (edges: OwnershipGraph['edges'], bound: 'min' | 'max') =>
    findBlocked(
      graph.nodes.length,
      edges.map(({ from, to, percent }): Share => ({ owner: from, owned: to, share: percent[bound] / 100 })),
      listed,
      limit,
    );
  const sure = blockedBy(counted, 'min');
  const possible = blockedBy(graph.edges, 'max');
  const blocked = (sure.held[0] ?? 0) >= limit - 1e-9;
  const reached = blocked ? sure : possible;
  const percent = round(Math.min(100, 100 * (reached.held[0] ?? 0)));
  const result = {
    percent,
    blocked,
    owners: graph.edges
      .filter(({ from, to }) => to === 0 && reached.blocked[from])
      .map(({ from, percent }) => ({
        party: must(graph.nodes[from], 'an edge has its nodes').party,
        percent: round(percent.max),
      }))
      .sort((a, b) => b.percent - a.percent),
    path: chainsOf(graph, reached, new Set(listed)),
  };
  return { result, findings: tell(percent, blocked, policy.kyb.ownership.sanctioned_percent) };
}

function tell(percent: number, blocked: boolean, limit: number): Finding[] {
  const details = { field: 'ubos', evidence: { percent, limit } };
  if (blocked) return [makeFinding('sanctioned_ownership', details)];
  return [
    makeFinding(percent >= limit ? 'sanctioned_ownership_possible' : 'sanctioned_ownership_below_limit', details),
  ];
}

/** Returns the nodes of the parties with a confirmed hit on a sanctions list. One owner may have been submitted several times. */
function listedNodes(
  { nodeOfUbo, nodeOfParty }: OwnershipGraph,
  ubos: readonly Pick<Ubo, 'id'>[],
  hits: readonly PartyHit[],
): number[] {
  const parties = new Set(
    hits
      .filter(
        ({ strength, entity, dismissed }) =>
          strength === 'confirmed' && entity.topics.includes('sanction') && !dismissed,
      )
      .map(({ party }) => party),
  );
  const submitted = nodeOfUbo.filter((_, at) => parties.has(must(ubos[at], 'an owner has an id').id));
  const registered = nodeOfParty.filter((_, at) => parties.has(`register:${at}`));
  return [...new Set([...submitted, ...registered])].filter((at) => at !== 0);
}

/** Returns the chains from listed owners down to the company, through blocked companies only. */
function chainsOf({ nodes, edges }: OwnershipGraph, { blocked }: Blocked, listed: ReadonlySet<number>): PartyId[][] {
  const chains: PartyId[][] = [];
  const walk = (way: number[]): void => {
    const last = must(way[0], 'a way has a beginning');
    if (listed.has(last)) chains.push(way.map((at) => must(nodes[at], 'a way goes over nodes').party));
    for (const { from, to } of edges) {
      if (chains.length >= CHAINS_MAX) return;
      if (to === last && blocked[from] && !way.includes(from)) walk([from, ...way]);
    }
  };
  walk([0]);
  return chains;
}

/** Shares are sums of decimal numbers: 0.1 + 0.2 must equal 0.3. */
const ROUNDING = 1e-9;

interface Blocked {
  /** The nodes that count as sanctioned: those that are listed, and those that such nodes own enough of. */
  blocked: Uint8Array;
  /** What blocked nodes together hold of each node directly, as a fraction of 1. */
  held: Float64Array;
}

/**
 * Returns which nodes are sanctioned through their owners. If blocked owners together hold `limit` of a node directly, it is
 * blocked too, and its own shares count with theirs. Shares of an owner that is not blocked do not count, even if blocked persons
 * hold a part of that owner (OFAC's 50 Percent Rule, guidance of 13 August 2014 and questions 398 to 402).
 */
export function findBlocked(count: number, shares: readonly Share[], listed: Iterable<number>, limit: number): Blocked {
  const holdings: Share[][] = Array.from({ length: count }, () => []);
  for (const share of shares) if (share.owner !== share.owned) holdings[share.owner]?.push(share);
  const blocked = new Uint8Array(count);
  const held = new Float64Array(count);
  const waiting = [...new Set(listed)];
  for (const node of waiting) blocked[node] = 1;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { owned, share } of holdings[node] ?? []) {
      held[owned] = (held[owned] ?? 0) + share;
      if (blocked[owned] || (held[owned] ?? 0) < limit - ROUNDING) continue;
      blocked[owned] = 1;
      waiting.push(owned);
    }
  }
  return { blocked, held };
}
