import { must } from '../../../lib/assert.ts';
import { makeFinding } from '../../findings.ts';
import type { Policy } from '../../policy.ts';
import type { Finding } from '../../types.ts';
import type { RegisterShare, RegistryResult, ShareRange, Ubo } from '../types.ts';
import type { Holdings } from './effective.ts';
import type { OwnershipGraph } from './graph.ts';
import type { Through } from './through.ts';
import { fieldOf, rangeText, round } from './writing.ts';

interface Compared {
  ubos: readonly Ubo[];
  graph: OwnershipGraph;
  ownership: RegistryResult['ownership'];
  through: Through;
  least: Holdings;
  most: Holdings;
  policy: Policy;
}

/**
 * Compares what was submitted with what registers state about the verified company's owners. A register may list a person by what
 * they hold along a chain, so a submitted share agrees if it, or the effective one, lies in the registered range. A register may
 * also list a company through which the submitted owners hold.
 */
export function compareWithRegister(compared: Compared): Finding[] {
  const { ubos, ownership } = compared;
  const ofCompany = ownership.shares.filter(({ owned }) => owned === null);
  if (ofCompany.length === 0 || ubos.length === 0) return [];
  const findings = [
    ...ofCompany.flatMap(({ owner, percent, interests }) => {
      const node = must(compared.graph.nodeOfParty[owner], 'a party has its node');
      if (!compared.graph.undeclared.has(node)) return [];
      if (percent !== null && percent.max < compared.policy.kyb.ownership.threshold_percent) return [];
      const party = `register:${owner}`;
      return [
        makeFinding(compared.through.nodes.has(node) ? 'owner_held_through' : 'owner_not_declared', {
          field: 'register',
          evidence: { party, percent: rangeText(percent), interests },
        }),
      ];
    }),
    ...findDiffering(compared, ofCompany),
    ...findUnregistered(compared, ofCompany),
  ];
  return findings.filter((finding, at) => findings.findIndex((other) => isSaid(finding, other)) === at);
}

function isSaid(a: Finding, b: Finding): boolean {
  return a.code === b.code && a.field === b.field && JSON.stringify(a.evidence) === JSON.stringify(b.evidence);
}

function findDiffering({ graph, through, least, most, policy }: Compared, shares: readonly RegisterShare[]): Finding[] {
  const tolerance = policy.kyb.ownership.share_tolerance_percent;
  const { registered, open } = through;
  if (registered) {
    return [...new Set(graph.nodeOfUbo)].flatMap((node) => {
      const { min, max } = registered(node);
      const effective = { min: 100 * (least.effective[node] ?? 0), max: 100 * (most.effective[node] ?? 0) };
      if (max === 0 || overlap(effective, { min, max: Math.min(100, max + open) }, tolerance)) return [];
      return [differs(graph.nodeOfUbo.indexOf(node), effective, { min, max })];
    });
  }
  return shares.flatMap(({ owner, percent }) => {
    const node = must(graph.nodeOfParty[owner], 'a party has its node');
    const at = graph.nodeOfUbo.indexOf(node);
    if (percent === null || at === -1) return [];
    const direct = graph.edges.find(({ from, to, source }) => from === node && to === 0 && source === 'submitted');
    const effective = { min: 100 * (least.effective[node] ?? 0), max: 100 * (most.effective[node] ?? 0) };
    const said = direct?.percent ?? effective;
    if (overlap(said, percent, tolerance) || overlap(effective, percent, tolerance)) return [];
    return [differs(at, effective, percent)];
  });
}

function differs(at: number, submitted: ShareRange, registered: ShareRange): Finding {
  const evidence = { submitted: rangeText(submitted), registered: rangeText(registered) };
  return makeFinding('ownership_differs_from_register', { field: fieldOf(at), evidence });
}

/** Reports people at the threshold who are missing from a register that lists people, unless a company may hold that share for them. */
function findUnregistered(
  { ubos, graph, through, least, ownership, policy }: Compared,
  shares: readonly RegisterShare[],
): Finding[] {
  const asked = through.registered ? ownership.shares : shares;
  if (!asked.some(({ owner }) => ownership.parties[owner]?.type === 'person')) return [];
  const named = new Set(asked.map(({ owner }) => graph.nodeOfParty[owner]));
  const seen = new Set<number>();
  return ubos.flatMap(({ legal_name }, at) => {
    const node = must(graph.nodeOfUbo[at], 'every owner has a node');
    const percent = round(100 * (least.effective[node] ?? 0));
    const isLarge = percent > policy.kyb.ownership.threshold_percent;
    const isHeld = percent <= through.open + policy.kyb.ownership.share_tolerance_percent;
    if (legal_name !== undefined || !isLarge || isHeld || named.has(node) || seen.has(node)) return [];
    seen.add(node);
    return [makeFinding('owner_not_registered', { field: fieldOf(at), evidence: { percent } })];
  });
}

function overlap(a: ShareRange, b: ShareRange, tolerance: number): boolean {
  return a.min <= b.max + tolerance && b.min <= a.max + tolerance;
}
