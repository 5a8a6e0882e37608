import { describe, expect, it } from 'vitest';
import { endOfLocalDay, fromLocalInput, toLocalDay, toLocalInput } from '../../../renderer/parts/dates.ts';
import { PRESETS, presetOf, SCOPE_GROUPS, scopesByGroup } from '../../../renderer/parts/scopes.ts';
import { SCOPES } from '../../../server/vocabulary/scopes.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { hasEnded, stateOf } = await import('../../../renderer/pages/keys/page.tsx');

describe('the scopes of a key', () => {
  it('are all there to be chosen', () => {
    expect(SCOPE_GROUPS.flatMap(({ scopes }) => [...scopes])).toEqual(SCOPES);
  });

  it('are those of a preset only where they are exactly its own', () => {
    expect(presetOf(new Set(PRESETS.read))).toBe('read');
    expect(presetOf(new Set(PRESETS.all))).toBe('all');
    expect(presetOf(new Set([...PRESETS.read, 'admin']))).toBeNull();
    expect(presetOf(new Set())).toBeNull();
  });

  it('are told by group, and all of them in one word', () => {
    expect(scopesByGroup(SCOPES)).toBeNull();
    expect(scopesByGroup(['admin', 'kyc:write', 'kyc:read'])).toEqual([
      { name: 'people', scopes: ['kyc:read', 'kyc:write'] },
      { name: 'appliance', scopes: ['admin'] },
    ]);
  });
});

describe('the state of a key', () => {
  const NOW = Date.parse('2026-06-15T12:00:00Z');
  const BEFORE = '2026-06-15T11:59:59Z';
  const LATER = '2026-06-15T12:00:01Z';
  const key = { expires_at: null, revoked_at: null, replaced_by: null };

  it.each([
    [key, 'works', null],
    [{ ...key, expires_at: LATER }, 'expires', LATER],
    [{ ...key, expires_at: BEFORE }, 'expired', BEFORE],
    [{ ...key, expires_at: new Date(NOW).toISOString() }, 'expired', new Date(NOW).toISOString()],
    [{ ...key, expires_at: LATER, replaced_by: 'key_x' }, 'replaced', LATER],
    [{ ...key, expires_at: BEFORE, replaced_by: 'key_x' }, 'expired', BEFORE],
    [{ ...key, expires_at: LATER, revoked_at: BEFORE }, 'revoked', BEFORE],
  ])('%j is %s', (given, state, at) => {
    expect(stateOf(given, NOW)).toEqual({ state, at });
  });

  it('is an end where it no longer works', () => {
    expect((['works', 'expires', 'replaced', 'expired', 'revoked'] as const).filter(hasEnded)).toEqual([
      'expired',
      'revoked',
    ]);
  });
});

describe('local times of form fields', () => {
  it('come back as the same minute', () => {
    const at = new Date(2026, 1, 3, 4, 5).getTime();
    expect(toLocalInput(at)).toBe('2026-02-03T04:05');
    expect(fromLocalInput('2026-02-03T04:05')).toBe(new Date(at).toISOString());
  });

  it('end a day at its last second', () => {
    expect(toLocalDay(new Date(2026, 11, 31, 23, 59).getTime())).toBe('2026-12-31');
    expect(endOfLocalDay('2026-12-31')).toBe(new Date(2026, 11, 31, 23, 59, 59).toISOString());
  });

  it.each(['', '2026-02-03', 'tomorrow', '2026-02-03T', '2026-13-03T04:05'])('%j is no time', (value) => {
    expect(fromLocalInput(value)).toBeNull();
  });
});
