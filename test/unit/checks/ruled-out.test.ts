import { expect, test } from 'vitest';
import { POLICY_V1, type Policy } from '../../../server/checks/policy.ts';
import { ruleOut, searchByOffices } from '../../../server/checks/ruled-out.ts';
import { checkScreening } from '../../../server/checks/screening.ts';
import type { Hit } from '../../../server/checks/types.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import type { SearchQuery } from '../../../server/screening/search.ts';
import { type ListRole, OFFICE_LEVELS, type OfficeLevel } from '../../../server/screening/types.ts';
import { hit, list } from './samples.ts';

const NOW_MS = Date.parse('2026-06-15T12:00:00Z');
const policy = (years: number | null, levels: readonly OfficeLevel[] = POLICY_V1.screening.pep_levels): Policy => ({
  ...POLICY_V1,
  screening: { ...POLICY_V1.screening, pep_levels: levels, pep_years_after_office: years },
});
const TEN = policy(10);
const holder = (roles: ListRole[] | undefined, topics = ['pep'], more: Partial<Hit> = {}): Hit =>
  hit({ ...more, entity: { ...hit().entity, topics, ...(roles && { roles }) } });
const office = (more: Partial<ListRole> = {}): ListRole => ({ title: 'Minister', ...more });
const outOf = (by: Policy, ...roles: ListRole[]): string | null =>
  ruleOut(holder(roles), by, NOW_MS).ruled_out?.explanation ?? null;

test('the shipped policy rules nobody out, however long ago and however low the office', () => {
  expect(outOf(POLICY_V1, office({ until: '1950', level: 'local' }))).toBeNull();
  expect(POLICY_V1.screening.pep_years_after_office ?? null).toBeNull();
  expect(POLICY_V1.screening.pep_levels).toEqual(OFFICE_LEVELS);
});

test.each([
  ['2009', 'Left office in 2009, more than 10 years ago.'],
  ['2015', 'Left office in 2015, more than 10 years ago.'],
  ['2016-05', 'Left office in 2016-05, more than 10 years ago.'],
  ['2016-06-14', 'Left office on 2016-06-14, more than 10 years ago.'],
  // Exactly ten years are not more than ten, and a year or month counts with its last day.
  ['2016-06-15', null],
  ['2016-06', null],
  ['2016', null],
  ['2030', null],
])('an office that was left in %s: %s', (until, explanation) => {
  expect(outOf(TEN, office({ until }))).toBe(explanation);
});

test('one office that counts is enough: without a known end, or left later', () => {
  expect(outOf(TEN, office({ until: '2009' }), office({ from: '1990' }))).toBeNull();
  expect(outOf(TEN, office({ until: '2009' }), office({ until: '2020' }))).toBeNull();
  expect(outOf(TEN, office({ until: '2001' }), office({ until: '2009-03' }), office({ until: '2009' }))).toBe(
    'Left office in 2009, more than 10 years ago.',
  );
  expect(outOf(policy(1), office({ until: '2020-01-31' }))).toContain('more than 1 year ago');
});

test('an entry that tells no office, and one that is listed for another topic alone, are not ruled out', () => {
  expect(ruleOut(holder([]), TEN, NOW_MS).ruled_out).toBeUndefined();
  expect(ruleOut(holder(undefined), TEN, NOW_MS).ruled_out).toBeUndefined();
  const relative = holder([office({ until: '2001' })], ['relative_or_associate']);
  expect(ruleOut(relative, TEN, NOW_MS)).toBe(relative);
});

test('offices of a level that the policy does not have do not count; one whose level is not told does', () => {
  const high = policy(null, ['national', 'international']);
  expect(outOf(high, office({ level: 'local' }))).toBe('Under the policy, offices of the level local do not count.');
  expect(outOf(high, office({ level: 'local' }), office({ level: 'national' }))).toBeNull();
  expect(outOf(high, office())).toBeNull();
  const both = ruleOut(
    holder([office({ level: 'local' }), office({ level: 'national', until: '2009' })]),
    policy(10, ['national']),
    NOW_MS,
  );
  expect(both.ruled_out).toEqual({
    topics: ['pep'],
    whole: true,
    reasons: [
      { rule: 'office_left', until: '2009', years: 10 },
      { rule: 'office_level', level: 'local' },
    ],
    explanation:
      'Left office in 2009, more than 10 years ago. Under the policy, offices of the level local do not count.',
  });
});

const searched = [{ source: 'submitted' as const, name: 'A. Person' }];
const check = (found: Hit, by = TEN) =>
  checkScreening({
    hits: [ruleOut(found, by, NOW_MS)],
    lists: [list()],
    searched,
    ready: true,
    policy: by,
  });
const LEFT = [office({ until: '2009' })];

test('who is ruled out stays listed with the reason, and makes no finding', () => {
  expect(check(holder(LEFT, ['pep'], { strength: 'confirmed' }))).toMatchObject({
    passed: true,
    findings: [],
    hits: [{ ruled_out: { whole: true, explanation: 'Left office in 2009, more than 10 years ago.' } }],
  });
});

test('a person who is also listed for something else is a hit for that, and the office is shown as not counting', () => {
  expect(check(holder(LEFT, ['pep', 'sanction'], { strength: 'confirmed' }))).toMatchObject({
    passed: false,
    findings: [{ code: 'hit_confirmed' }],
    hits: [{ ruled_out: { whole: false, topics: ['pep'] } }],
  });
  expect(check(holder(LEFT, ['pep', 'adverse_media'], { strength: 'confirmed' }))).toMatchObject({
    findings: [{ code: 'hit_confirmed_for_review', evidence: { topics: ['adverse_media'] } }],
  });
});

test('an entry that is ruled out takes no place of one that counts', () => {
  const all = [...Array.from({ length: 5 }, () => holder(LEFT)), holder([office({ title: 'King' })])];
  const asked: (number | undefined)[] = [];
  const search = (query: SearchQuery): Hit[] => {
    asked.push(query.limit);
    return all.slice(0, query.limit);
  };
  const found = searchByOffices(search, TEN, NOW_MS)({ name: 'A. Person', limit: 2 });
  expect(found.map(({ ruled_out }) => ruled_out?.whole ?? false)).toEqual([false, true]);
  expect(asked).toEqual([2, LIMITS.searchCandidatesMax]);
});
