import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { logIn, setUp } from '../../server/hub/access/login.ts';
import { changeOperator, createOperator, removeSecondFactor } from '../../server/hub/access/operators.ts';
import { confirmSecondFactor, giveUpSecondFactor, proposeSecondFactor } from '../../server/hub/access/own-factor.ts';
import { findSession, type HubSession } from '../../server/hub/access/sessions.ts';
import { listAudit } from '../../server/hub/audit/log.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { readHubConfig } from '../../server/hub/entry/config.ts';
import { hubOperatorsCommand } from '../../server/hub/entry/operators-command.ts';
import { runHub } from '../../server/hub/entry/run.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { tempFolder } from '../support/folder.ts';
import { hubAccess } from '../support/hub/access.ts';
import { describeHub, hubDatabase, SILENT } from '../support/hub/database.ts';
import { HUB_ADMINISTRATOR, hubAdministrator, hubBrowser, hubOperator, runningHub } from '../support/hub/running.ts';

const address = '127.0.0.1';
const PASSWORD = 'nine slow green bicycles';
const STEP_MS = 30_000;
const HERE = { password: PASSWORD, address };
type Access = ReturnType<typeof hubAccess>;

/** The code that an app shows at a time. */
const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

const sessionOf = async (access: Access, token: string): Promise<HubSession> =>
  must(await findSession(access, token, { touch: false }), 'the session works');

async function administrator(access: Access): Promise<HubSession> {
  const input = { code: access.setup.open(), login: 'ada', name: 'Ada Lovelace', password: PASSWORD, address };
  return sessionOf(access, await setUp(access, input));
}

/** Sets up a second factor. Its app's next code is not used yet. */
async function enrol(access: Access, session: HubSession, code?: string) {
  const { secret } = await proposeSecondFactor(access, session, { ...HERE, code });
  const { token, recoveryCodes } = await confirmSecondFactor(access, session, codeAt(secret, access.clock.now()));
  access.clock.advance(STEP_MS);
  return { secret, recoveryCodes, session: await sessionOf(access, token) };
}

/** Tries to log in; returns the code of the refusal, or `in`. */
const tryIn = (access: Access, code?: string, password = PASSWORD): Promise<string> =>
  logIn(access, { login: 'ada', password, code, address }).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );

const actionsOf = async (access: Access): Promise<string[]> => {
  const entries = await transact(access.pool, 'all', (tx) => listAudit(tx, { limit: 100 }));
  return entries.map(({ action }) => action).reverse();
};

describeHub('the second factor of a hub operator', (program) => {
  test('is in force once its first code was typed, ends the other sessions, and each login asks for it', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const first = await administrator(access);
    const token = await logIn(access, { login: 'ada', password: PASSWORD, address });
    await expect(confirmSecondFactor(access, first, '123456')).rejects.toMatchObject({ code: 'state_conflict' });
    const { secret, uri } = await proposeSecondFactor(access, first, HERE);
    expect(uri).toContain(`secret=${secret}`);
    expect(await tryIn(access)).toBe('in');
    const wrong = codeAt(secret, access.clock.now()) === '000000' ? '111111' : '000000';
    await expect(confirmSecondFactor(access, first, wrong)).rejects.toMatchObject({ code: 'invalid_request' });
    // Another process of the hub may get the first code.
    const elsewhere = hubAccess(database.pool, access.clock);
    const made = await confirmSecondFactor(elsewhere, first, codeAt(secret, access.clock.now()));
    expect(new Set(made.recoveryCodes).size).toBe(10);
    expect(await findSession(access, token, { touch: false })).toBeNull();
    expect((await sessionOf(access, made.token)).operator.hasSecondFactor).toBe(true);
    expect(await tryIn(access)).toBe('second_factor_required');
    // The code that confirmed it opens nothing again.
    expect(await tryIn(access, codeAt(secret, access.clock.now()))).toBe('login_failed');
    access.clock.advance(STEP_MS);
    expect(await tryIn(access, codeAt(secret, access.clock.now()))).toBe('in');
    expect(await actionsOf(access)).toEqual([
      'operator.created',
      'session.begun',
      'session.begun',
      'session.begun',
      'operator.second_factor_set',
      'session.code_refused',
      'session.begun',
    ]);
  });

  test('takes no code twice, not even at the same moment, and each recovery code once', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { secret, recoveryCodes } = await enrol(access, await administrator(access));
    for (const code of [codeAt(secret, access.clock.now()), String(recoveryCodes[0])]) {
      const tries = await Promise.all(Array.from({ length: 4 }, () => tryIn(access, code)));
      const [first, ...others] = tries.toSorted();
      expect(first, code).toBe('in');
      // Whether the failures are enough for a delay depends on their order.
      for (const other of others) expect(['login_failed', 'rate_limited']).toContain(other);
      access.clock.advance(LIMITS.loginWaitMsMax);
    }
    expect(await tryIn(access, ` ${String(recoveryCodes[1]).toUpperCase().replaceAll('-', ' ')}`)).toBe('in');
  });

  test('delays guesses, and a login without a code counts as none', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { secret } = await enrol(access, await administrator(access));
    for (let n = 0; n < 2 * LIMITS.loginFailuresOfAccount; n++) {
      expect(await tryIn(access)).toBe('second_factor_required');
    }
    for (let n = 0; n < LIMITS.loginFailuresOfAccount; n++) expect(await tryIn(access, '000000')).toBe('login_failed');
    expect(await tryIn(access, codeAt(secret, access.clock.now()))).toBe('rate_limited');
    access.clock.advance(LIMITS.loginWaitMsMax);
    expect(await tryIn(access, codeAt(secret, access.clock.now()))).toBe('in');
  });

  test('is exchanged and removed with the password and a code alone, and not removed where the role needs it', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { secret, session, recoveryCodes } = await enrol(access, await administrator(access));
    const now = (): string => codeAt(secret, access.clock.now());
    await expect(proposeSecondFactor(access, session, HERE)).rejects.toMatchObject({ code: 'second_factor_required' });
    const wrong = { password: 'wrong', code: now(), address };
    await expect(giveUpSecondFactor(access, session, wrong)).rejects.toMatchObject({ code: 'login_failed' });
    const next = await enrol(access, session, now());
    expect(await tryIn(access, now())).toBe('login_failed');
    expect(await tryIn(access, recoveryCodes[0])).toBe('login_failed');
    const code = next.recoveryCodes[0];
    access.factorRoles = ['hub_administrator'];
    await expect(giveUpSecondFactor(access, next.session, { ...HERE, code })).rejects.toMatchObject({
      code: 'state_conflict',
    });
    access.factorRoles = [];
    const token = await giveUpSecondFactor(access, next.session, { ...HERE, code });
    expect((await sessionOf(access, token)).operator.hasSecondFactor).toBe(false);
    expect(await tryIn(access)).toBe('in');
    expect(await actionsOf(access)).toContain('password.refused');
  });

  test('that waits for its first code expires', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const session = await administrator(access);
    const { secret } = await proposeSecondFactor(access, session, HERE);
    access.clock.advance(LIMITS.secondFactorProposedMs);
    const late = confirmSecondFactor(access, session, codeAt(secret, access.clock.now()));
    await expect(late).rejects.toMatchObject({ code: 'state_conflict' });
  });

  test('is needed by the roles that the configuration names, from the next request on', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const session = await administrator(access);
    const token = await logIn(access, { login: 'ada', password: PASSWORD, address });
    access.factorRoles = ['hub_administrator'];
    expect((await sessionOf(access, token)).mustSetSecondFactor).toBe(true);
    const enrolled = await enrol(access, session);
    expect(enrolled.session.mustSetSecondFactor).toBe(false);
  });

  test('lies sealed in the database', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { secret, recoveryCodes } = await enrol(access, await administrator(access));
    const dump = await database.dump();
    for (const planted of [secret, ...recoveryCodes]) {
      expect(dump).not.toContain(planted);
      expect(dump).not.toContain(Buffer.from(planted).toString('hex'));
    }
  });

  test('that was lost is removed by another administrator, which ends the sessions', async () => {
    await using database = await hubDatabase(program);
    const access = hubAccess(database.pool);
    const { session } = await enrol(access, await administrator(access));
    const other = { login: 'bob', name: 'Bob', role: 'hub_administrator', branches: 'all' } as const;
    const { operator: bob } = await createOperator(access, other, session.operatorId);
    const removed = await removeSecondFactor(access, session.operatorId, bob.id);
    expect(removed.hasSecondFactor).toBe(false);
    expect(await tryIn(access)).toBe('in');
    await expect(removeSecondFactor(access, session.operatorId, bob.id)).rejects.toMatchObject({
      code: 'state_conflict',
    });
    await expect(removeSecondFactor(access, 'opr_nobody', bob.id)).rejects.toMatchObject({ code: 'not_found' });
    // Other rights do not touch it.
    const again = await enrol(access, await sessionOf(access, await logIn(access, { login: 'ada', ...HERE })));
    await changeOperator(access, session.operatorId, { name: 'Ada L.' }, bob.id);
    expect((await sessionOf(access, await inWith(access, again.recoveryCodes[0]))).operator.hasSecondFactor).toBe(true);
  });

  test('over the routes: who must set one up can do nothing else, and an administrator sees and removes it', async () => {
    await using running = await runningHub(program, systemClock, ['hub_viewer']);
    const ada = await hubAdministrator(running);
    const vera = await hubOperator(running, ada, { login: 'vera', role: 'hub_viewer', branches: 'all' });
    expect((await vera.ask('GET', 'session')).body).toMatchObject({ must_set_second_factor: true });
    expect(await vera.ask('GET', 'branches')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const password = 'vera likes long walks';
    const shown = await vera.ask('POST', 'session/second-factor', { password });
    expect(shown.status).toBe(200);
    const secret = String(shown.body.secret);
    const code = codeAt(secret, Date.now());
    const made = await vera.ask('POST', 'session/second-factor/confirm', { code });
    expect(made).toMatchObject({ status: 200, body: { must_set_second_factor: false } });
    expect(made.body.recovery_codes).toHaveLength(10);
    expect((await vera.ask('GET', 'branches')).status).toBe(200);
    const kept = await vera.ask('POST', 'session/second-factor/remove', {
      password,
      code: made.body.recovery_codes[0],
    });
    expect(kept).toMatchObject({ status: 409, body: { code: 'state_conflict' } });

    const listed = await ada.ask('GET', 'operators');
    const who = listed.body.data.find(({ login }: { login: string }) => login === 'vera');
    expect(who.second_factor).toBe(true);
    const newcomer = hubBrowser(running);
    const asked = await newcomer.ask('POST', 'session', { login: 'vera', password });
    expect(asked).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    expect(await ada.ask('POST', `operators/${who.id}/remove-second-factor`)).toMatchObject({
      status: 200,
      body: { second_factor: false },
    });
    expect((await vera.ask('GET', 'branches')).status).toBe(401);
    expect((await newcomer.ask('POST', 'session', { login: 'vera', password })).status).toBe(200);
  });

  test('and a password that were lost by the last administrator are reset by the command line, while the hub runs', async () => {
    using folder = tempFolder();
    chmodSync(folder.path, 0o711);
    const config = {
      ...readHubConfig(
        { CUSTOS_HUB_DATA_DIR: folder.path, CUSTOS_HUB_PORT: '0', CUSTOS_HUB_BRANCH_PORT: '0' },
        { isRoot: false, homeDir: folder.path },
      ),
      masterKeyFile: join(folder.path, 'master', 'master.key'),
    };
    const surroundings = { clock: systemClock, log: SILENT };
    const said: string[] = [];
    const io = { cwd: '/', out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) };
    const command = async (...args: string[]): Promise<string> => {
      said.length = 0;
      await hubOperatorsCommand(config, surroundings, args, io);
      return said.join('');
    };
    await expect(command('list')).rejects.toMatchObject({ code: 'invalid_configuration' });
    const running = await runHub(config, surroundings);
    const ada = await hubAdministrator(running);
    const shown = await ada.ask('POST', 'session/second-factor', { password: HUB_ADMINISTRATOR.password });
    const code = codeAt(String(shown.body.secret), Date.now());
    expect((await ada.ask('POST', 'session/second-factor/confirm', { code })).status).toBe(200);
    expect(await command('list')).toMatch(/^opr_\w+ {2}hub_administrator {2}active {2}ada {2}Ada Lindqvist\n$/);
    expect(await command('remove-second-factor', 'ADA')).toContain('The second factor is removed.');
    expect((await ada.ask('GET', 'branches')).status).toBe(401);
    const [, oneTime] = (await command('reset', 'ada')).split('\n');
    const login = { login: 'ada', password: oneTime };
    expect((await hubBrowser(running).ask('POST', 'session', login)).status).toBe(200);
    await expect(command('reset', 'nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(command('delete', 'ada')).rejects.toMatchObject({ code: 'invalid_command' });
    await running.stop();
    // The command starts the hub's own PostgreSQL where the hub does not run.
    expect(await command('list')).toContain('has a one-time password');
  });
});

const inWith = (access: Access, code: string | undefined): Promise<string> =>
  logIn(access, { login: 'ada', password: PASSWORD, code, address });
