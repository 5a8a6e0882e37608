import { describe, expect, it } from 'vitest';
import type { Link } from '../../../renderer/pages/company/chart/layers.ts';
import type { Mark, PartyHit } from '../../../renderer/pages/company/parties.ts';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { flow, wrapText } = await import('../../../renderer/pages/company/chart/content.ts');
const { layOut, walk } = await import('../../../renderer/pages/company/chart/layout.ts');
const { firstLook, READABLE_SCALE, viewOf, withBox } = await import('../../../renderer/pages/company/chart/view.ts');
const { isOpen, nameOf, namesOf, partiesOf, partyOfField } = await import('../../../renderer/pages/company/parties.ts');
const { peopleOf } = await import('../../../renderer/pages/company/person-dialogs.tsx');

type Ownership = KybVerificationAnswer['ownership'];
type Ubo = KybVerificationAnswer['ubos'][number];

const exact = (percent: number) => ({ min: percent, max: percent });

function hit(party: string, topics: string[], change: Partial<PartyHit> = {}): PartyHit {
  const entity = { id: 'ent_1', name: 'X', type: 'person', topics, programs: [], birth_dates: [], countries: [] };
  const list = { id: 'lst_1', code: 'demo', name: 'Demo', version: '1' };
  return {
    id: `hit_${party}`,
    party,
    strength: 'confirmed',
    score: 1,
    entity,
    matched_name: 'X',
    features: [],
    list,
    ...change,
  };
}

function ubo(id: string, change: Partial<Ubo>): Ubo {
  const screening = { passed: true, hits: [] };
  return { id, ownership_percent: 50, screening, verification_id: null, verification_status: null, ...change };
}

const owner = (
  party: string,
  type: 'person' | 'entity',
  percent: number,
  atThreshold: boolean,
): Ownership['owners'][number] => ({
  party,
  name: party,
  type,
  percent: exact(percent),
  direct_percent: exact(0),
  at_threshold: atThreshold,
  paths: [],
});

/** The company, a holding that owns part of it, and three owners of the holding. */
function record(change: Partial<KybVerificationAnswer> = {}): KybVerificationAnswer {
  const nodes: Ownership['nodes'] = [
    { party: 'company', type: 'entity', name: 'Kestrel Ltd' },
    { party: 'per_h', type: 'entity', name: 'Holding BV' },
    { party: 'per_a', type: 'person', name: 'Ada Quill' },
    { party: 'per_t', type: 'entity', name: 'Trust AG' },
    { party: 'register:0', type: 'person', name: 'Rex Named' },
  ];
  const ownership: Ownership = {
    threshold_percent: 25,
    sum_percent: 100,
    owners: [
      owner('per_a', 'person', 40, true),
      owner('per_t', 'entity', 30, true),
      owner('register:0', 'person', 10, false),
    ],
    sanctioned: null,
    nodes,
    edges: [],
    findings: [],
  };
  const persons = { passed: null, findings: [], datasets: [] };
  return {
    company: { legal_name: 'Kestrel Ltd', country: 'GB', address: { country: 'GB' } },
    representatives: [],
    ubos: [
      ubo('per_h', { legal_name: 'Holding BV' }),
      ubo('per_a', { first_name: 'Ada', last_name: 'Quill' }),
      ubo('per_t', { legal_name: 'Trust AG' }),
      ubo('per_b', { first_name: 'Ada', last_name: 'Quill' }),
      ubo('per_c', { first_name: 'Cy', last_name: 'Below', parent: 0 }),
    ],
    hits: [],
    ownership,
    checks: { persons } as unknown as KybVerificationAnswer['checks'],
    ...change,
  } as KybVerificationAnswer;
}

const marksOf = (shown: KybVerificationAnswer, party: string): Mark[] =>
  partiesOf(shown).find(({ id }) => id === party)?.marks ?? [];

describe('who is on the chart', () => {
  it('tells beneficial owners from owners whose own owners are unknown', () => {
    expect(marksOf(record(), 'per_a')).toEqual(['owner']);
    expect(marksOf(record(), 'per_t')).toEqual(['open']);
    expect(marksOf(record(), 'register:0')).toEqual([]);
  });

  it('marks who is sanctioned or exposed, and what a person must look at', () => {
    const hits = [
      hit('per_a', ['sanction']),
      hit('per_t', ['pep']),
      hit('per_h', ['sanction'], { strength: 'possible' }),
      hit('register:0', ['crime']),
    ];
    expect(marksOf(record({ hits }), 'per_a')).toEqual(['sanctioned', 'owner']);
    expect(marksOf(record({ hits }), 'per_t')).toEqual(['pep', 'open']);
    expect(marksOf(record({ hits }), 'per_h')).toEqual(['hit']);
    expect(marksOf(record({ hits }), 'register:0')).toEqual(['hit']);
  });

  it('goes by the policy where it rules somebody out', () => {
    const ruledOut = (whole: boolean) =>
      ({ ruled_out: { topics: ['pep'], whole, reasons: [], explanation: '' } }) satisfies Partial<PartyHit>;
    const hits = [hit('per_a', ['pep'], ruledOut(true)), hit('per_t', ['pep', 'sanction'], ruledOut(false))];
    expect(marksOf(record({ hits }), 'per_a')).toEqual(['owner']);
    expect(marksOf(record({ hits }), 'per_t')).toEqual(['sanctioned', 'open']);
    expect(isOpen(hit('per_a', ['pep'], ruledOut(true)))).toBe(false);
  });

  it('goes by the word of a person on a hit', () => {
    const decision = (decided: 'confirmed' | 'dismissed') =>
      ({ decision: { decision: decided } }) as unknown as Pick<PartyHit, 'decision'>;
    const dismissed = { dismissed: { by: 'opr_1', at: '', reason: 'other_person', expires_at: null } };
    const possible = hit('per_h', ['sanction'], { strength: 'possible' });
    expect(marksOf(record({ hits: [{ ...possible, ...decision('confirmed') }] }), 'per_h')).toEqual(['sanctioned']);
    expect(marksOf(record({ hits: [{ ...possible, ...decision('dismissed') }] }), 'per_h')).toEqual([]);
    expect(marksOf(record({ hits: [{ ...possible, ...dismissed }] }), 'per_h')).toEqual([]);
    expect(isOpen({ ...dismissed, ...decision('confirmed') })).toBe(true);
  });

  it('counts the hits of a person who was submitted twice once, at their place', () => {
    expect(marksOf(record({ hits: [hit('per_b', ['sanction'])] }), 'per_a')).toEqual(['sanctioned', 'owner']);
  });

  it('marks companies between a listed owner and the company, and the company where the limit is reached', () => {
    const path = [['per_a', 'per_h', 'company']];
    const sanctioned = { percent: 55, blocked: true, owners: [], path };
    const blocked = record({ ownership: { ...record().ownership, sanctioned } });
    expect(marksOf(blocked, 'per_h')).toEqual(['blocked']);
    expect(marksOf(blocked, 'company')).toEqual(['blocked']);
    expect(marksOf(blocked, 'per_a')).toEqual(['owner']);
    const below = record({ ownership: { ...record().ownership, sanctioned: { ...sanctioned, blocked: false } } });
    expect(marksOf(below, 'company')).toEqual([]);
  });

  it('names everybody, and whom a field is about', () => {
    const names = namesOf(record());
    expect([names.get('company'), names.get('per_h'), names.get('register:0')]).toEqual([
      'Kestrel Ltd',
      'Holding BV',
      'Rex Named',
    ]);
    expect(partyOfField(record(), 'ubos[2].dob')).toBe('per_t');
    expect(partyOfField(record(), 'ubos[9]')).toBeNull();
    expect(partyOfField(record(), 'company.address')).toBeNull();
    expect(nameOf({ last_name: 'Quill' })).toBe('Quill');
  });
});

describe('people', () => {
  it('are those who can be verified, with their state and share', () => {
    const screening = { passed: null, hits: [] };
    const shown = record({
      representatives: [
        {
          id: 'per_d',
          first_name: 'Dee',
          last_name: 'Rector',
          role: 'director',
          screening,
          verification_id: 'ver_1',
          verification_status: 'failed',
        },
      ],
      hits: [hit('per_a', ['pep'])],
    });
    expect(
      peopleOf(shown).map(({ id, role, percent, hits, verification }) => ({ id, role, percent, hits, verification })),
    ).toEqual([
      { id: 'per_d', role: 'director', percent: null, hits: 0, verification: { id: 'ver_1', status: 'failed' } },
      { id: 'per_a', role: null, percent: exact(40), hits: 1, verification: null },
      { id: 'per_b', role: null, percent: exact(50), hits: 0, verification: null },
      { id: 'per_c', role: null, percent: null, hits: 0, verification: null },
    ]);
  });
});

describe('texts of a box', () => {
  const measure = (text: string): number => text.length;

  it('are broken between words, and cut where they are too long', () => {
    expect(wrapText('one two three', 7, 2, measure)).toEqual(['one two', 'three']);
    expect(wrapText('one two three four', 7, 2, measure)).toEqual(['one two', 'three…']);
    expect(wrapText('Unternehmensbeteiligung AG', 10, 2, measure)).toEqual(['Unternehme', 'nsbeteili…']);
    expect(wrapText('', 10, 2, measure)).toEqual([]);
  });

  it('are never cut within a character', () => {
    expect(wrapText('𝒜𝒜𝒜𝒜', 5, 1, (text) => [...text].length * 2)).toEqual(['𝒜…']);
  });

  it('stand side by side while there is room', () => {
    expect(flow([40, 50, 20], 100, 5)).toEqual([
      { x: 0, row: 0 },
      { x: 45, row: 0 },
      { x: 0, row: 1 },
    ]);
  });
});

describe('the way along the chart', () => {
  const links = (...texts: string[]): Link[] =>
    texts.map((id) => ({ id, owner: id.split('>')[0] ?? '', owned: id.split('>')[1] ?? '' }));
  const all = links('a>root', 'b>root', 'c>a', 'd>b', 'a>c');
  const chart = layOut(
    'root',
    ['root', 'a', 'b', 'c', 'd'].map((id) => ({ id, height: 50 })),
    all,
  );

  it('leads to owners, to what they own, along a layer, and back', () => {
    expect(walk(chart, 'a', 'outwards')).toBe('c');
    expect(walk(chart, 'c', 'inwards')).toBe('a');
    expect(walk(chart, 'a', 'below')).toBe('b');
    expect(walk(chart, 'b', 'above')).toBe('a');
    expect(walk(chart, 'd', 'root')).toBe('root');
  });

  it('ends where nobody is', () => {
    expect(walk(chart, 'd', 'outwards')).toBeNull();
    expect(walk(chart, 'a', 'above')).toBeNull();
    expect(walk(chart, 'root', 'inwards')).toBeNull();
    expect(walk(chart, 'nobody', 'outwards')).toBeNull();
  });
});

describe('the view of the chart', () => {
  const room = { width: 1000, height: 500 };

  it('shows a small chart whole, and no larger than it is', () => {
    const look = firstLook({ width: 600, height: 200 }, room, { x: 100, y: 100 });
    expect(look.zoom).toBe(1);
    expect(viewOf({ width: 600, height: 200 }, room, look)).toEqual({
      scale: 1,
      viewBox: '-200.00 -150.00 1000.00 500.00',
    });
  });

  it('shows a large one readable, from the company on', () => {
    const chart = { width: 3000, height: 2000 };
    const look = firstLook(chart, room, { x: 100, y: 1000 });
    const { scale, viewBox } = viewOf(chart, room, look);
    expect(scale).toBeCloseTo(READABLE_SCALE, 6);
    expect(Number(viewBox.split(' ')[0])).toBeCloseTo(0, 6);
  });

  it('follows the selected party, and moves no farther than needed', () => {
    const chart = { width: 3000, height: 2000 };
    const look = firstLook(chart, room, { x: 100, y: 1000 });
    const near = { x: 150, y: 980, width: 200, height: 60 };
    expect(withBox(chart, room, look, near)).toEqual(look);
    const far = { x: 2700, y: 100, width: 200, height: 60 };
    const [x = 0, y = 0, width = 0, height = 0] = viewOf(chart, room, withBox(chart, room, look, far))
      .viewBox.split(' ')
      .map(Number);
    expect(x).toBeLessThanOrEqual(far.x);
    expect(x + width).toBeGreaterThanOrEqual(far.x + far.width - 0.02);
    expect(y).toBeLessThanOrEqual(far.y + 0.02);
    expect(y + height).toBeGreaterThanOrEqual(far.y + far.height);
  });
});
