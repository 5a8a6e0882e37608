import { expect, it } from 'vitest';
import { ALLOWED, exceeds, type Figures, findGrowth, GROWING, growthTable } from '../../bench/soak/growth.ts';
import { isComparable, planDay } from '../../bench/soak/plan.ts';

const FIRST: Figures = {
  rssMib: 200,
  heapMib: 50,
  externalMib: 10,
  openFiles: 40,
  threads: 11,
  handles: 5,
  timers: 4,
  delayP99Ms: 12,
  walMib: 2,
  leftovers: 1,
  kibPerRecord: 30,
  rows: { jobs: 200, audit: 1_000, notes: 10 },
};

it('nothing has grown where all is as it was, or less', () => {
  expect(findGrowth(FIRST, FIRST)).toEqual([]);
  expect(findGrowth(FIRST, { ...FIRST, rssMib: 219, heapMib: 10, rows: { jobs: 1, audit: 1_000, notes: 0 } })).toEqual(
    [],
  );
});

it.each(Object.keys(ALLOWED) as (keyof typeof ALLOWED)[])('%s is reported by its name if it has grown', (measure) => {
  const { share, besides } = ALLOWED[measure];
  const most = FIRST[measure] * (1 + share) + besides;
  expect(findGrowth(FIRST, { ...FIRST, [measure]: most })).toEqual([]);
  const [grown, ...others] = findGrowth(FIRST, { ...FIRST, [measure]: most + 0.2 });
  expect(grown).toMatch(new RegExp(`^${measure} grew from `));
  expect(others).toEqual([]);
});

it('what was not measured counts as grown', () => {
  expect(findGrowth(FIRST, { ...FIRST, openFiles: Number.NaN })).toEqual(['openFiles grew from 40 to NaN']);
  expect(exceeds(Number.NaN, 1, { share: 0, besides: 0 })).toBe(true);
});

it('a table that must not grow is reported, a new one too, and one that may grow is not', () => {
  const last = { ...FIRST, rows: { jobs: 351, audit: 90_000, notes: 10, unheard_of: 51 } };
  expect(findGrowth(FIRST, last)).toEqual([
    'rows of jobs grew from 200 to 351',
    'rows of unheard_of grew from 0 to 51',
  ]);
  expect(growthTable(FIRST, last).find((line) => line.includes('rows of audit'))).toContain(GROWING['audit']);
});

it('the days on which figures are taken and the server ends are those of the plan', () => {
  const plan = { days: 1_000, restartEvery: 50, killEvery: 100 };
  expect(planDay(plan, 1)).toEqual({ measure: null, end: null });
  expect(planDay(plan, 50)).toEqual({ measure: 'passing', end: 'stop' });
  expect(planDay(plan, 100)).toEqual({ measure: 'first', end: 'kill' });
  expect(planDay(plan, 1_000)).toEqual({ measure: 'last', end: 'kill' });
  expect(planDay({ ...plan, restartEvery: 0, killEvery: 0 }, 100)).toEqual({ measure: 'first', end: null });
});

it('two moments are compared where records already go as they come, and the process is as old', () => {
  expect(isComparable({ days: 1_000, restartEvery: 50, killEvery: 100 })).toBe(true);
  expect(isComparable({ days: 400, restartEvery: 0, killEvery: 0 })).toBe(true);
  expect(isComparable({ days: 300, restartEvery: 50, killEvery: 100 })).toBe(false);
  expect(isComparable({ days: 1_020, restartEvery: 50, killEvery: 100 })).toBe(false);
});
