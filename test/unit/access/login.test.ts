import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../server/access/hasher.ts';
import { changePassword, logIn, logOut } from '../../../server/access/login.ts';
import {
  changeOperator,
  createOperator,
  insertOperator,
  listOperators,
  resetPassword,
} from '../../../server/access/operators.ts';
import { findSession, isSessionUsable } from '../../../server/access/sessions.ts';
import { transact } from '../../../server/db/transact.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { countedPasswords } from '../../support/passwords.ts';
import { type AccessRig, ADMIN, accessRig, withAdmin } from './rig.ts';

let rig: AccessRig;
let adminId: string;

beforeEach(async () => {
  rig = accessRig();
  adminId = (await withAdmin(rig)).admin.id;
});

/** Not a real hash: these operators never log in. */
const HASH = { hash: 'x', oneTimeUntil: null };
const RIGHT = { login: ADMIN.login, password: ADMIN.password };
const WRONG = { login: ADMIN.login, password: 'seven loud herons' };

/** `in`, `wrong`, or the seconds to wait. */
async function attempt(input: { login: string; password: string }, address = '10.0.0.1'): Promise<string | number> {
  try {
    await logIn(rig.deps, { ...input, address }, null);
    return 'in';
  } catch (error) {
    const { code, details } = error as { code: string; details: { retryAfterSeconds?: number } };
    return code === 'login_failed' ? 'wrong' : (details.retryAfterSeconds ?? code);
  }
}

async function attempts(count: number, input = WRONG, address?: (i: number) => string) {
  const seen = [];
  for (let i = 0; i < count; i++) seen.push(await attempt(input, address?.(i)));
  return seen;
}

const wrongs = (count: number): string[] => Array.from({ length: count }, () => 'wrong');

describe('an account', () => {
  it.each([
    ['that is there', WRONG],
    ['that is not', { login: 'nobody', password: 'x' }],
  ])('%s waits after some failures, twice as long after each further one, up to a limit', async (_which, wrong) => {
    expect(await attempts(LIMITS.loginFailuresOfAccount, wrong)).toEqual(wrongs(LIMITS.loginFailuresOfAccount));
    const waits = [];
    for (let i = 0; i < 8; i++) {
      // From any address.
      const waitSeconds = Number(await attempt(wrong, `10.1.0.${i}`));
      waits.push(waitSeconds);
      rig.clock.advance(waitSeconds * 1000 - 1);
      expect(await attempt(wrong, `10.2.0.${i}`)).toBe(1);
      rig.clock.advance(1);
      expect(await attempt(wrong, `10.3.0.${i}`)).toBe('wrong');
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('that must wait has no password looked at, so that the right one waits too', async () => {
    await attempts(LIMITS.loginFailuresOfAccount);
    rig.passwords.orders.length = 0;
    expect([await attempt(RIGHT), await attempt(WRONG)]).toEqual([30, 30]);
    expect(rig.passwords.orders).toEqual([]);
    rig.clock.advance(30_000);
    expect(await attempt(RIGHT)).toBe('in');
  });

  it('starts again from zero after a right password, a reset, or a day', async () => {
    const almost = LIMITS.loginFailuresOfAccount - 1;
    for (let i = 0; i < 3; i++) {
      expect(await attempts(almost)).toEqual(wrongs(almost));
      expect(await attempt(RIGHT)).toBe('in');
    }
    const away = (i: number): string => `10.9.0.${i}`;
    await attempts(almost + 1, WRONG, away);
    expect(await attempt(WRONG)).toBe(30);
    const { oneTimePassword } = await resetPassword(rig.deps, adminId, 'cli');
    expect(await attempt({ login: ADMIN.login, password: oneTimePassword })).toBe('in');
    await attempts(almost, WRONG, away);
    rig.clock.advance(LIMITS.loginFailuresKeptMs);
    expect(await attempts(almost, WRONG, away)).toEqual(wrongs(almost));
  });

  it('that failed while the clock was a year ahead waits no longer once the clock is right', async () => {
    const aheadMs = 365 * 24 * 3600 * 1000;
    rig.clock.advance(aheadMs);
    await attempts(LIMITS.loginFailuresOfAccount);
    expect(await attempt(RIGHT)).toBe(30);
    rig.clock.advance(-aheadMs);
    expect(await attempt(RIGHT)).toBe('in');
  });

  it('cannot be tried more often by trying at once', async () => {
    const many = LIMITS.passwordHashingsWaitingMax;
    const seen = await Promise.all(Array.from({ length: many }, (_, i) => attempt(WRONG, `10.4.0.${i}`)));
    expect(seen.filter((outcome) => outcome === 'wrong')).toHaveLength(LIMITS.loginFailuresOfAccount);
    expect(seen.filter((outcome) => outcome === 30)).toHaveLength(many - LIMITS.loginFailuresOfAccount);
  });

  it('guessed at by changing its password waits as well', async () => {
    const guess = { oldPassword: 'guessed', newPassword: 'rain over the pier', address: '10.0.0.1' };
    for (let i = 0; i < LIMITS.loginFailuresOfAccount; i++) {
      await expect(changePassword(rig.deps, adminId, guess)).rejects.toMatchObject({ code: 'login_failed' });
    }
    const right = { ...guess, oldPassword: ADMIN.password };
    await expect(changePassword(rig.deps, adminId, right)).rejects.toMatchObject({ code: 'rate_limited' });
    rig.clock.advance(30_000);
    expect((await changePassword(rig.deps, adminId, right)).operator.id).toBe(adminId);
  });
});

describe('an address', () => {
  it('waits after failures at many accounts, and others do not wait with it', async () => {
    for (let i = 0; i < LIMITS.loginFailuresOfAddress; i++) {
      expect(await attempt({ login: `nobody-${i}`, password: 'x' })).toBe('wrong');
    }
    expect([await attempt(RIGHT), await attempt(RIGHT, '10.0.0.2')]).toEqual([30, 'in']);
  });

  it('does not keep out whose password was reset; the failures of other accounts stay', async () => {
    const other = { login: 'second.person', name: 'Second Person', role: 'reviewer' as const };
    await createOperator(rig.deps, other, 'cli');
    await attempts(LIMITS.loginFailuresOfAccount, { login: other.login, password: 'x' }, (i) => `10.9.0.${i}`);
    for (let i = 0; i < LIMITS.loginFailuresOfAddress; i++) await attempt({ login: `nobody-${i}`, password: 'x' });
    expect(await attempt(RIGHT)).toBe(30);
    const { oneTimePassword } = await resetPassword(rig.deps, adminId, 'cli');
    expect(await attempt({ login: ADMIN.login, password: oneTimePassword })).toBe('in');
    expect(await attempt({ login: other.login, password: 'x' }, '10.9.1.1')).toBe(30);
  });

  it('forgets nothing by logging in with an account of its own between', inWholeRunAlone('1 s'), async () => {
    for (let i = 0; i < LIMITS.loginFailuresOfAddress; i++) {
      expect(await attempt({ login: `nobody-${i}`, password: 'x' })).toBe('wrong');
      if (i < LIMITS.loginFailuresOfAddress - 1) expect(await attempt(RIGHT)).toBe('in');
    }
    expect(await attempt(RIGHT)).toBe(30);
  });

  it('is not counted where a password could not be looked at', async () => {
    rig.deps.hasher = {
      ...rig.deps.hasher,
      verify: () => Promise.reject(new Error('the thread ended')),
    };
    for (let i = 0; i < LIMITS.loginFailuresOfAddress + 1; i++) {
      await expect(logIn(rig.deps, { ...RIGHT, address: '10.0.0.1' }, null)).rejects.toThrow('the thread ended');
    }
  });
});

describe('a login', () => {
  it('costs one hashing, whether or not there is such an account', async () => {
    for (const input of [RIGHT, WRONG, { login: 'nobody', password: 'x' }]) {
      rig.passwords.orders.length = 0;
      await attempt(input);
      expect(rig.passwords.orders).toHaveLength(1);
    }
  });

  it('renews a hash that was made at another cost, once', async () => {
    const hashOf = () => rig.deps.db.prepare('SELECT password_hash FROM operators').pluck().get() as string;
    const dearer = countedPasswords({ memoryKib: 16, iterations: 2 });
    rig.deps.hasher = createPasswordHasher({ pepper: rig.deps.pepper, ...dearer });
    expect(hashOf()).toContain('m=8,t=1');
    expect(await attempt(RIGHT)).toBe('in');
    const renewed = hashOf();
    expect([renewed.includes('m=16,t=2'), dearer.orders.length]).toEqual([true, 2]);
    expect(await attempt(RIGHT)).toBe('in');
    expect([hashOf(), dearer.orders.length]).toEqual([renewed, 3]);
  });

  it('by a password that was reset while it was being compared fails', async () => {
    const { hasher } = rig.deps;
    rig.deps.hasher = {
      ...hasher,
      async verify(password, encoded) {
        const right = await hasher.verify(password, encoded);
        await resetPassword(rig.deps, adminId, 'cli');
        return right;
      },
    };
    expect(await attempt(RIGHT)).toBe('wrong');
    expect(rig.deps.db.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0);
  });
});

describe('a session', () => {
  it('is found by its token alone, under this pepper alone, until it ends', async () => {
    const { token } = await logIn(rig.deps, { ...RIGHT, address: '10.0.0.1' }, null);
    const session = findSession(rig.deps, token, { touch: false });
    expect(session).toMatchObject({ operatorId: adminId, role: 'administrator', mustChangePassword: false });
    expect(findSession({ ...rig.deps, pepper: Buffer.alloc(32, 3) }, token, { touch: false })).toBeNull();
    if (!session) throw new Error('there is a session');
    expect(isSessionUsable(rig.deps, session.hash)).toBe(true);
    logOut(rig.deps, session);
    expect(isSessionUsable(rig.deps, session.hash)).toBe(false);
    expect(findSession(rig.deps, token, { touch: true })).toBeNull();
  });

  it('is noted as used at most once a minute', async () => {
    const { token } = await logIn(rig.deps, { ...RIGHT, address: '10.0.0.1' }, null);
    const ends = () => findSession(rig.deps, token, { touch: true })?.endsAtMs;
    const first = ends();
    rig.clock.advance(LIMITS.sessionTouchMs - 1);
    expect(ends()).toBe(first);
    rig.clock.advance(1);
    expect(ends()).toBe((first ?? 0) + LIMITS.sessionTouchMs);
  });
});

it('when the maximum number of operators is active, deactivating one makes room for another', async () => {
  const { deps } = rig;
  const newcomer = { login: 'newcomer', name: 'New Comer', role: 'reviewer' as const };
  const last = transact(deps.db, () => {
    for (let i = 2; i < LIMITS.operatorsMax; i++)
      insertOperator(deps, { ...newcomer, login: `person-${i}` }, HASH, 'cli');
    return insertOperator(deps, { ...newcomer, login: 'last' }, HASH, 'cli');
  });
  const refusal = { code: 'state_conflict', message: expect.stringContaining('Deactivate one that is not needed.') };
  await expect(createOperator(deps, newcomer, 'cli')).rejects.toMatchObject(refusal);
  changeOperator(deps, last.id, { active: false }, 'cli');
  expect((await createOperator(deps, newcomer, 'cli')).operator.active).toBe(true);
  expect(() => changeOperator(deps, last.id, { active: true }, 'cli')).toThrow(expect.objectContaining(refusal));
});

it('an operator is sealed to the row: logins and names can neither be read nor exchanged in the database', async () => {
  const { operator } = await createOperator(rig.deps, { login: 'olga', name: 'Olga', role: 'operator' }, 'cli');
  expect(operator.mustChangePassword).toBe(true);
  rig.deps.db
    .prepare('UPDATE operators SET sealed_profile = (SELECT sealed_profile FROM operators WHERE id = ?) WHERE id = ?')
    .run(adminId, operator.id);
  expect(() => listOperators(rig.deps)).toThrow();
});
