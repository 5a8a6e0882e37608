import { expect, it } from 'vitest';
import { FINDINGS } from '../../../server/checks/findings.ts';
import { POLICY_V1, type Policy } from '../../../server/checks/policy.ts';
import { must } from '../../../server/lib/assert.ts';
import { AppError } from '../../../server/lib/errors.ts';
import { applyChanges, findFault } from '../../../server/policies/check-changes.ts';
import { SETTING_GROUPS, type Setting, type SettingValue } from '../../../server/policies/setting.ts';
import { listSettings, SETTINGS, settingAt } from '../../../server/policies/settings.ts';
import { fillIn, findChanges, valueAt, withValues } from '../../../server/policies/values.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const ROUNDS = rounds(300, 100);

const ALL = [...SETTINGS, ...listSettings('ofac-sdn')];
const OPEN = ALL.filter(({ fixed }) => fixed === null);

/** Any value that the setting accepts. */
function drawValue(setting: Setting, random: () => number): SettingValue {
  const pick = <T>(from: readonly T[]): T => must(from[Math.floor(random() * from.length)], 'there is something');
  switch (setting.kind) {
    case 'number': {
      if (setting.nullable && random() < 0.2) return null;
      const { min, max, step } = setting;
      const value = min + random() * (max - min);
      return step === 1 ? Math.round(value) : value;
    }
    case 'boolean':
      return random() < 0.5;
    case 'enum':
      return pick(setting.options);
    case 'list': {
      const options = setting.options ?? ['FR', 'DE', 'MA'];
      return options.filter((option) => setting.always.includes(option) || random() < 0.5);
    }
  }
}

it('each setting is a place of the policy, of a known group, with its default within its bounds', () => {
  expect(new Set(ALL.map(({ path }) => path)).size).toBe(ALL.length);
  for (const setting of ALL) {
    const { path, group, means } = setting;
    const value = valueAt(POLICY_V1, path);
    expect(Object.keys(SETTING_GROUPS), path).toContain(group);
    expect(means.length, path).toBeGreaterThan(10);
    expect(value !== null || (setting.kind === 'number' && setting.nullable), path).toBe(true);
    expect(findFault({ ...setting, fixed: null }, value), path).toBeNull();
    expect(settingAt(path)).toEqual(setting);
  }
});

it('what is fixed says why, and cannot be set to what it is', () => {
  const fixed = ALL.filter((setting) => setting.fixed !== null);
  expect(fixed.map(({ path }) => path)).toEqual(expect.arrayContaining(['severity.check_not_run']));
  for (const setting of fixed) {
    expect(setting.kind !== 'enum' || setting.options.length === 1, setting.path).toBe(true);
    expect(findFault(setting, valueAt(POLICY_V1, setting.path))).toContain('cannot be changed');
  }
});

it('nobody is overlooked: who was not searched for, or failed, cannot be a mere information, and a threshold says what it costs', () => {
  const unseen = [
    'name_missing',
    'name_not_searchable',
    'owner_unnamed',
    'person_verification_failed',
    'hit_confirmed',
  ];
  for (const code of [...unseen, 'hit_possible', 'sanctioned_ownership', 'list_stale', 'list_topic_missing']) {
    expect(findFault(settingAt(`severity.${code}`), 'info'), code).not.toBeNull();
  }
  const thresholds = [...ALL, ...listSettings('small')].filter(({ path }) => path.endsWith('.possible_from'));
  expect(thresholds.length).toBeGreaterThan(2);
  for (const { path, means } of thresholds) expect(means, path).toContain('unseen');
  expect(settingAt('screening.topics.other.counts')?.means).toContain('no topic');
});

it('every finding has its severity among the settings, and one that has one choice alone is fixed', () => {
  for (const code of Object.keys(FINDINGS)) {
    const setting = must(settingAt(`severity.${code}`), code);
    expect(setting.kind === 'enum' && setting.options.length === 1, code).toBe(setting.fixed !== null);
  }
});

it('bounds belong to what they bound, and nothing beyond them does', () => {
  for (const setting of ALL) {
    if (setting.kind !== 'number') continue;
    const { min, max, step } = setting;
    for (const value of [min, max]) expect(findFault(setting, value), setting.path).toBeNull();
    const beyond = [min - step, max + step, Number.NaN, Infinity, '1', true, ...(setting.nullable ? [] : [null])];
    for (const value of beyond) expect(findFault(setting, value), setting.path).toContain('must be a');
    if (step === 1) expect(findFault(setting, min + 0.5), setting.path).toContain('whole number');
  }
});

it('any values that are taken are in the new policy as they were given, and nothing else is changed', () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  let policy: Policy = POLICY_V1;
  let taken = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const drawn = OPEN.filter(() => random() < 0.01).map(
      (setting) => [setting.path, drawValue(setting, random)] as const,
    );
    const before = structuredClone(policy);
    try {
      const next = applyChanges(policy, Object.fromEntries(drawn), () => true);
      const changes = findChanges(policy, next);
      for (const [path, value] of drawn) expect(valueAt(next, path), `seed ${seed}`).toEqual(value);
      for (const { path, from, to } of changes) {
        expect([valueAt(policy, path), valueAt(next, path)], `seed ${seed}`).toEqual([from, to]);
        expect(drawn.map(([name]) => name)).toContain(path);
      }
      const back = withValues(
        next,
        changes.map(({ path, from }) => [path, from] as const),
      );
      expect(findChanges(policy, back), `seed ${seed}`).toEqual([]);
      expect(policy, 'a version never changes').toEqual(before);
      policy = next;
      taken += 1;
    } catch (error) {
      // Two settings contradict each other.
      if (!(error instanceof AppError)) throw error;
    }
  }
  expect(taken, `seed ${seed}`).toBeGreaterThan(ROUNDS / 5);
});

it('a setting that an older program did not know has its default; what may be missing stays missing', () => {
  const { review: _, ...older } = structuredClone(POLICY_V1);
  expect(fillIn(older, POLICY_V1, () => false)).toEqual(POLICY_V1);
  const topic = { counts: true, fails: false };
  const defaults = withValues(POLICY_V1, [['screening.topics.pep.possible_from', 0.9]]);
  const mayLack = (path: string) => path.endsWith('.possible_from');
  expect(fillIn(structuredClone(POLICY_V1), defaults, mayLack).screening.topics.pep).toEqual(topic);
});

it('contradictions that were there before hold nothing else back, and new ones name each path that makes them', () => {
  const crossed = withValues(POLICY_V1, [['face.review_from', 1]]);
  expect(applyChanges(crossed, { 'review.four_eyes': true }, () => true).review.four_eyes).toBe(true);
  const fieldsOf = (changes: Record<string, unknown>) => {
    try {
      applyChanges(POLICY_V1, changes, () => true);
      return [];
    } catch (error) {
      return (error as AppError).details.items?.map(({ field }) => field);
    }
  };
  expect(fieldsOf({ 'face.review_from': 0.6, 'face.match_from': 0.5 })).toEqual([
    'changes.face.review_from',
    'changes.face.match_from',
  ]);
  expect(fieldsOf({ 'screening.lists.x.possible_from': 0.95 })).toEqual(['changes.screening.lists.x.possible_from']);
  expect(fieldsOf({ 'screening.lists.x.possible_from': 0.95, 'screening.lists.x.confirmed_from': 0.96 })).toEqual([]);
  for (const path of ['__proto__.polluted', 'screening.lists.__proto__.possible_from', 'constructor', ''])
    expect(fieldsOf({ [path]: 0.9 }), path).toEqual([`changes.${path}`]);
});
