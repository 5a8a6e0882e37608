import { expect, test } from 'vitest';
import { changePassword, logIn, logOut, setUp } from '../../server/hub/access/login.ts';
import { changeOperator, createOperator, listOperators, resetPassword } from '../../server/hub/access/operators.ts';
import { findSession, type HubSession } from '../../server/hub/access/sessions.ts';
import { appendAudit, checkAudit, listAudit } from '../../server/hub/audit/log.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { must } from '../../server/lib/assert.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { hubAccess } from '../support/hub/access.ts';
import { describeHub, hubDatabase } from '../support/hub/database.ts';

const address = '127.0.0.1';
const PASSWORD = 'nine slow green bicycles';
type Access = ReturnType<typeof hubAccess>;

async function administrator(access: Access): Promise<HubSession> {
  const code = access.setup.open();
  const token = await setUp(access, { code, login: 'Ada', name: 'Ada Lovelace', password: PASSWORD, address });
  return must(await findSession(access, token, { touch: false }), 'the session works');
}

describeHub("the hub's operators", (program) => {
  test('the first administrator is made once, with the printed code', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const login = { login: 'ada', password: PASSWORD, address };
    await expect(logIn(access, login)).rejects.toMatchObject({ code: 'setup_required' });
    const code = access.setup.open();
    const input = { code, login: 'Ada', name: 'Ada Lovelace', password: PASSWORD, address };
    await expect(setUp(access, { ...input, code: 'wrong' })).rejects.toMatchObject({ code: 'login_failed' });
    const tries = await Promise.allSettled([setUp(access, input), setUp(access, { ...input, login: 'bob' })]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(setUp(access, input)).rejects.toMatchObject({ code: 'state_conflict' });
  });

  test('a session works until it is unused, too old, or ended', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { operator } = await administrator(access);
    expect(operator).toMatchObject({ login: 'ada', name: 'Ada Lovelace', role: 'hub_administrator', branches: 'all' });
    const token = await logIn(access, { login: ' ADA', password: PASSWORD, address });
    const session = must(await findSession(access, token, { touch: true }), 'the session works');
    expect(await findSession(access, `${token}x`, { touch: true })).toBeNull();
    access.clock.advance(LIMITS.sessionIdleMs - 1);
    expect(await findSession(access, token, { touch: true })).not.toBeNull();
    access.clock.advance(LIMITS.sessionIdleMs - 1);
    expect(await findSession(access, token, { touch: false })).not.toBeNull();
    access.clock.advance(1);
    expect(await findSession(access, token, { touch: false })).toBeNull();
    const next = await logIn(access, { login: 'ada', password: PASSWORD, address });
    await logOut(access, must(await findSession(access, next, { touch: true }), 'the session works'));
    expect(await findSession(access, next, { touch: true })).toBeNull();
    expect(session.endsAtMs).toBeLessThan(access.clock.now());
  });

  test('failed logins are delayed, known or not, and a password reset lets the operator in', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { operatorId } = await administrator(access);
    for (const login of ['ada', 'nobody-knows']) {
      const wrong = { login, password: 'wrong', address };
      for (let tries = 0; tries < LIMITS.loginFailuresOfAccount; tries++) {
        await expect(logIn(access, wrong)).rejects.toMatchObject({ code: 'login_failed' });
      }
      await expect(logIn(access, wrong)).rejects.toMatchObject({ code: 'rate_limited' });
    }
    await expect(logIn(access, { login: 'ada', password: PASSWORD, address })).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterSeconds: 30 },
    });
    const { oneTimePassword } = await resetPassword(access, operatorId, operatorId);
    const token = await logIn(access, { login: 'ada', password: oneTimePassword, address });
    const session = must(await findSession(access, token, { touch: true }), 'the session works');
    expect(session.operator.mustChangePassword).toBe(true);
    const change = { oldPassword: oneTimePassword, newPassword: 'eleven quiet red trains', address };
    await expect(changePassword(access, session, { ...change, oldPassword: 'x' })).rejects.toMatchObject({
      code: 'login_failed',
    });
    const changed = await changePassword(access, session, change);
    expect(await findSession(access, token, { touch: true })).toBeNull();
    expect((await findSession(access, changed, { touch: true }))?.operator.mustChangePassword).toBe(false);
  });

  test('a viewer sees the branches that an administrator gives, and other rights end the sessions', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { operatorId } = await administrator(access);
    const viewer = { login: 'Vera', name: 'Vera Rubin', role: 'hub_viewer', branches: ['brn_a', 'brn_b'] } as const;
    const { operator, oneTimePassword } = await createOperator(access, viewer, operatorId);
    await expect(createOperator(access, viewer, operatorId)).rejects.toMatchObject({ code: 'invalid_request' });
    const token = await logIn(access, { login: 'vera', password: oneTimePassword, address });
    expect(await findSession(access, token, { touch: true })).toMatchObject({
      reach: ['brn_a', 'brn_b'],
      role: 'hub_viewer',
    });
    await changeOperator(access, operator.id, { name: 'V. Rubin' }, operatorId);
    expect(await findSession(access, token, { touch: true })).not.toBeNull();
    await changeOperator(access, operator.id, { branches: ['brn_b'] }, operatorId);
    expect(await findSession(access, token, { touch: true })).toBeNull();
    const later = await logIn(access, { login: 'vera', password: oneTimePassword, address });
    expect(await findSession(access, later, { touch: true })).toMatchObject({ reach: ['brn_b'] });
    const limited = { role: 'hub_administrator', branches: ['brn_a'] } as const;
    await expect(changeOperator(access, operator.id, limited, operatorId)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await changeOperator(access, operator.id, { active: false }, operatorId);
    expect(await findSession(access, later, { touch: true })).toBeNull();
    await expect(logIn(access, { login: 'vera', password: oneTimePassword, address })).rejects.toMatchObject({
      code: 'login_failed',
    });
  });

  test('one administrator always stays, whatever happens at once', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { operatorId } = await administrator(access);
    const second = { login: 'bob', name: 'Bob', role: 'hub_administrator', branches: 'all' } as const;
    const { operator } = await createOperator(access, second, operatorId);
    const both = await Promise.allSettled([
      changeOperator(access, operator.id, { role: 'hub_viewer' }, operatorId),
      changeOperator(access, operatorId, { active: false }, operator.id),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const all = await transact(database.pool, 'all', (tx) => listOperators(access, tx));
    expect(all.filter(({ active, role }) => active && role === 'hub_administrator')).toHaveLength(1);
  });

  test('no login or name lies readable in the database', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    await administrator(access);
    await logIn(access, { login: 'grace@example.org', password: 'x', address: '198.51.100.7' }).catch(() => {});
    const dump = await database.dump();
    expect(dump).toContain('hub_administrator');
    for (const planted of ['Lovelace', 'grace@', '198.51.100.7']) expect(dump).not.toContain(planted);
    for (const planted of ['Lovelace', 'grace@']) expect(dump).not.toContain(Buffer.from(planted).toString('hex'));
  });

  test('the audit log keeps its order at once, and shows a change, a gap and a cut', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { pool } = database;
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        transact(pool, 'all', (tx) =>
          appendAudit(tx, access, {
            actor: 'system',
            action: 'session.refused',
            subject: `opr_${at}`,
            details: { b: 1, a: [`${at}`] },
          }),
        ),
      ),
    );
    const check = () => transact(pool, 'all', (tx) => checkAudit(tx, access));
    expect(await check()).toEqual({ count: 20, brokenAt: null });
    const page = await transact(pool, 'all', (tx) => listAudit(tx, { before: 19, limit: 3 }));
    expect(page.map(({ seq }) => seq)).toEqual([18, 17, 16]);
    for (const [damage, brokenAt] of [
      ['DELETE FROM audit WHERE seq = 20', 20],
      ['UPDATE audit_head SET count = 19', 20],
      [`UPDATE audit SET details = '{"a": 1}' WHERE seq = 7`, 7],
      ['DELETE FROM audit WHERE seq = 3', 3],
    ] as const) {
      await pool.query(damage);
      expect(await check(), damage).toMatchObject({ brokenAt });
    }
  });
});
