import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { confirmSecondFactor, giveUpSecondFactor, logIn, proposeSecondFactor } from '../../../server/access/login.ts';
import { getOperator, operatorRow, removeSecondFactor } from '../../../server/access/operators.ts';
import { findSession, isSessionUsable } from '../../../server/access/sessions.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import type { Role } from '../../../server/vocabulary/roles.ts';
import { type AccessRig, ADMIN, accessRig, withAdmin } from './rig.ts';

const STEP_MS = 30_000;
const HERE = { password: ADMIN.password, address: '10.0.0.1' };
const RIGHT = { login: ADMIN.login, ...HERE };

let rig: AccessRig;
let id: string;
let doubted: boolean;
let needed: Role[];

beforeEach(async () => {
  rig = accessRig();
  doubted = false;
  needed = [];
  rig.deps.codeTime = () => (doubted ? null : rig.clock.now());
  rig.deps.secondFactorRoles = () => needed;
  id = (await withAdmin(rig)).admin.id;
});

/** RFC 4226, section 5.3, and RFC 6238, section 4, written a second time here: the code that an app shows at a given time. */
function appCode(secret: string, ms: number): string {
  const bits = [...secret]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / STEP_MS)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function enrol(): Promise<{ secret: string; codes: string[]; token: string }> {
  const { secret } = await proposeSecondFactor(rig.deps, id, HERE);
  const { recoveryCodes, token } = confirmSecondFactor(rig.deps, id, appCode(secret, rig.clock.now()));
  // The code that confirmed the factor cannot be used again.
  rig.clock.advance(STEP_MS);
  return { secret, codes: recoveryCodes, token };
}

const codeOf = (error: unknown): string => (error as { code: string }).code;
const tried = (code?: string): Promise<string> =>
  logIn(rig.deps, { ...RIGHT, ...(code !== undefined && { code }) }, null).then(() => 'in', codeOf);

describe('the codes of the tests', () => {
  it('are those of RFC 6238, appendix B', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const times = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000];
    expect(times.map((seconds) => appCode(secret, seconds * 1000))).toEqual(
      ['94287082', '07081804', '14050471', '89005924', '69279037', '65353130'].map((digits) => digits.slice(2)),
    );
  });
});

describe('a second factor', () => {
  it('is in force once its first code was typed, and each login asks for one', async () => {
    expect(await tried()).toBe('in');
    const { secret } = await proposeSecondFactor(rig.deps, id, HERE);
    expect(await tried()).toBe('in');
    expect(() => confirmSecondFactor(rig.deps, id, '000000')).toThrow(/code does not match this secret/);
    const { recoveryCodes } = confirmSecondFactor(rig.deps, id, appCode(secret, rig.clock.now()));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(getOperator(rig.deps, id).hasSecondFactor).toBe(true);
    expect(await tried()).toBe('second_factor_required');
    rig.clock.advance(STEP_MS);
    expect(await tried(appCode(secret, rig.clock.now()))).toBe('in');
    expect(rig.audited.map(({ action }) => action)).toContain('operator.second_factor_set');
  });

  it('has a secret of 160 bits, and an address that apps read', async () => {
    const { secret, uri } = await proposeSecondFactor(rig.deps, id, HERE);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, pathname]).toEqual(['otpauth:', 'totp', '/Custos:ada']);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Custos',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  it('takes no code twice, and those of the step before and after alone', async () => {
    const { secret } = await enrol();
    const at = (steps: number): string => appCode(secret, rig.clock.now() + steps * STEP_MS);
    expect([await tried(at(-2)), await tried(at(2))]).toEqual(['login_failed', 'login_failed']);
    const now = at(0);
    expect(await tried(now)).toBe('in');
    expect([await tried(now), await tried(at(-1))]).toEqual(['login_failed', 'login_failed']);
    expect(await tried(` ${at(1).slice(0, 3)} ${at(1).slice(3)} `)).toBe('in');
  });

  it('counts wrong codes as failures of the account, which must wait', async () => {
    await enrol();
    for (let i = 0; i < LIMITS.loginFailuresOfAccount; i++) expect(await tried('123456')).toBe('login_failed');
    expect(await tried('123456')).toBe('rate_limited');
    expect(rig.audited.filter(({ action }) => action === 'session.code_refused')).toHaveLength(
      LIMITS.loginFailuresOfAccount,
    );
  });

  it('that is asked for is no failure, and no success either', async () => {
    const { secret } = await enrol();
    for (let i = 0; i < LIMITS.loginFailuresOfAccount - 1; i++) await tried('123456');
    for (let i = 0; i < 3 * LIMITS.loginFailuresOfAccount; i++) expect(await tried()).toBe('second_factor_required');
    expect(await tried('123456')).toBe('login_failed');
    expect(await tried(appCode(secret, rig.clock.now()))).toBe('rate_limited');
  });

  it('is not asked for by a wrong password', async () => {
    await enrol();
    const wrong = await logIn(rig.deps, { ...RIGHT, password: 'seven loud herons' }, null).catch(codeOf);
    expect(wrong).toBe('login_failed');
  });

  it('opens by each recovery code once, however it is typed', async () => {
    const { codes } = await enrol();
    const [first = '', second = ''] = codes;
    expect([await tried(first), await tried(first)]).toEqual(['in', 'login_failed']);
    expect(await tried(` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe('in');
  });

  it('refuses codes of an app while the clock is in doubt, with the reason, and takes recovery codes', async () => {
    const { secret, codes } = await enrol();
    doubted = true;
    const code = appCode(secret, rig.clock.now());
    await expect(logIn(rig.deps, { ...RIGHT, code }, null)).rejects.toThrow(
      /appliance's clock may be wrong.*recovery code/,
    );
    for (let i = 0; i < 2 * LIMITS.loginFailuresOfAccount; i++) expect(await tried(code)).toBe('login_failed');
    expect(await tried(codes[0])).toBe('in');
    doubted = false;
    expect(await tried(code)).toBe('in');
    doubted = true;
    const shown = await proposeSecondFactor(rig.deps, id, { ...HERE, code: codes[1] ?? '' });
    expect(() => confirmSecondFactor(rig.deps, id, appCode(shown.secret, rig.clock.now()))).toThrow(/may be wrong/);
  });

  it('ends the sessions from before, and its own begins', async () => {
    const { token: before } = await logIn(rig.deps, RIGHT, null);
    const { token } = await enrol();
    expect(findSession(rig.deps, before, { touch: false })).toBeNull();
    expect(findSession(rig.deps, token, { touch: false })).toMatchObject({ operatorId: id });
  });

  it('can be replaced and removed with the password and a code', async () => {
    const { codes } = await enrol();
    const [first = '', second = '', third = ''] = codes;
    await expect(proposeSecondFactor(rig.deps, id, HERE)).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(giveUpSecondFactor(rig.deps, id, { ...HERE, password: 'x', code: first })).rejects.toMatchObject({
      code: 'login_failed',
    });
    const other = await proposeSecondFactor(rig.deps, id, { ...HERE, code: first });
    confirmSecondFactor(rig.deps, id, appCode(other.secret, rig.clock.now()));
    // The recovery codes of the former factor no longer work.
    expect(await tried(second)).toBe('login_failed');
    rig.clock.advance(STEP_MS);
    needed = ['administrator'];
    const code = appCode(other.secret, rig.clock.now());
    await expect(giveUpSecondFactor(rig.deps, id, { ...HERE, code })).rejects.toThrow(/role requires/);
    needed = [];
    await giveUpSecondFactor(rig.deps, id, { ...HERE, code });
    expect(await tried()).toBe('in');
    expect(await tried(third)).toBe('in');
  });

  it('waits for its first code for a quarter of an hour', async () => {
    const { secret } = await proposeSecondFactor(rig.deps, id, HERE);
    rig.clock.advance(LIMITS.secondFactorProposedMs);
    expect(() => confirmSecondFactor(rig.deps, id, appCode(secret, rig.clock.now()))).toThrow(
      /No second factor is waiting/,
    );
  });

  it('is sealed: the database holds neither secret nor recovery code', async () => {
    const { secret, codes } = await enrol();
    const row = Buffer.concat(
      Object.values(operatorRow(rig.deps, id)).map((value) =>
        Buffer.from(Buffer.isBuffer(value) ? value : String(value)),
      ),
    );
    for (const kept of [secret, ...codes]) expect(row.includes(kept)).toBe(false);
  });
});

describe('a role that needs a second factor', () => {
  it('lets sessions do nothing before it is set, those that began before too', async () => {
    const { token } = await logIn(rig.deps, RIGHT, null);
    const session = findSession(rig.deps, token, { touch: false });
    expect(session?.mustSetSecondFactor).toBe(false);
    needed = ['administrator'];
    expect(findSession(rig.deps, token, { touch: false })?.mustSetSecondFactor).toBe(true);
    expect(isSessionUsable(rig.deps, session?.hash ?? Buffer.alloc(0))).toBe(false);
    const { token: after } = await enrol();
    expect(findSession(rig.deps, after, { touch: false })?.mustSetSecondFactor).toBe(false);
    needed = ['reviewer'];
    expect(findSession(rig.deps, after, { touch: false })?.mustSetSecondFactor).toBe(false);
  });
});

it('an administrator, or a command, removes the factor of somebody who has lost it', async () => {
  const { token } = await enrol();
  removeSecondFactor(rig.deps, id, 'cli');
  expect(findSession(rig.deps, token, { touch: false })).toBeNull();
  expect(await tried()).toBe('in');
  expect(() => removeSecondFactor(rig.deps, id, 'cli')).toThrow(/has no second factor/);
  expect(rig.audited.at(-2)).toMatchObject({ actor: 'cli', action: 'operator.second_factor_removed', subjectId: id });
});
