import { describe, expect, it } from 'vitest';
import { roleOf } from '../../../server/directory/groups.ts';
import { createPendingLogins } from '../../../server/directory/pending.ts';
import { readOperator } from '../../../server/directory/person.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { ROLES } from '../../../server/vocabulary/roles.ts';
import { testClock } from '../../support/clock.ts';

describe('the role of a person', () => {
  const table = [
    { group: 'Audit', role: 'auditor' },
    { group: 'CN=Clerks,DC=bank', role: 'operator' },
    { group: 'Chefs é', role: 'administrator' },
  ] as const;

  it.each([
    [['audit'], 'auditor'],
    [[' AUDIT '], 'auditor'],
    [['cn=clerks,dc=bank', 'Audit'], 'operator'],
    [['Chefs e\u0301', 'Audit', 'other'], 'administrator'],
    [['audit2', 'other', ''], null],
    [[], null],
  ])('in the groups %j is %s', (groups, role) => {
    expect(roleOf(groups, table, 'oidc')).toBe(role);
  });

  it('of all groups is the first role, and without a table there is none', () => {
    expect(roleOf(['a'], ROLES.map((role) => ({ group: 'a', role })).reverse(), 'oidc')).toBe(ROLES[0]);
    expect(roleOf(['a'], [], 'oidc')).toBeNull();
  });
});

describe('a person of the directory', () => {
  it('is shown by clean texts that fit', () => {
    const { login, name } = readOperator(
      { uniqueId: 'x', login: ' a\u202eb\u0000 ', name: 'e\u0301'.repeat(1_000), groups: [] },
      'auditor',
    );
    expect([login, name]).toEqual(['ab', 'é'.repeat(LIMITS.textFieldCharsMax)]);
  });

  it('without a name is shown by the login, and without both by a dash', () => {
    const person = { uniqueId: 'x', login: 'grace', name: '\u200b', groups: [] };
    expect(readOperator(person, 'auditor').name).toBe('grace');
    expect(readOperator({ ...person, login: '' }, 'auditor')).toMatchObject({ login: '–', name: '–' });
  });
});

describe('logins that wait for the provider', () => {
  it('are taken once, by their own token, in time', () => {
    const clock = testClock();
    const pending = createPendingLogins<string>(clock);
    const [one, other] = [pending.put('one'), pending.put('other')];
    expect(pending.take('unknown')).toBeNull();
    expect([pending.take(one), pending.take(one)]).toEqual(['one', null]);
    clock.advance(LIMITS.directoryLoginMs);
    expect(pending.take(other)).toBeNull();
  });

  it('are bounded: the oldest makes room', () => {
    const pending = createPendingLogins<number>(testClock());
    const tokens = Array.from({ length: LIMITS.directoryLoginsMax + 1 }, (_, at) => pending.put(at));
    expect(pending.take(tokens[0] ?? '')).toBeNull();
    expect(pending.take(tokens[1] ?? '')).toBe(1);
  });
});
