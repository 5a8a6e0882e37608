import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../../server/appliance/config.ts';
import { makeFinding } from '../../../../server/checks/findings.ts';
import { type RiskInput, scoreRisk } from '../../../../server/checks/kyb/risk.ts';
import { findSectors } from '../../../../server/checks/kyb/risk-sectors.ts';
import { readRiskTables, SHIPPED_RISK_TABLES } from '../../../../server/checks/kyb/risk-tables.ts';
import type { Company, KybResults, PartyHit } from '../../../../server/checks/kyb/types.ts';
import { POLICY_V1, withRiskTables } from '../../../../server/checks/policy.ts';
import { soundKybResults } from '../../decision/kyb-samples.ts';
import { hit } from '../samples.ts';

const COMPANY: Company = { legal_name: 'Sample', country: 'FR', address: { country: 'FR' } };

/** A French company that is in the register and has nothing wrong. */
function score(more: Partial<RiskInput> = {}, change: (results: KybResults) => void = () => {}) {
  const results = soundKybResults();
  Object.assign(results.registry as object, {
    record: { country: 'FR', address: null, activities: [], incorporated_on: '2001-01-01' },
  });
  change(results);
  return scoreRisk({
    company: COMPANY,
    representatives: [],
    ubos: [],
    results,
    today: '2026-06-15',
    policy: POLICY_V1,
    ...more,
  });
}
const shown = (result: ReturnType<typeof score>) =>
  result.factors.map(({ factor, value, points }) => `${factor} ${value} ${points}`);

describe('the score', () => {
  test('is nothing where nothing speaks against the company', () => {
    expect(score()).toEqual({
      score: 0,
      level: 'low',
      factors: [],
      version: SHIPPED_RISK_TABLES.version,
      findings: [],
    });
  });

  test('is the sum of the factors shown, at most 100; high asks for a person, medium for nobody', () => {
    const medium = score({ company: { ...COMPANY, country: 'VN' } });
    expect(medium).toMatchObject({ score: 30, level: 'medium', findings: [] });
    const high = score({ company: { ...COMPANY, country: 'IR' } });
    expect(high).toMatchObject({ score: 60, level: 'high', findings: [{ code: 'risk_high' }] });
    const all = score({ company: { ...COMPANY, country: 'IR', address: { country: 'KP' }, industry: 'Casino' } });
    expect(all.score).toBe(100);
    expect(all.factors.reduce((sum, { points }) => sum + points, 0)).toBe(140);
    expect(POLICY_V1.severity.risk_high).toBe('review');
  });

  test('every factor has a sentence, points and no name of a person', () => {
    const { factors } = score({
      company: { ...COMPANY, country: 'IR', industry: 'casino' },
      ubos: [{ id: 'per_1', first_name: 'Zebedee', ownership_percent: 100, nationality: 'KP' }],
    });
    for (const factor of factors) {
      expect(factor.message).toMatch(/^[A-Z].+\.$/);
      expect(factor.points).toBeGreaterThan(0);
      expect(JSON.stringify(factor)).not.toContain('Zebedee');
    }
  });
});

describe('factors', () => {
  test('countries of the company, once where register and address agree, by the weight of whose they are', () => {
    expect(shown(score({ company: { ...COMPANY, country: 'MM', address: { country: 'MM' } } }))).toEqual([
      'country MM 60',
    ]);
    expect(shown(score({ company: { ...COMPANY, address: { country: 'YE' } } }))).toEqual(['address_country YE 30']);
    const person = { first_name: 'A', last_name: 'B', role: 'director' as const };
    const people = {
      representatives: [{ ...person, id: 'per_1', nationality: 'IR' }],
      ubos: [{ id: 'per_2', ownership_percent: 1, nationality: 'VN', country: 'VN' }],
    };
    expect(shown(score(people))).toEqual(['owner_country VN 15', 'representative_country IR 30']);
  });

  test('countries of owners whom a register names', () => {
    const party = { type: 'person' as const, name: 'A', nationality: 'KP', identifiers: [] };
    const result = score({}, ({ registry }) => registry?.ownership.parties.push(party));
    expect(shown(result)).toEqual(['owner_country KP 30']);
  });

  test('layers of owners beyond those that are free, up to a bound', () => {
    const layered = (layers: number) =>
      shown(
        score({}, ({ ownership }) => {
          const range = { min: 1, max: 1 };
          const paths = [{ parties: [], percents: Array.from({ length: layers }, () => 100), percent: 100 }];
          ownership?.owners.push({
            party: 'per_0',
            name: 'A',
            type: 'person',
            percent: range,
            direct_percent: range,
            at_threshold: false,
            paths,
          });
        }),
      );
    expect(layered(2)).toEqual([]);
    expect(layered(3)).toEqual(['ownership_layers 3 5']);
    expect(layered(30)).toEqual(['ownership_layers 30 20']);
  });

  test('owners who are not known', () => {
    const result = score({}, ({ ownership }) =>
      ownership?.findings.push(makeFinding('owner_missing', { evidence: { threshold: 25 } })),
    );
    expect(shown(result)).toEqual(['ownership owner_missing 20']);
  });

  test('hits, each topic once by its strongest, possible ones too, those dismissed or ruled out not', () => {
    const found = (topics: string[], more: Partial<PartyHit>): PartyHit => {
      const one = hit();
      return { ...one, party: 'company', entity: { ...one.entity, topics }, ...more };
    };
    const dismissed = { by: 'key', at: '2026-01-01', reason: 'other', expires_at: null };
    const ruledOut = { topics: ['relative_or_associate'], whole: false, reasons: [], explanation: '' };
    const result = score({}, ({ screening }) =>
      screening?.hits.push(
        found(['pep'], {}),
        found(['pep', 'adverse_media'], { strength: 'confirmed' }),
        found(['pep'], {}),
        found([], {}),
        found(['crime'], { dismissed }),
        found(['relative_or_associate'], { ruled_out: { ...ruledOut, whole: true } }),
        found(['relative_or_associate', 'debarment'], { ruled_out: ruledOut }),
      ),
    );
    expect(shown(result)).toEqual(['hits pep 30', 'hits adverse_media 30', 'hits other 5', 'hits debarment 15']);
  });

  test('the age, by the register before what was submitted', () => {
    const since = (incorporated_on: string | null, submitted?: string) =>
      shown(
        score({ company: { ...COMPANY, ...(submitted && { incorporation_date: submitted }) } }, ({ registry }) => {
          if (registry?.record) registry.record.incorporated_on = incorporated_on;
        }),
      );
    expect(since('2026-01-01')).toEqual(['age under 365 days 10']);
    expect(since('2024-01-01')).toEqual(['age under 1095 days 5']);
    expect(since('2001-01-01', '2026-01-01')).toEqual([]);
    expect(since(null, '2026-01-01')).toEqual(['age under 365 days 10']);
    expect(since(null)).toEqual([]);
  });

  test('a company that no register confirms', () => {
    const lacking = (findings: ReturnType<typeof makeFinding>[]) =>
      shown(score({}, ({ registry }) => Object.assign(registry as object, { record: null, findings })));
    const evidence = { country: 'FR', register: 'Sample' };
    expect(lacking([makeFinding('register_missing', { evidence })])).toEqual(['registry not_looked_up 5']);
    expect(lacking([makeFinding('company_not_found', { evidence })])).toEqual(['registry not_found 15']);
  });

  test('a sector by the industry or by the register’s codes', () => {
    expect(shown(score({ company: { ...COMPANY, industry: 'Online casinos' } }))).toEqual(['sector gambling 20']);
    const coded = score({}, ({ registry }) => registry?.record?.activities.push('92.00Z', '64.20Z'));
    expect(shown(coded)).toEqual(['sector gambling 20']);
  });
});

describe('sectors', () => {
  const named = (activity: string, country = 'GB') =>
    findSectors([activity], country, SHIPPED_RISK_TABLES).map(({ name }) => name);

  test.each([
    ['92000 - Gambling and betting activities', 'GB', ['gambling']],
    ['92.00', 'DE', ['gambling']],
    ['9200Z', 'FR', ['gambling']],
    ['66.19', 'ES', ['money services']],
    ['66190', 'GB', ['money services']],
    ['66.21', 'ES', []],
    ['7993', 'US', ['gambling']],
    ['7993', 'GB', []],
    ['9200', 'US', []],
    ['92', 'GB', []],
    ['24-hour bakery', 'GB', []],
    ['Glücksspiele', 'DE', ['gambling']],
    ['Jeux d’argent', 'FR', ['gambling']],
    ['Cryptocurrency exchange', 'GB', ['virtual assets']],
    ['Data mining software', 'GB', []],
    ['Gold mining', 'GB', ['extractive industries']],
    ['Bakery', 'GB', []],
    ['', 'GB', []],
  ])('%s in %s: %o', (activity, country, expected) => expect(named(activity, country)).toEqual(expected));
});

describe('the tables', () => {
  test('that are shipped name their date', () => {
    for (const list of SHIPPED_RISK_TABLES.countries) expect(list.dated).toBe('2025-10-24');
    expect(SHIPPED_RISK_TABLES.countries.map(({ countries }) => countries.length)).toEqual([3, 20]);
  });

  test('of the operator replace the parts that they give; their version is their own or that of their content', () => {
    const sectors = [{ name: 'bakeries', points: 40, words: ['bakery'], nace: ['10.71'], us_sic: [] }];
    const tables = readRiskTables(JSON.stringify({ version: 'ours 3', sectors }));
    expect(tables).toEqual({ ...SHIPPED_RISK_TABLES, version: 'ours 3', sectors });
    const policy = withRiskTables(POLICY_V1, tables);
    const result = score({ policy, company: { ...COMPANY, industry: 'Bakery' } });
    expect(result).toMatchObject({ score: 40, version: 'ours 3' });
    expect(readRiskTables('{}').version).toBe('44136fa355b3');
    expect(withRiskTables(POLICY_V1, null)).toBe(POLICY_V1);
  });

  test.each([
    ['{', 'It is not valid JSON'],
    ['[]', 'the file: '],
    ['{"sector": []}', 'Unrecognized key: "sector"'],
    ['{"hits": {"pep": {"possible": "5"}}}', 'hits.pep.possible: must be a number'],
    [
      '{"countries": [{"name": "x", "points": 5, "countries": ["Iran"]}]}',
      'countries[0].countries[0]: must be a two-letter',
    ],
    ['{"sectors": [{"name": "x", "points": 101, "words": [], "nace": [], "us_sic": []}]}', 'sectors[0].points: '],
    [
      '{"sectors": [{"name": "x", "points": 1, "words": [], "nace": ["920"], "us_sic": []}]}',
      'sectors[0].nace[0]: must be a code',
    ],
    [
      '{"ownership": {"layers_free": 1, "points_per_layer": 1, "layers_points_max": 1, "findings": {"nonsense": 1}}}',
      'ownership.findings.nonsense: ',
    ],
  ])('%s is refused with the place of the fault', (content, fault) => {
    expect(() => readRiskTables(content)).toThrow(fault);
    expect(() => readRiskTables(content)).toThrow('unset CUSTOS_RISK_TABLES');
  });

  test('are read at the start from the file that the setting names', () => {
    const env = { CUSTOS_DATA_DIR: '/data', CUSTOS_RISK_TABLES: '/etc/risk.json' };
    const read = (content: string | null) => (path: string) => (path === '/etc/risk.json' ? content : null);
    expect(loadConfig(env, read('{"version": "ours"}')).riskTables?.version).toBe('ours');
    expect(() => loadConfig(env, read('{"points": 1}'))).toThrow('CUSTOS_RISK_TABLES');
    expect(() => loadConfig(env, read(null))).toThrow('CUSTOS_RISK_TABLES refers to a file that does not exist');
    expect(loadConfig({ CUSTOS_DATA_DIR: '/data' }, read(null)).riskTables).toBe(null);
  });
});
