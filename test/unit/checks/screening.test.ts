import { describe, expect, test } from 'vitest';
import { POLICY_V1, type Policy, type TopicRule } from '../../../server/checks/policy.ts';
import { checkScreening, type ScreeningInput } from '../../../server/checks/screening.ts';
import { thresholdRules } from '../../../server/checks/thresholds.ts';
import type { Hit } from '../../../server/checks/types.ts';
import type { Topic } from '../../../server/screening/types.ts';
import { codesOf, hit, list } from './samples.ts';

const searched: ScreeningInput['searched'] = [{ source: 'submitted', name: 'A. Person' }];
const check = (more: Partial<ScreeningInput> = {}) =>
  checkScreening({ hits: [], lists: [list()], searched, ready: true, policy: POLICY_V1, ...more });

describe('screening', () => {
  test('a name that is on no fresh list passes', () => {
    expect(check()).toEqual({ passed: true, findings: [], hits: [], lists: [list()], searched });
  });

  test.each<[string, Partial<ScreeningInput>]>([
    ['name_missing', { searched: [] }],
    ['no_list_loaded', { lists: [] }],
    ['list_stale', { lists: [list(), list({ id: 'lst_2', name: 'Old list', stale: true, age_days: 31 })] }],
    ['list_topic_missing', { lists: [list({ topics: ['pep'] })] }],
    ['lists_not_ready', { ready: false, lists: [] }],
  ])('%s: nothing is passed by what was not searched', (code, more) => {
    expect(check(more)).toMatchObject({ passed: null, findings: [{ code }] });
  });

  test('list_stale names the list and its age', () => {
    const [finding] = check({ lists: [list({ name: 'Old list', stale: true, age_days: 31 })] }).findings;
    expect(finding?.message).toContain('Old list is 31 days old');
  });

  test.each([
    ['hit_confirmed', hit({ strength: 'confirmed', score: 0.9 })],
    ['hit_possible', hit({ strength: 'confirmed', score: 0.89 })],
    ['hit_possible', hit({ strength: 'possible', score: 0.99 })],
    ['hit_possible', hit({ strength: 'possible', score: 0.85 })],
  ])('%s', (code, found) => {
    const result = check({ hits: [found] });
    expect(result).toMatchObject({
      passed: false,
      findings: [{ code, evidence: { hit_id: 'hit_1', list: 'Sample list' } }],
    });
    expect(result.hits[0]?.strength).toBe(code === 'hit_confirmed' ? 'confirmed' : 'possible');
  });

  test('a hit under the policy’s limit is none', () => {
    expect(check({ hits: [hit({ score: 0.849 })] })).toMatchObject({ passed: true, hits: [] });
  });

  test('a hit on a stale list is a hit all the same', () => {
    const result = check({ hits: [hit({ strength: 'confirmed' })], lists: [list({ stale: true })] });
    expect(result.passed).toBe(false);
    expect(codesOf(result)).toEqual(['hit_confirmed', 'list_stale']);
  });

  test('an entry found by two names counts once, by its best hit, and confirmed hits come first', () => {
    const other = { ...hit().entity, id: 'ent_2' };
    const hits = [
      hit({ id: 'hit_a', score: 0.9 }),
      hit({ id: 'hit_b', score: 0.95 }),
      hit({ id: 'hit_c', strength: 'confirmed', score: 0.91, entity: other }),
    ];
    expect(check({ hits }).hits.map(({ id }) => id)).toEqual(['hit_c', 'hit_b']);
    const twoLists = [hit(), hit({ list: { ...hit().list, id: 'lst_2' } })];
    expect(check({ hits: twoLists }).hits).toHaveLength(2);
  });

  describe('topics', () => {
    const listedFor = (topics: string[], more: Partial<Hit> = {}): Hit =>
      hit({ strength: 'confirmed', entity: { ...hit().entity, topics }, ...more });
    const withTopic = (topic: Topic, rule: Partial<TopicRule>): Policy => {
      const { screening } = POLICY_V1;
      const topics = { ...screening.topics, [topic]: { ...screening.topics[topic], ...rule } };
      return { ...POLICY_V1, screening: { ...screening, topics } };
    };

    test.each([
      [['sanction'], 'hit_confirmed'],
      [['crime'], 'hit_confirmed'],
      [['pep', 'sanction'], 'hit_confirmed'],
      [['pep'], 'hit_confirmed_for_review'],
      [['relative_or_associate'], 'hit_confirmed_for_review'],
      [['adverse_media'], 'hit_confirmed_for_review'],
      [['export_control'], 'hit_confirmed_for_review'],
      [['debarment'], 'hit_confirmed_for_review'],
      [[], 'hit_confirmed_for_review'],
    ])('a confirmed hit listed for %j: %s', (topics, code) => {
      expect(codesOf(check({ hits: [listedFor(topics)] }))).toEqual([code]);
    });

    test('a topic that does not count is no hit, unless another one of the entry does', () => {
      const policy = withTopic('pep', { counts: false });
      expect(check({ hits: [listedFor(['pep'])], policy })).toMatchObject({ passed: true, hits: [] });
      expect(check({ hits: [listedFor(['pep', 'crime'])], policy }).passed).toBe(false);
    });

    test('a topic and a list may have thresholds of their own, and the list goes first', () => {
      const policy = withTopic('pep', { possible_from: 0.97, confirmed_from: 0.99 });
      expect(check({ hits: [listedFor(['pep'], { score: 0.96 })], policy }).hits).toEqual([]);
      expect(check({ hits: [listedFor(['pep'], { score: 0.98 })], policy }).hits[0]?.strength).toBe('possible');
      expect(check({ hits: [listedFor(['pep', 'crime'], { score: 0.96 })], policy }).hits).toHaveLength(1);
      const lists = { sample: { possible_from: 0.5 } };
      const own = { ...policy, screening: { ...policy.screening, lists } };
      expect(check({ hits: [listedFor(['pep'], { score: 0.6 })], policy: own }).hits).toHaveLength(1);
      expect(thresholdRules(own).lowestPossible).toBe(0.5);
    });
  });
});
