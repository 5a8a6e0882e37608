import { expect, test } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { checkState } = await import('../../../renderer/parts/finding-list.tsx');
const { matteringOf } = await import('../../../renderer/parts/record-head.ts');

const check = (passed: boolean | null, ...codes: string[]) => ({ passed, findings: codes.map((code) => ({ code })) });
const MATTERING = matteringOf({
  review: null,
  errors: [
    { code: 'list_stale', message: '', severity: 'fail' },
    { code: 'hit_possible', message: '', severity: 'review' },
    { code: 'list_stale', message: '', severity: 'review' },
  ],
});

test('the word for a check agrees with the findings below it, and with the decision', () => {
  const stateOf = (...of: Parameters<typeof check>) => checkState({ check: check(...of), mattering: MATTERING });
  expect(stateOf(true)).toBe('passed');
  expect(stateOf(true, 'ownership_incomplete')).toBe('remarks');
  expect(stateOf(false, 'hit_possible')).toBe('not_passed');
  expect(stateOf(false, 'duplicate_document')).toBe('noted');
  expect(stateOf(null, 'name_missing')).toBe('not_run');
});

test('lists that were searched and are out of date are an open question, not a check that did not run', () => {
  expect(checkState({ check: check(null, 'list_stale'), mattering: MATTERING, ran: true })).toBe('undecided');
});

test('what was measured and decides nothing is for information, not a check that did not run', () => {
  expect(checkState({ check: check(null, 'liveness_advisory'), mattering: MATTERING, ran: true })).toBe('noted');
});

test('a finding that fails the record in one check and asks for a person in another fails it', () => {
  expect([...MATTERING].toSorted()).toEqual([
    ['hit_possible', 'review'],
    ['list_stale', 'fail'],
  ]);
});
