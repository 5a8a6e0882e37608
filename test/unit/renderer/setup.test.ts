import { describe, expect, it } from 'vitest';
import { type Checklist, missing, nextStep, STEPS, type StepName } from '../../../renderer/pages/setup/steps.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { PASSWORD_CHARS_MIN, passwordState } = await import('../../../renderer/pages/setup/page.tsx');

const NOTHING: Checklist = {
  administrator: true,
  master_key: true,
  recovery_key: false,
  list_loaded: false,
  api_key: false,
};
const ALL: Checklist = { ...NOTHING, recovery_key: true, list_loaded: true, api_key: true };

const passed = (...steps: StepName[]): ReadonlySet<StepName> => new Set(steps);

describe('the next step', () => {
  it('is the master key at the beginning, even if its location is already good', () => {
    expect(nextStep(NOTHING, passed(), true)).toBe('master_key');
    expect(nextStep(NOTHING, passed('master_key'), true)).toBe('recovery_key');
  });

  it('is the first missing one when the administrator comes back', () => {
    expect(nextStep(NOTHING, passed(), false)).toBe('recovery_key');
    expect(nextStep({ ...NOTHING, recovery_key: true, list_loaded: true }, passed(), false)).toBe('api_key');
    expect(nextStep({ ...ALL, master_key: false }, passed(), false)).toBe('master_key');
  });

  it('is not asked for again once it was put off, until nothing is left', () => {
    expect(nextStep(NOTHING, passed('recovery_key'), false)).toBe('list_loaded');
    expect(nextStep(NOTHING, passed('recovery_key', 'list_loaded', 'api_key'), false)).toBeNull();
    expect(nextStep(ALL, passed(), false)).toBeNull();
  });

  it('leaves what was put off among the missing', () => {
    expect(missing(NOTHING)).toEqual(['recovery_key', 'list_loaded', 'api_key']);
    expect(missing(ALL)).toEqual([]);
    expect(STEPS.every((step) => step in ALL)).toBe(true);
  });
});

describe('a password before it is sent', () => {
  it('is held against the length that the appliance asks for', () => {
    expect(PASSWORD_CHARS_MIN).toBe(LIMITS.passwordCharsMin);
    expect(passwordState('seven qu', 'ada')).toEqual({ is: 'short', missing: 4 });
    // Counts characters, not UTF-16 units, and composed letters as one.
    expect(passwordState('e\u0301🙂'.repeat(5), 'ada')).toEqual({ is: 'short', missing: 2 });
    expect(passwordState('seven quiet herons', 'ada')).toEqual({ is: 'good' });
  });

  it('is not the login', () => {
    expect(passwordState('Administrator', ' administrator')).toEqual({ is: 'login' });
  });
});
