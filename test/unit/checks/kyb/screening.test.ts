import { describe, expect, test } from 'vitest';
import { checkKybScreening, type KybScreeningInput } from '../../../../server/checks/kyb/screening.ts';
import type { KybScreeningCheck, KybScreeningResult, PartyHit } from '../../../../server/checks/kyb/types.ts';
import { POLICY_V1, type Policy } from '../../../../server/checks/policy.ts';
import { codesOf, hit, list } from '../samples.ts';

const CHECKS: KybScreeningCheck[] = ['sanctions', 'watchlists', 'pep', 'adverse_media'];
const ALL_TOPICS = ['sanction', 'pep', 'crime', 'adverse_media'];
const submission = { representatives: [{ id: 'per_r0' }, { id: 'per_r1' }], ubos: [{ id: 'per_u0' }] };
const searched: KybScreeningInput['searched'] = ['company', 'per_r0', 'per_r1', 'per_u0', 'register:3'].map(
  (party) => ({
    party,
    source: party === 'register:3' ? 'register' : 'submitted',
    name: 'A. Person',
    query: { name: 'A. Person' },
  }),
);

const check = (more: Partial<KybScreeningInput> = {}): KybScreeningResult => {
  const lists = [list({ topics: ALL_TOPICS })];
  return checkKybScreening({
    hits: [],
    lists,
    searched,
    unsearchable: [],
    ready: true,
    submission,
    policy: POLICY_V1,
    ...more,
  });
};

function partyHit(party: string, topics: string[], more: Partial<PartyHit> = {}): PartyHit {
  return { ...hit({ strength: 'confirmed' }), entity: { ...hit().entity, topics }, ...more, party };
}

type Outcomes = Record<KybScreeningCheck, unknown[]>;
const outcomes = (result: KybScreeningResult) =>
  Object.fromEntries(CHECKS.map((name) => [name, [result[name].passed, ...codesOf(result[name])]])) as Outcomes;

test('everybody is on no list of any kind', () => {
  const all = { sanctions: [true], watchlists: [true], pep: [true], adverse_media: [true] };
  expect(outcomes(check())).toEqual(all);
});

test('a party without a name that can be searched for has passed no check', () => {
  const result = check({ unsearchable: ['per_u0'] });
  for (const name of CHECKS) {
    expect(result[name].passed, name).toBeNull();
    expect(result[name].findings).toMatchObject([{ code: 'name_not_searchable', field: 'ubos[0]' }]);
  }
});

describe('a hit', () => {
  test.each<[string[], Partial<Record<KybScreeningCheck, string>>]>([
    [['sanction'], { sanctions: 'hit_confirmed' }],
    [['crime'], { watchlists: 'hit_confirmed' }],
    [['export_control'], { watchlists: 'hit_confirmed_for_review' }],
    [['debarment'], { watchlists: 'hit_confirmed_for_review' }],
    [[], { watchlists: 'hit_confirmed_for_review' }],
    [['pep'], { pep: 'hit_confirmed_for_review' }],
    [['relative_or_associate'], { pep: 'hit_confirmed_for_review' }],
    [['adverse_media'], { adverse_media: 'hit_confirmed_for_review' }],
    [['pep', 'sanction'], { sanctions: 'hit_confirmed', pep: 'hit_confirmed_for_review' }],
  ])('on an entry that is listed for %j appears in the checks of these topics', (topics, expected) => {
    const result = check({ hits: [partyHit('per_r1', topics)] });
    for (const name of CHECKS) {
      expect(codesOf(result[name]), name).toEqual(expected[name] ? [expected[name]] : []);
      expect(result[name].passed, name).toBe(!expected[name]);
    }
  });

  test.each([
    ['company', 'company'],
    ['per_r0', 'representatives[0]'],
    ['per_r1', 'representatives[1]'],
    ['per_u0', 'ubos[0]'],
    ['register:3', 'register'],
  ])('on %s names the field %s and the party', (party, field) => {
    const { sanctions, hits } = check({ hits: [partyHit(party, ['sanction'])] });
    expect(sanctions.findings).toMatchObject([{ field, evidence: { party, hit_id: 'hit_1', list: 'Sample list' } }]);
    expect(hits).toMatchObject([{ party }]);
  });

  test('on the same entry counts once for each party, by its best hit', () => {
    const hits = [
      partyHit('per_r0', ['sanction'], { id: 'hit_a', score: 0.91 }),
      partyHit('per_r0', ['sanction'], { id: 'hit_b', score: 0.97 }),
      partyHit('company', ['sanction'], { id: 'hit_c', score: 0.92 }),
    ];
    const result = check({ hits });
    expect(result.hits.map(({ party, id }) => [party, id])).toEqual([
      ['company', 'hit_c'],
      ['per_r0', 'hit_b'],
    ]);
    expect(result.sanctions.findings).toHaveLength(2);
  });

  test('that is dismissed says so and leaves the check passed', () => {
    const dismissed = { by: 'usr_1', at: '2026-01-01T00:00:00.000Z', reason: 'other_person', expires_at: null };
    const result = check({ hits: [partyHit('per_u0', ['pep'], { dismissed })] });
    expect(outcomes(result).pep).toEqual([true, 'hit_dismissed']);
  });

  test('below the limit of one topic appears only in the check of the other', () => {
    const { screening } = POLICY_V1;
    const topics = { ...screening.topics, pep: { ...screening.topics.pep, possible_from: 0.97 } };
    const policy: Policy = { ...POLICY_V1, screening: { ...screening, topics } };
    const result = check({ hits: [partyHit('per_r0', ['pep', 'sanction'], { score: 0.95 })], policy });
    expect(result.hits).toHaveLength(1);
    expect(outcomes(result)).toMatchObject({ sanctions: [false, 'hit_confirmed'], pep: [true] });
  });

  test('under the policy’s limit is none', () => {
    expect(check({ hits: [partyHit('company', ['sanction'], { score: 0.849 })] })).toMatchObject({
      hits: [],
      sanctions: { passed: true },
    });
  });
});

describe('lists', () => {
  const missing = [null, 'list_kind_missing'];
  test.each<[string, Partial<KybScreeningInput>, Outcomes]>([
    [
      'none',
      { lists: [] },
      { sanctions: [null, 'no_list_loaded'], watchlists: missing, pep: missing, adverse_media: missing },
    ],
    [
      'of sanctions alone',
      { lists: [list()] },
      { sanctions: [true], watchlists: missing, pep: missing, adverse_media: missing },
    ],
    [
      'without sanctions',
      { lists: [list({ topics: ['pep'] })] },
      { sanctions: [null, 'list_topic_missing'], watchlists: missing, pep: [true], adverse_media: missing },
    ],
    [
      'of which one kind is stale',
      { lists: [list(), list({ id: 'lst_2', topics: ['pep'], stale: true })] },
      { sanctions: [true], watchlists: missing, pep: [null, 'list_stale'], adverse_media: missing },
    ],
    [
      'of which that of sanctions is stale',
      { lists: [list({ stale: true }), list({ id: 'lst_2', topics: ['pep'] })] },
      { sanctions: [null, 'list_stale'], watchlists: missing, pep: [true], adverse_media: missing },
    ],
    [
      'that are not ready',
      { lists: [], ready: false },
      {
        sanctions: [null, 'lists_not_ready'],
        watchlists: [null, 'lists_not_ready'],
        pep: [null, 'lists_not_ready'],
        adverse_media: [null, 'lists_not_ready'],
      },
    ],
    [
      'whose entries have no topic',
      { lists: [list(), list({ id: 'lst_2', topics: [] })] },
      { sanctions: [true], watchlists: [true], pep: missing, adverse_media: missing },
    ],
  ])('%s', (_, more, expected) => {
    expect(outcomes(check(more))).toEqual(expected);
  });

  test('a hit on a stale list is a hit all the same', () => {
    const lists = [list({ topics: ALL_TOPICS, stale: true })];
    const result = check({ lists, hits: [partyHit('company', ['pep'])] });
    expect(outcomes(result).pep).toEqual([false, 'hit_confirmed_for_review', 'list_stale']);
    expect(outcomes(result).sanctions).toEqual([null, 'list_stale']);
  });
});
