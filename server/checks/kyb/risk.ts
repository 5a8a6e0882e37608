import type { Topic } from '../../screening/types.ts';
import { makeFinding } from '../findings.ts';
import { isStanding } from '../ruled-out.ts';
import { topicsOf } from '../thresholds.ts';
import type { RegistryInput } from './registry.ts';
import { findSectors } from './risk-sectors.ts';
import type { RiskTables } from './risk-tables.ts';
import type { KybResults, RiskFactor, RiskLevel, RiskResult } from './types.ts';

const SCORE_MAX = 100;
const DAY_MS = 24 * 3600 * 1000;

export interface RiskInput extends Pick<RegistryInput, 'company' | 'representatives' | 'ubos' | 'today' | 'policy'> {
  results: Pick<KybResults, 'registry' | 'screening' | 'ownership'>;
}

/**
 * Scores the risk of a company: the sum of the points for its countries, sector, owners, hits, age and place in the registers, by
 * the policy's tables, at most 100. Every factor that adds points is shown with them. Nothing else counts.
 */
export function scoreRisk(input: RiskInput): RiskResult {
  const { tables, medium_from, high_from } = input.policy.kyb.risk;
  const factors = [
    ...countryFactors(input, tables),
    ...sectorFactors(input, tables),
    ...ownershipFactors(input, tables),
    ...hitFactors(input, tables),
    ...ageFactors(input, tables),
    ...registryFactors(input, tables),
  ].filter((factor) => factor.points > 0);
  const sum = factors.reduce((total, factor) => total + factor.points, 0);
  const score = Math.min(SCORE_MAX, sum);
  const level: RiskLevel = score >= high_from ? 'high' : score >= medium_from ? 'medium' : 'low';
  const findings = level === 'high' ? [makeFinding('risk_high', { evidence: { score, from: high_from } })] : [];
  return { score, level, factors, version: tables.version, findings };
}

/** Counts each country once for each role that it has, by the list with the most points. */
function countryFactors({ company, representatives, ubos, results }: RiskInput, tables: RiskTables): RiskFactor[] {
  const { record, ownership } = results.registry ?? {};
  const roles: [role: keyof RiskTables['country_weights'], meant: string, countries: (string | null | undefined)[]][] =
    [
      ['registration', 'The company is registered in', [company.country, record?.country]],
      ['address', 'The company has its address in', [company.address.country, record?.address?.country]],
      [
        'owner',
        "An owner's residence, registration or nationality is in",
        [...ubos, ...(ownership?.parties ?? [])].flatMap(({ country, nationality }) => [country, nationality]),
      ],
      [
        'representative',
        'A representative has a nationality of',
        representatives.map(({ nationality }) => nationality),
      ],
    ];
  // The address adds nothing if it is in the same country as the register.
  const registered = new Set(roles[0]?.[2]);
  return roles.flatMap(([role, meant, countries]) =>
    [...new Set(countries)]
      .filter((country) => role !== 'address' || !registered.has(country))
      .flatMap((country) => {
        const [list] = tables.countries
          .filter((one) => country && one.countries.includes(country))
          .toSorted((a, b) => b.points - a.points);
        if (!country || !list) return [];
        const dated = list.dated === undefined ? '' : ` (${list.dated})`;
        return [
          {
            factor: role === 'registration' ? 'country' : `${role}_country`,
            value: country,
            points: Math.round(list.points * tables.country_weights[role]),
            message: `${meant} ${country}, which is on the list "${list.name}"${dated}.`,
          },
        ];
      }),
  );
}

function sectorFactors({ company, results }: RiskInput, tables: RiskTables): RiskFactor[] {
  const activities = [company.industry ?? '', ...(results.registry?.record?.activities ?? [])];
  return findSectors(activities, company.country, tables).map(({ name, points }) => ({
    factor: 'sector',
    value: name,
    points,
    message: `The company's stated industry or activity codes match the sector "${name}".`,
  }));
}

function ownershipFactors({ results }: RiskInput, tables: RiskTables): RiskFactor[] {
  const { ownership } = results;
  if (!ownership) return [];
  const { layers_free, points_per_layer, layers_points_max, findings } = tables.ownership;
  const paths = ownership.owners.flatMap((owner) => owner.paths);
  const layers = Math.max(0, ...paths.map(({ percents }) => percents.length));
  const said = new Set(ownership.findings.map(({ code }) => code));
  return [
    {
      factor: 'ownership_layers',
      value: String(layers),
      points: Math.min(layers_points_max, Math.max(0, layers - layers_free) * points_per_layer),
      message: `There are ${layers} layers of shares between the company and its most distant owner. The first ${layers_free} add no points.`,
    },
    ...Object.entries(findings).flatMap(([code, points]) =>
      [...said]
        .filter((one) => one === code)
        .map((one) => ({
          factor: 'ownership',
          value: one,
          points,
          message: `The ownership check reports ${one}: the owners of the company are not fully known.`,
        })),
    ),
  ];
}

/** Counts each topic once, by its strongest hit. A hit that was dismissed or ruled out does not count. */
function hitFactors({ results }: RiskInput, tables: RiskTables): RiskFactor[] {
  const hits = (results.screening?.hits ?? []).filter(isStanding);
  const strongest = new Map<Topic, 'possible' | 'confirmed'>();
  for (const { entity, strength, ruled_out } of hits)
    for (const topic of topicsOf(entity.topics as Topic[]))
      if (!ruled_out?.topics.includes(topic) && strongest.get(topic) !== 'confirmed') strongest.set(topic, strength);
  return [...strongest].map(([topic, strength]) => ({
    factor: 'hits',
    value: topic,
    points: tables.hits[topic][strength],
    message: `The company, an owner or a representative has a ${strength} hit for ${topic} on a list.`,
  }));
}

function ageFactors({ company, results, today }: RiskInput, tables: RiskTables): RiskFactor[] {
  const since = results.registry?.record?.incorporated_on ?? company.incorporation_date;
  const days = (Date.parse(today) - Date.parse(since ?? '')) / DAY_MS;
  const [step] = tables.age
    .filter(({ under_days }) => days < under_days)
    .toSorted((a, b) => a.under_days - b.under_days);
  if (!step) return [];
  const message = `The company is younger than ${step.under_days} days.`;
  return [{ factor: 'age', value: `under ${step.under_days} days`, points: step.points, message }];
}

function registryFactors({ results }: RiskInput, tables: RiskTables): RiskFactor[] {
  const { registry } = results;
  if (!registry || registry.record) return [];
  const isAbsent = registry.findings.some(({ code }) => code.startsWith('company_not_found'));
  const value = isAbsent ? 'not_found' : 'not_looked_up';
  const message = isAbsent
    ? 'A register that must contain the company does not contain it.'
    : 'No loaded register confirms that the company exists.';
  return [{ factor: 'registry', value, points: tables.registry[value], message }];
}
