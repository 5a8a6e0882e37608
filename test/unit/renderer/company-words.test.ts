import { describe, expect, it } from 'vitest';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { contentOf, INNER } = await import('../../../renderer/pages/company/chart/content.ts');
const { CHART } = await import('../../../renderer/pages/company/chart/layers.ts');
const { describeParty } = await import('../../../renderer/pages/company/describe.ts');
const { allFindings, findingPlace, otherChecks } = await import('../../../renderer/pages/company/page.tsx');
const { formatPercent } = await import('../../../renderer/pages/company/parties.ts');
const { factorWords } = await import('../../../renderer/pages/company/checks.tsx');
const { hasMore } = await import('../../../renderer/pages/company/owner-table.tsx');

type Party = import('../../../renderer/pages/company/parties.ts').Party;

const exact = (percent: number) => ({ min: percent, max: percent });

function party(change: Partial<Party> = {}): Party {
  return { id: 'per_a', name: 'Ada Quill', type: 'person', owner: null, marks: [], hits: [], ubo: null, ...change };
}

const owner = (percent: number, ...chains: number[]) => ({
  party: 'per_a',
  name: 'Ada Quill',
  type: 'person' as const,
  percent: exact(percent),
  direct_percent: exact(0),
  at_threshold: true,
  paths: chains.map((one) => ({ parties: ['per_a', 'company'], percents: [one], percent: one })),
});

describe('the words of a company', () => {
  it('are exact shares, or ranges where a register gives one', () => {
    expect(formatPercent(exact(38.150289))).toBe('38.15%');
    // Never rounded to the threshold that it does not reach, and never to none.
    expect(formatPercent(exact(24.999))).toBe('24.99%');
    expect(formatPercent(exact(25 - 1e-12))).toBe('25%');
    expect(formatPercent(exact(0.29))).toBe('0.29%');
    expect(formatPercent(exact(0.0012))).toBe('0.001%');
    expect(formatPercent(exact(0))).toBe('0%');
    expect(formatPercent({ min: 24.999, max: 49.999 })).toMatch(/^24\.99%.{1,3}49\.99%$/u);
    expect(formatPercent({ min: 25, max: 50 })).toMatch(/^25%.{1,3}50%$/u);
  });

  it('tell all that the chart tells of somebody', () => {
    const shares = [
      { owner: 'per_a', owned: 'per_h', percent: exact(55), source: 'submitted' as const },
      { owner: 'per_h', owned: 'company', percent: exact(60), source: 'register' as const },
    ];
    const names = new Map([
      ['per_a', 'Ada Quill'],
      ['per_h', 'Holding BV'],
      ['company', 'Kestrel Ltd'],
    ]);
    const told = describeParty(party({ owner: owner(33), marks: ['sanctioned', 'owner'] }), shares, names);
    expect(told).toBe('Ada Quill. 33% in total. Sanctioned. Beneficial owner. person. Owns 55% of Holding BV');
    const company = describeParty(party({ id: 'company', name: 'Kestrel Ltd', type: 'entity' }), shares, names);
    expect(company).toBe('Kestrel Ltd. the company. Owned by 60% by Holding BV');
  });

  it('tell the largest shares alone where there are many', () => {
    const shares = Array.from({ length: 12 }, (_, i) => ({
      owner: `per_${i}`,
      owned: 'company',
      percent: exact(i),
      source: 'submitted' as const,
    }));
    const names = new Map(shares.map(({ owner: id }) => [id, id]));
    const told = describeParty(party({ id: 'company', name: 'Kestrel Ltd' }), shares, names);
    expect(told).toMatch(/Owned by 11% by per_11, 10% by per_10, .*4% by per_4, and 4 more$/);
  });

  it('say what raises the risk, and leave what they do not know to the appliance', () => {
    const factor = (name: string, value: string) =>
      factorWords({ factor: name, value, points: 1, message: 'As told.' });
    expect(factor('owner_country', 'IR')).toEqual({ label: 'Country of an owner', value: 'Iran' });
    expect(factor('ownership', 'ownership_loop').value).toBe('circular ownership');
    expect(factor('hits', 'pep').value).toBe('Politically exposed');
    expect(factor('age', 'under 365 days').value).toBe('less than 365 days');
    expect(factor('sector', 'virtual assets').value).toBe('virtual assets');
    expect(factor('sector', 'a house rule').value).toBe('a house rule');
    expect(factor('weather', 'rain')).toEqual({ label: 'weather', value: 'As told.' });
  });

  it('say that chains do not make up the whole', () => {
    expect(hasMore(owner(33, 33))).toBe(false);
    expect(hasMore(owner(38.15, 33))).toBe(true);
    expect(hasMore(owner(33.333333, 33.333333))).toBe(false);
  });

  it('name where a finding was made', () => {
    const record = {
      ubos: [{ id: 'per_a' }],
      representatives: [],
      documents: [{ id: 'doc_1', type: 'license', findings: [{ code: 'b', message: '' }] }],
      checks: {
        persons: { passed: null, findings: [{ code: 'person_not_verified', message: '' }] },
        documents: { passed: true, findings: [] },
      },
      risk: { findings: [{ code: 'risk_high', message: '' }] },
    } as unknown as KybVerificationAnswer;
    const where = findingPlace(record, new Map([['per_a', 'Ada Quill']]));
    const finding = { code: 'x', message: '' };
    expect(where({ ...finding, field: 'ubos[0]' })).toBe('\u2068Ada Quill\u2069');
    expect(where({ ...finding, evidence: { party: 'per_a' } })).toBe('\u2068Ada Quill\u2069');
    expect(where({ ...finding, document_id: 'doc_1' })).toBe('Licence');
    expect(where({ ...finding, field: 'company.address' })).toBe('Address');
    expect(where(finding)).toBeNull();
    expect(allFindings(record).map(({ code }) => code)).toEqual(['person_not_verified', 'b', 'risk_high']);
    expect(otherChecks(record).persons.findings).toEqual([]);
  });
});

describe('a box of the chart', () => {
  const measure = {
    name: (text: string) => text.length * 7,
    sub: (text: string) => text.length * 6,
    chip: (text: string) => text.length * 6,
  };

  it('holds its name, its share and its marks, and is as high as they need', () => {
    const plain = contentOf(party(), measure);
    expect(plain).toMatchObject({ lines: ['Ada Quill'], sub: null, chips: [] });
    const full = contentOf(party({ owner: owner(33), marks: ['sanctioned', 'pep', 'owner'] }), measure);
    expect(full.sub).toBe('33% in total');
    expect(full.chips.map(({ text }) => text)).toEqual(['Sanctioned', 'Politically exposed', 'Beneficial owner']);
    expect(full.height).toBeGreaterThan(plain.height);
    for (const { x, y, width } of full.chips) {
      expect(x + width).toBeLessThanOrEqual(CHART.boxWidth - INNER.padding + 0.01);
      expect(y + INNER.chipHeight).toBeLessThanOrEqual(full.height);
    }
  });

  it('cuts what is too long for it, and names who has no name', () => {
    const long = contentOf(
      party({ name: 'Internationale Beteiligungsgesellschaft der Vereinigten Werke', marks: ['hit'] }),
      {
        ...measure,
        chip: (text) => text.length * 20,
      },
    );
    expect(long.lines).toHaveLength(2);
    expect(long.lines[1]).toMatch(/…$/u);
    expect(long.chips[0]?.text).toMatch(/…$/u);
    expect(contentOf(party({ name: '' }), measure).lines).toEqual(['no name']);
  });
});
