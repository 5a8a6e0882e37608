import { checkOwnership } from '../../server/checks/kyb/ownership/check.ts';
import type { Company, Ubo } from '../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { seededRandom } from '../support/random.ts';
import { quantile, round } from './statistics.ts';

const LAYERS = 10;
const NODES_A_LAYER = 100;
const RUNS = 50;
const COMPANY: Company = { legal_name: 'Specimen Holding NV', country: 'NL', address: { country: 'NL' } };

export interface OwnershipSpeed {
  nodes: number;
  shares: number;
  p50Ms: number;
  maxMs: number;
  /** Time for the same effective shares by walking every path in sequence; null: given up after `naiveMsMax`. */
  naiveMs: number | null;
}

/** Owners of owners in ten layers of a hundred each. Each has two shares in the layer below, so the number of paths doubles with every layer. */
export function drawOwners(random: () => number): Ubo[] {
  const ubos: Ubo[] = [];
  const layers: number[][] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    const below = layers.at(-1);
    layers.push([]);
    for (let at = 0; at < NODES_A_LAYER; at++) {
      const name = `Layer ${layer} number ${at}`;
      const facts = layer === LAYERS - 1 ? { first_name: 'Person', last_name: name } : { legal_name: name };
      const places = below ? [0, 1].map(() => below[Math.floor(random() * below.length)] as number) : [undefined];
      for (const [turn, parent] of places.entries()) {
        const index = ubos.push({
          id: `per_${ubos.length}`,
          ownership_percent: below ? 40 : 1,
          ...facts,
          ...(parent === undefined ? {} : { parent }),
        });
        if (turn === 0) layers.at(-1)?.push(index - 1);
      }
    }
  }
  return ubos;
}

/** Repeats the whole check of a graph of a thousand owners in ten layers. */
export function measureOwnership(naiveMsMax: number): OwnershipSpeed {
  const ubos = drawOwners(seededRandom(7));
  const times: number[] = [];
  let nodes = 0;
  for (let run = 0; run < RUNS; run++) {
    const startMs = performance.now();
    const result = checkOwnership({
      company: COMPANY,
      ubos,
      registry: { ownership: { parties: [], shares: [] }, datasets: [] },
      screening: { hits: [] },
      sameName: () => false,
      policy: POLICY_V1,
    });
    times.push(performance.now() - startMs);
    nodes = result.nodes.length;
  }
  const naiveMs = walkEveryPath(ubos, naiveMsMax);
  return {
    nodes,
    shares: ubos.length,
    p50Ms: round(quantile(times, 0.5)),
    maxMs: round(Math.max(...times)),
    naiveMs: naiveMs === null ? null : round(naiveMs),
  };
}

/** The obvious way: from each owner down every path to the company. */
function walkEveryPath(ubos: readonly Ubo[], msMax: number): number | null {
  const sharesOf = new Map<string, Ubo[]>();
  const nameOf = (ubo: Ubo): string => ubo.legal_name ?? `${ubo.first_name} ${ubo.last_name}`;
  for (const ubo of ubos) sharesOf.set(nameOf(ubo), [...(sharesOf.get(nameOf(ubo)) ?? []), ubo]);
  const startMs = performance.now();
  const walk = (name: string): number => {
    if (performance.now() - startMs > msMax) return 0;
    return (sharesOf.get(name) ?? []).reduce((sum, { ownership_percent, parent }) => {
      const share = ownership_percent / 100;
      return sum + (parent === undefined ? share : share * walk(nameOf(ubos[parent] as Ubo)));
    }, 0);
  };
  for (const name of sharesOf.keys()) walk(name);
  const tookMs = performance.now() - startMs;
  return tookMs > msMax ? null : tookMs;
}
