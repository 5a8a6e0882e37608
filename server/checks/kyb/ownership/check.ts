import { must } from '../../../lib/assert.ts';
import { makeFinding } from '../../findings.ts';
import { concludeCheck, type Policy } from '../../policy.ts';
import type { Finding } from '../../types.ts';
import type {
  Company,
  EffectiveOwner,
  KybScreeningResult,
  OwnershipResult,
  RegistryResult,
  ShareRange,
  Ubo,
} from '../types.ts';
import { effectiveHoldings, type Holdings, type Share } from './effective.ts';
import { buildGraph, type OwnershipGraph, type SameName } from './graph.ts';
import { pathFinder } from './paths.ts';
import { compareWithRegister } from './register.ts';
import { checkSanctioned } from './sanctions-check.ts';
import { findThrough } from './through.ts';
import { fieldOf, round, roundRange } from './writing.ts';

/** The number of owners whose paths are shown, the largest first. */
const OWNERS_EXPLAINED_MAX = 50;
/** Tolerance for rounding: shares are sums and products of decimal numbers. */
const ROUNDING = 1e-9;

export interface OwnershipInput {
  company: Company;
  ubos: readonly Ubo[];
  registry: Pick<RegistryResult, 'ownership' | 'datasets'>;
  /** Absent: nobody could be screened, so sanctioned owners are not reported. */
  screening: Pick<KybScreeningResult, 'hits'> | undefined;
  sameName: SameName;
  policy: Policy;
}

/**
 * Determines who ultimately owns the company, from what was submitted and what registers state. It reports effective shares along
 * all chains, owners at the policy's threshold, shares over 100 % or unaccounted for, circular ownership, differences from the
 * registers, and what sanctioned owners hold together.
 */
export function checkOwnership(input: OwnershipInput): OwnershipResult {
  const { company, ubos, registry, policy } = input;
  const { threshold_percent } = policy.kyb.ownership;
  const whole = buildGraph(company, ubos, registry.ownership, input.sameName);
  const through = findThrough(whole, registry.ownership, policy);
  // What is held through a company counts once, as submitted.
  const graph = { ...whole, edges: whole.edges.filter(({ from, to }) => to !== 0 || !through.nodes.has(from)) };
  const least = holdingsOf(graph, 'min');
  const isExact = graph.edges.every(({ percent }) => percent.min === percent.max);
  const most = isExact ? least : holdingsOf(graph, 'max');
  const owners = listOwners(graph, least, most, threshold_percent);
  const sanctioned = checkSanctioned(whole, graph.edges, ubos, input.screening?.hits ?? [], policy);
  const findings = [
    ...ubos.flatMap(({ first_name, last_name, legal_name }, at) =>
      first_name || last_name || legal_name ? [] : [makeFinding('owner_unnamed', { field: fieldOf(at) })],
    ),
    ...findSums(ubos, graph, policy),
    ...most.circles.map((circle) => {
      const members = circle.map((at) => must(graph.nodes[at], 'a circle is of nodes').party).sort();
      return makeFinding('ownership_loop', { field: 'ubos', evidence: { members, closed: most.closed } });
    }),
    ...findThreshold(owners, graph, threshold_percent),
    ...compareWithRegister({ ubos, graph, ownership: registry.ownership, through, least, most, policy }),
    ...sanctioned.findings,
  ];
  const direct = ubos.filter(({ parent }) => parent === undefined);
  return {
    ...concludeCheck(findings, policy),
    threshold_percent,
    sum_percent: direct.length === 0 ? null : round(sumOf(direct)),
    owners,
    sanctioned: sanctioned.result,
    nodes: graph.nodes,
    edges: whole.edges.map(({ owner, owned, percent, source }) => ({
      owner,
      owned,
      percent: roundRange(percent),
      source,
    })),
    datasets: registry.datasets,
  };
}

function holdingsOf({ nodes, edges }: OwnershipGraph, bound: keyof ShareRange): Holdings {
  return effectiveHoldings(nodes.length, sharesOf(edges, bound), 0);
}

function sharesOf(edges: OwnershipGraph['edges'], bound: keyof ShareRange): Share[] {
  return edges.map(({ from, to, percent }) => ({ owner: from, owned: to, share: percent[bound] / 100 }));
}

/** Returns those who own and have no known owner, the largest first. */
function listOwners(graph: OwnershipGraph, least: Holdings, most: Holdings, threshold: number): EffectiveOwner[] {
  const { nodes, edges } = graph;
  const owned = new Set(edges.map(({ to }) => to));
  const direct = new Map(edges.filter(({ to }) => to === 0).map(({ from, percent }) => [from, percent]));
  const ultimate = nodes.flatMap((node, at) => {
    const percent = { min: 100 * (least.effective[at] ?? 0), max: 100 * (most.effective[at] ?? 0) };
    return at === 0 || owned.has(at) || percent.max === 0 ? [] : [{ at, node, percent }];
  });
  ultimate.sort((a, b) => b.percent.max - a.percent.max || b.percent.min - a.percent.min || a.at - b.at);
  const pathsOf = pathFinder(nodes.length, sharesOf(edges, 'max'), 0);
  return ultimate.map(({ at, node, percent }, rank) => ({
    party: node.party,
    name: node.name,
    type: node.type,
    percent: roundRange(percent),
    direct_percent: roundRange(direct.get(at) ?? { min: 0, max: 0 }),
    at_threshold: percent.max >= threshold - ROUNDING,
    paths:
      rank >= OWNERS_EXPLAINED_MAX
        ? []
        : pathsOf(at).map((path) => ({
            parties: path.nodes.map((at) => must(nodes[at], 'a path goes over nodes').party),
            percents: path.shares.map((share) => round(100 * share)),
            percent: round(100 * path.product),
          })),
  }));
}

/** Checks the sum of the shares in the verified company, and in each owner whose own owners were submitted: over 100 %, or less. */
function findSums(ubos: readonly Ubo[], { nodeOfUbo }: OwnershipGraph, policy: Policy): Finding[] {
  const { sum_tolerance_percent } = policy.kyb.ownership;
  const groups = new Map<number, { field: string; shares: Ubo[] }>();
  for (const [at, ubo] of ubos.entries()) {
    const { parent } = ubo;
    const node = parent === undefined ? 0 : must(nodeOfUbo[parent], 'a parent is one of the owners');
    const group = groups.get(node) ?? { field: node === 0 ? 'ubos' : fieldOf(parent ?? at), shares: [] };
    group.shares.push(ubo);
    groups.set(node, group);
  }
  return [...groups.values()].flatMap(({ field, shares }) => {
    const sum = round(sumOf(shares));
    if (sum > 100 + sum_tolerance_percent) return [makeFinding('ownership_over_100', { field, evidence: { sum } })];
    const missing = round(100 - sum);
    if (missing <= sum_tolerance_percent) return [];
    return [makeFinding('ownership_incomplete', { field, evidence: { missing } })];
  });
}

function findThreshold(owners: readonly EffectiveOwner[], graph: OwnershipGraph, threshold: number): Finding[] {
  const large = owners.filter(({ at_threshold }) => at_threshold);
  if (large.length === 0) return [makeFinding('owner_missing', { field: 'ubos', evidence: { threshold } })];
  return large
    .filter(({ type }) => type === 'entity')
    .map(({ party, percent }) => {
      const at = graph.nodeOfUbo.findIndex((node) => graph.nodes[node]?.party === party);
      return makeFinding('ownership_chain_open', {
        field: at === -1 ? 'register' : fieldOf(at),
        evidence: { percent: percent.max, party },
      });
    });
}

function sumOf(shares: readonly Ubo[]): number {
  return shares.reduce((sum, { ownership_percent }) => sum + ownership_percent, 0);
}
