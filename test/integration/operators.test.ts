import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandIo } from '../../server/commands/io.ts';
import { runCommand } from '../../server/commands/run.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { ROLE_SCOPES, ROLES } from '../../server/vocabulary/roles.ts';
import { ADA, type Browser, logInAs, openBrowser, setUpAdmin } from '../support/browser.ts';
import { testClock } from '../support/clock.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send, sendJson } from './drive.ts';

const change = (admin: Browser, id: string, body: unknown) =>
  admin.send(`/v1/operators/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const works = async (browser: Browser): Promise<boolean> => (await browser.send('/v1/verifications')).status === 200;
const idOf = async (browser: Browser): Promise<string> => (await browser.send('/session')).body.operator.id;

describe('a role', () => {
  let server: TestServer;
  const browsers = new Map<string, Browser>();
  beforeAll(async () => {
    server = await startTestServer();
    const admin = await setUpAdmin(server);
    for (const role of ROLES) browsers.set(role, await logInAs(server, admin, role));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('is one of four, and what each may do', () => {
    expect(ROLE_SCOPES).toMatchInlineSnapshot(`
      {
        "administrator": [
          "kyc:read",
          "kyc:write",
          "kyc:review",
          "kyb:read",
          "kyb:write",
          "kyb:review",
          "screening",
          "lists:read",
          "lists:write",
          "events:read",
          "audit:read",
          "admin",
        ],
        "auditor": [
          "kyc:read",
          "kyb:read",
          "lists:read",
          "events:read",
          "audit:read",
        ],
        "operator": [
          "kyc:read",
          "kyc:write",
          "kyb:read",
          "kyb:write",
          "screening",
          "events:read",
        ],
        "reviewer": [
          "kyc:read",
          "kyc:write",
          "kyc:review",
          "kyb:read",
          "kyb:write",
          "kyb:review",
          "screening",
          "lists:read",
          "events:read",
        ],
      }
    `);
  });

  it('is shown by the session', async () => {
    for (const role of ROLES) {
      const { body } = await (browsers.get(role) as Browser).send('/session');
      expect([body.operator.role, body.scopes]).toEqual([role, ROLE_SCOPES[role]]);
    }
  });
});

describe('an operator', () => {
  it('is made with a one-time password, which works for nothing but changing it, and not for ever', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const admin = await setUpAdmin(server);
    const made = await admin.post('/v1/operators', { login: 'Rev', name: 'Rosa Evans', role: 'reviewer' });
    expect(made.body).toMatchObject({ login: 'rev', name: 'Rosa Evans', role: 'reviewer', must_change_password: true });
    const { id, one_time_password: password } = made.body;
    expect((await admin.send('/v1/operators')).body.data.map((item: { id: string }) => item.id)).toContain(id);
    expect(JSON.stringify((await admin.send(`/v1/operators/${id}`)).body)).not.toContain(password);

    const browser = openBrowser(server);
    const begun = await browser.post('/session', { login: 'rev', password });
    expect(begun.body).toMatchObject({ scopes: [], operator: { must_change_password: true } });
    const refused = await browser.send('/v1/verifications');
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('/session/password')]);
    const changed = await browser.post('/session/password', {
      old_password: password,
      new_password: 'rain over the pier',
    });
    expect(changed.body).toMatchObject({ operator: { must_change_password: false } });
    expect(await works(browser)).toBe(true);
    expect((await openBrowser(server).post('/session', { login: 'rev', password })).status).toBe(401);

    const late = (await admin.post(`/v1/operators/${id}/reset-password`)).body.one_time_password;
    clock.advance(LIMITS.oneTimePasswordMs);
    expect((await openBrowser(server).post('/session', { login: 'rev', password: late })).status).toBe(401);
  });

  it('loses every session with a new role, an end, a reset and a logout everywhere, at once', async () => {
    await using server = await startTestServer();
    const admin = await setUpAdmin(server);
    const acts: [string, (id: string) => Promise<{ status: number }>][] = [
      ['role', (id) => change(admin, id, { role: 'auditor' })],
      ['end', (id) => change(admin, id, { active: false })],
      ['reset', (id) => admin.post(`/v1/operators/${id}/reset-password`)],
      ['logout', (id) => admin.post(`/v1/operators/${id}/end-sessions`)],
    ];
    for (const [name, act] of acts) {
      const browser = await logInAs(server, admin, 'operator', `one-${name}`);
      expect(await works(browser)).toBe(true);
      expect((await act(browser.id)).status).toBe(200);
      expect(await works(browser), name).toBe(false);
    }
    const renamed = await logInAs(server, admin, 'operator', 'renamed');
    expect((await change(admin, renamed.id, { name: 'Another' })).body.name).toBe('Another');
    expect(await works(renamed)).toBe(true);
  });

  it('who changes the password, with the old one, keeps only the session in which it was done, under a new cookie', async () => {
    await using server = await startTestServer();
    const admin = await setUpAdmin(server);
    const here = await logInAs(server, admin, 'operator', 'olga');
    const there = openBrowser(server);
    await there.post('/session', { login: 'olga', password: here.password });
    const before = here.cookie;
    const cases = [
      [{ old_password: 'wrong', new_password: 'rain over the pier' }, 401, 'login_failed', undefined],
      [{ old_password: here.password, new_password: here.password }, 400, 'invalid_request', 'new_password'],
      [{ old_password: here.password, new_password: 'short' }, 400, 'invalid_request', 'new_password'],
      [{ old_password: here.password }, 400, 'invalid_request', 'new_password'],
    ] as const;
    for (const [input, status, code, field] of cases) {
      const answer = await here.post('/session/password', input);
      expect([answer.status, answer.body.code, answer.body.errors[0].field]).toEqual([status, code, field]);
    }
    const input = { old_password: here.password, new_password: 'rain over the pier' };
    expect((await here.post('/session/password', input)).status).toBe(200);
    expect(here.cookie).not.toBe(before);
    expect([await works(here), await works(there)]).toEqual([true, false]);
    expect((await openBrowser(server).post('/session/password', input)).status).toBe(401);
  });

  it('who is the last administrator stays one', async () => {
    await using server = await startTestServer();
    const admin = await setUpAdmin(server);
    const id = await idOf(admin);
    for (const body of [{ active: false }, { role: 'auditor' }]) {
      const answer = await change(admin, id, body);
      expect([answer.status, answer.body.code]).toEqual([409, 'state_conflict']);
    }
    const second = await logInAs(server, admin, 'administrator', 'second');
    expect((await change(second, id, { role: 'auditor' })).status).toBe(200);
    expect((await change(second, second.id, { active: false })).status).toBe(409);
    // An administrator who may not log in does not count.
    expect((await change(second, id, { role: 'administrator', active: false })).status).toBe(200);
    expect((await change(second, second.id, { role: 'reviewer' })).status).toBe(409);
  });

  it('cannot be made twice, or as what it cannot be, and the error names the field', async () => {
    await using server = await startTestServer();
    const admin = await setUpAdmin(server);
    const ok = { login: 'new', name: 'New', role: 'operator' };
    for (const [body, field] of [
      [{ ...ok, login: 'ADA' }, 'login'],
      [{ ...ok, login: 'x' }, 'login'],
      [{ ...ok, login: 'ä-b-c' }, 'login'],
      [{ ...ok, login: 'x'.repeat(LIMITS.loginCharsMax + 1) }, 'login'],
      [{ ...ok, name: '' }, 'name'],
      [{ ...ok, role: 'root' }, 'role'],
    ] as const) {
      const answer = await admin.post('/v1/operators', body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
    expect((await change(admin, await idOf(admin), { active: 'no' })).body.errors[0].field).toBe('active');
  });

  it('is managed by a live key with admin, and by no test key', async () => {
    await using server = await startTestServer();
    const first = await sendJson(server, '/v1/operators', { login: 'new', name: 'New', role: 'operator' });
    expect([first.status, first.body.code]).toEqual([409, 'state_conflict']);
    const made = await sendJson(server, '/v1/operators', { login: 'new', name: 'New', role: 'administrator' });
    expect(made.status).toBe(201);
    const test = bearer(server.makeKey({ livemode: false }));
    for (const path of ['/v1/operators', `/v1/operators/${made.body.id}`]) {
      expect((await send(server, path)).status).toBe(200);
      expect((await send(server, path, { headers: test })).status).toBe(403);
    }
    const admin = openBrowser(server);
    expect((await admin.post('/session', { login: 'new', password: made.body.one_time_password })).status).toBe(200);
  });

  it('appears in the audit log by id with each act, and never by name', async () => {
    await using server = await startTestServer();
    const admin = await setUpAdmin(server);
    const by = await idOf(admin);
    const other = await logInAs(server, admin, 'operator', 'other');
    await change(admin, other.id, { role: 'auditor', name: 'Else' });
    await admin.post(`/v1/operators/${other.id}/end-sessions`);
    await admin.post(`/v1/operators/${other.id}/reset-password`);
    await openBrowser(server).post('/session', { login: 'other', password: 'wrong' });
    await openBrowser(server).post('/session', { login: 'nobody', password: 'wrong' });
    await sendKeyAct(admin);
    await admin.send('/session', { method: 'DELETE' });
    const rows = server.appliance.db
      .prepare(
        "SELECT actor, action, subject_id FROM audit WHERE actor != 'system' OR action LIKE 'session.%' ORDER BY seq",
      )
      .raw()
      .all() as [string, string, string | null][];
    const at = rows.findIndex(([, action]) => action === 'operator.created');
    expect(rows.slice(at)).toEqual([
      [by, 'operator.created', by],
      [by, 'session.begun', by],
      [by, 'operator.created', other.id],
      [other.id, 'session.begun', other.id],
      [other.id, 'operator.password_changed', other.id],
      [by, 'operator.changed', other.id],
      [by, 'operator.sessions_ended', other.id],
      [by, 'operator.password_reset', other.id],
      ['system', 'session.refused', other.id],
      ['system', 'session.refused', null],
      [by, 'key.created', expect.stringMatching(/^key_/)],
      [by, 'session.ended', by],
    ]);
    const texts = JSON.stringify(server.appliance.db.prepare('SELECT * FROM audit').all());
    for (const text of [ADA.name, 'Else', 'nobody']) expect(texts).not.toContain(text);
  });
});

/** An operator's act on something other than operators. */
const sendKeyAct = (admin: Browser) => admin.post('/v1/api-keys', { label: 'x', scopes: ['kyc:read'] });

describe('the command line', () => {
  it('makes and lists operators, and lets in one who is locked out', async () => {
    await using server = await startTestServer();
    const run = async (...args: string[]) => {
      let [out, err] = ['', ''];
      const io: CommandIo = {
        out(text) {
          out += text;
        },
        err(text) {
          err += text;
        },
        cwd: '/',
      };
      return { exit: await runCommand(server.appliance, ['operators', ...args], io), out, err };
    };
    const first = await run('create', '--login', 'olga', '--name', 'Olga', '--role', 'operator');
    expect([first.exit, first.err]).toEqual([1, expect.stringContaining('must be an administrator')]);
    const made = await run('create', '--login', 'Ada', '--name', 'Ada Lindqvist', '--role', 'administrator');
    expect([made.exit, made.out]).toEqual([0, expect.stringMatching(/^opr_\w{26}\n[0-9a-z]{5}(-[0-9a-z]{5}){3}\n$/)]);
    const [id = '', password = ''] = made.out.split('\n');
    expect((await run('list')).out).toBe(`${id}  administrator  has a one-time password  ada  Ada Lindqvist\n`);
    expect((await openBrowser(server).post('/session', { login: 'ada', password })).status).toBe(200);

    for (let i = 0; i < LIMITS.loginFailuresOfAccount; i++) {
      await openBrowser(server).post('/session', { login: 'ada', password: 'forgotten' });
    }
    expect((await openBrowser(server).post('/session', { login: 'ada', password })).status).toBe(429);
    const reset = await run('reset', 'Ada');
    const again = reset.out.split('\n')[1] ?? '';
    expect((await openBrowser(server).post('/session', { login: 'ada', password: again })).status).toBe(200);
    expect((await run('reset', id)).exit).toBe(0);

    expect(await run('reset', 'nobody')).toMatchObject({ exit: 1, err: expect.stringContaining('no operator') });
    for (const [args, text] of [
      [['reset'], 'Give one operator'],
      [['reset', 'a', 'b'], 'Give one operator'],
      [['destroy'], 'Use one of'],
      [['create', '--login', 'x', '--role', 'root'], '--login is too short'],
      [['create', '--password', 'x'], '--password'],
    ] as const) {
      expect(await run(...args)).toMatchObject({ exit: 2, err: expect.stringContaining(text) });
    }
    const actors = server.appliance.db.prepare("SELECT DISTINCT actor FROM audit WHERE action LIKE 'operator.%'");
    expect(actors.pluck().all()).toEqual(['cli']);
  });
});
