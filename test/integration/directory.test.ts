import type { Statement } from 'better-sqlite3';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { ADA, type Browser, openBrowser, setUpAdmin } from '../support/browser.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import {
  CALLBACK,
  CLIENT_SECRET,
  comeBack,
  logInByProvider,
  openProvider,
  openTlsServer,
  settingsFor,
  type TestProvider,
} from '../support/directory/provider.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { askOffice, FRONT_DESK, switchOn } from '../support/office.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const SETTINGS = '/v1/system/directory';
const ROLE_OF = {
  'custos-admins': 'administrator',
  'custos-reviewers': 'reviewer',
  'custos-clerks': 'operator',
  'custos-audit': 'auditor',
};
const GROUPS = Object.entries(ROLE_OF).map(([group, role]) => ({ group, role }));

let clock: TestClock;
let server: TestServer;
let provider: TestProvider;
let admin: Browser;

beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({ clock, machine: FRONT_DESK, list: false, start: false });
  provider = await openProvider([`${server.baseUrl}${CALLBACK}`]);
  provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: ['custos-reviewers'] });
  admin = await setUpAdmin(server);
});
afterEach(async () => {
  await provider.close();
  await server[Symbol.asyncDispose]();
});

const settings = (change: object = {}) => ({ ...settingsFor(provider, ROLE_OF), ...change });

const patch = (browser: Browser, change: object) =>
  browser.send(SETTINGS, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });

const logIn = (browser: Browser, subject: string): Promise<string | null> =>
  logInByProvider(browser, provider, subject, { return_to: '/alerts' });

const entries = (action: string): unknown[] =>
  server.appliance.db
    .prepare('SELECT actor, subject_id, details FROM audit WHERE action = ? ORDER BY seq')
    .all(action)
    .map((row) => ({ ...(row as object), details: JSON.parse((row as { details: string }).details ?? 'null') }));

const isIn = async (browser: Browser): Promise<boolean> => (await browser.send('/v1/verifications')).status === 200;

/** A browser in which a person of the directory is logged in. */
async function loggedIn(subject = 's-1'): Promise<Browser> {
  const browser = openBrowser(server);
  expect(await logIn(browser, subject)).toBe('/alerts');
  expect(await isIn(browser)).toBe(true);
  return browser;
}

/** Lets time pass as the running appliance does: it looks at the sessions now and then. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= LIMITS.directoryTickMs) {
    clock.advance(Math.min(left, LIMITS.directoryTickMs));
    await server.appliance.directory.tick();
  }
}

describe('login by OpenID Connect', () => {
  it('lets a person in with the role of their group, and back to the page that they came from', async () => {
    expect((await admin.send('/session')).body.directory).toBeNull();
    const saved = await patch(admin, settings());
    expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ on: true, groups: GROUPS })]);
    expect(JSON.stringify(saved.body)).not.toContain(CLIENT_SECRET);
    const browser = openBrowser(server);
    expect((await browser.send('/session')).body.directory).toEqual({ name: 'Staff login', kind: 'oidc' });
    expect(await logIn(browser, 's-1')).toBe('/alerts');
    const { operator } = (await browser.send('/session')).body;
    expect(operator).toMatchObject({ login: 'grace', name: 'Grace Hopper', role: 'reviewer', source: 'directory' });
    expect(await isIn(browser)).toBe(true);
    expect(browser.attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=strict']));
    expect(entries('operator.created').at(-1)).toEqual({
      actor: 'system',
      subject_id: operator.id,
      details: { role: 'reviewer', source: 'directory' },
    });
    expect(entries('session.begun').at(-1)).toEqual({
      actor: operator.id,
      subject_id: operator.id,
      details: { source: 'directory' },
    });
    const port = Number(new URL(provider.origin).port);
    expect((await admin.send('/v1/system/egress')).body.data).toEqual([
      expect.objectContaining({ host: '127.0.0.1', port, allowed: true, why: 'directory' }),
    ]);
    const rows = server.appliance.db.prepare('SELECT * FROM operators, sessions, directory').raw().all() as unknown[][];
    const stored = rows.flat().map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
    expect(stored.join()).toContain('directory');
    for (const plain of ['grace', 'Grace Hopper', 's-1', CLIENT_SECRET, provider.origin]) {
      expect(stored.join()).not.toContain(plain);
      expect(server.logged.join('')).not.toContain(plain);
    }
  });

  it('knows a person by their subject: another login and name are taken over, and a local login of the same text is another person', async () => {
    await patch(admin, settings());
    provider.people.set('s-2', { login: 'ada', name: 'Ada Other', groups: ['CUSTOS-CLERKS '] });
    const other = await loggedIn('s-2');
    expect((await other.send('/session')).body.operator).toMatchObject({ login: 'ada', role: 'operator' });
    const { id } = (await other.send('/session')).body.operator;
    provider.people.set('s-2', { login: 'ada.married', name: 'Ada New', groups: ['custos-clerks'] });
    const again = await loggedIn('s-2');
    expect((await again.send('/session')).body.operator).toMatchObject({ id, login: 'ada.married', name: 'Ada New' });
    const local = openBrowser(server);
    expect((await local.post('/session', { login: 'ada', password: ADA.password })).status).toBe(200);
    expect((await local.send('/session')).body.operator.id).not.toBe(id);
    expect((await local.post('/session', { login: 'ada.married', password: '' })).body.code).toBe('login_failed');
  });

  it('of several groups, the first role in the order of roles counts', async () => {
    await patch(admin, settings());
    provider.people.set('s-1', { login: 'grace', name: 'G', groups: ['custos-audit', 'custos-clerks', 'other'] });
    const browser = await loggedIn();
    expect((await browser.send('/session')).body.operator.role).toBe('operator');
  });

  it('reads the groups from the page about the person if the ID token does not name them', async () => {
    await provider.close();
    provider = await openProvider([`${server.baseUrl}${CALLBACK}`], { claimsInIdToken: false });
    provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: ['custos-audit'] });
    await patch(admin, settings());
    const browser = await loggedIn();
    expect((await browser.send('/session')).body.operator).toMatchObject({ login: 'grace', role: 'auditor' });
    provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: [] });
    await pass(LIMITS.directoryConfirmedMs);
    expect(await isIn(browser)).toBe(false);
  });

  it('works with a public client, which has no secret', async () => {
    await provider.close();
    provider = await openProvider([`${server.baseUrl}${CALLBACK}`], { secret: null });
    provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: ['custos-audit'] });
    const { oidc, ...rest } = settings();
    expect((await patch(admin, { ...rest, oidc: { ...oidc, client_secret: null } })).body.oidc.has_client_secret).toBe(
      false,
    );
    await loggedIn();
  });

  it('from the office network, the browser comes back there over TLS', async () => {
    await patch(admin, settings());
    const port = await switchOn(server.appliance.lan);
    const begun = await askOffice(port, '/session/directory', { method: 'POST', body: {} });
    expect(new URL(begun.body.url).searchParams.get('redirect_uri')).toBe(
      `https://127.0.0.1:${port}/session/directory/callback`,
    );
    expect(begun.headers['set-cookie']?.[0]).toMatch(
      /^__Host-custos_login=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await admin.send(SETTINGS)).body.redirect_uris).toContain(
      `https://127.0.0.1:${port}/session/directory/callback`,
    );
  });

  it.each(['https://example.org/', '//example.org', '/\\example.org', 'alerts'])(
    'never leads to %s afterwards',
    async (to) => {
      await patch(admin, settings());
      const browser = openBrowser(server);
      const { body } = await browser.post('/session/directory', { return_to: to });
      const back = await provider.signIn(body.url, 's-1');
      const answer = await browser.fetch(`${back.pathname}${back.search}`, { redirect: 'manual' });
      expect(new URL(answer.headers.get('location') ?? '', server.baseUrl).origin).toBe(server.baseUrl);
      expect(answer.headers.get('location')).not.toMatch(/^\/[/\\]/);
    },
  );
});

describe('a person of the directory is refused', () => {
  it('whom the directory has disabled', async () => {
    await patch(admin, settings());
    provider.people.set('s-1', { login: 'grace', name: 'G', groups: ['custos-audit'], disabled: true });
    expect(await logIn(openBrowser(server), 's-1')).toBe('/?login_problem=directory_refused');
    expect(entries('session.directory_refused')).toEqual([
      { actor: 'system', subject_id: null, details: { why: 'directory_refused' } },
    ]);
  });

  it('who is in no group with a role, and is not stored', async () => {
    await patch(admin, settings());
    provider.people.set('s-1', { login: 'grace', name: 'G', groups: ['custos-admins-of-tests'] });
    expect(await logIn(openBrowser(server), 's-1')).toBe('/?login_problem=directory_no_role');
    expect((await admin.send('/v1/operators')).body.data).toHaveLength(1);
    expect(entries('session.directory_refused')).toEqual([
      { actor: 'system', subject_id: null, details: { why: 'directory_no_role' } },
    ]);
  });

  it('whom an administrator of the appliance has deactivated', async () => {
    await patch(admin, settings());
    const browser = await loggedIn();
    const { id } = (await browser.send('/session')).body.operator;
    await admin.send(`/v1/operators/${id}`, json('PATCH', { active: false }));
    expect(await isIn(browser)).toBe(false);
    expect(await logIn(openBrowser(server), 's-1')).toBe('/?login_problem=login_failed');
    expect(entries('session.directory_refused').at(-1)).toMatchObject({ details: { why: 'deactivated' } });
    // The name can be removed now, and does not come back while the account is inactive.
    const renamed = await admin.send(`/v1/operators/${id}`, json('PATCH', { name: 'Removed' }));
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Removed']);
  });

  it('while the login by the directory is off, also in the middle of a login', async () => {
    const browser = openBrowser(server);
    expect((await browser.post('/session/directory', {})).body.code).toBe('directory_off');
    await patch(admin, settings());
    const begun = await browser.post('/session/directory', {});
    const back = await provider.signIn(begun.body.url, 's-1');
    await patch(admin, { on: false });
    expect(await comeBack(browser, back.search)).toBe('/?login_problem=directory_off');
  });

  it('who brings a code that was used, or the code of another login', async () => {
    await patch(admin, settings());
    const [one, other] = [openBrowser(server), openBrowser(server)];
    const first = await one.post('/session/directory', {});
    const back = await provider.signIn(first.body.url, 's-1');
    expect((await one.fetch(`${back.pathname}${back.search}`, { redirect: 'manual' })).headers.get('location')).toBe(
      '/',
    );
    // A used code, with the state of a new login.
    const second = await other.post('/session/directory', {});
    const replayed = new URL(back);
    replayed.searchParams.set('state', new URL(second.body.url).searchParams.get('state') ?? '');
    expect(await comeBack(other, replayed.search)).toBe('/?login_problem=directory_refused');
    // A fresh code of another login: the verifier does not fit (PKCE).
    const [third, fourth] = [await one.post('/session/directory', {}), await other.post('/session/directory', {})];
    const fresh = await provider.signIn(third.body.url, 's-1');
    fresh.searchParams.set('state', new URL(fourth.body.url).searchParams.get('state') ?? '');
    const injected = await other.fetch(`${fresh.pathname}${fresh.search}`, { redirect: 'manual' });
    expect(injected.headers.get('location')).toBe('/?login_problem=directory_refused');
    expect((await other.send('/session')).body.operator).toBeNull();
  });
});

describe('a person who is in', () => {
  it('stays in as long as the directory confirms them', async () => {
    await patch(admin, settings());
    const browser = await loggedIn();
    for (let minutes = 0; minutes < 60; minutes += 20) {
      await pass(20 * 60_000);
      expect(await isIn(browser)).toBe(true);
    }
  });

  it('is found by one statement, however many others are in', async () => {
    await patch(admin, settings());
    provider.people.set('s-2', { login: 'mary', name: 'Mary Jackson', groups: ['custos-clerks'] });
    const browsers = [await loggedIn(), await loggedIn(), await loggedIn('s-2')];
    clock.advance(LIMITS.directoryConfirmedMs - LIMITS.directoryRecheckMs);
    const ofStatements = Object.getPrototypeOf(server.appliance.db.prepare('SELECT 1')) as Statement;
    const spies = [vi.spyOn(ofStatements, 'get'), vi.spyOn(ofStatements, 'all')];
    await server.appliance.directory.tick();
    const run = spies.flatMap(({ mock }) => mock.contexts as Statement[]);
    for (const spy of spies) spy.mockRestore();
    expect(run.filter(({ source }) => source.includes('FROM sessions'))).toHaveLength(1);
    clock.advance(LIMITS.directoryRecheckMs);
    expect(await Promise.all(browsers.map(isIn))).toEqual([true, true, true]);
  });

  it('is out within the named time after they were disabled', async () => {
    await patch(admin, settings());
    const browser = await loggedIn();
    const { id } = (await browser.send('/session')).body.operator;
    provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: ['custos-reviewers'], disabled: true });
    await pass(LIMITS.directoryConfirmedMs - LIMITS.directoryRecheckMs + LIMITS.directoryTickMs);
    expect(await isIn(browser)).toBe(false);
    expect(entries('operator.sessions_ended').at(-1)).toEqual({
      actor: 'system',
      subject_id: id,
      details: { why: 'refused', source: 'directory', sessions_ended: 1 },
    });
  });

  it('keeps the session that the provider still renews when it refuses another one of theirs', async () => {
    await patch(admin, settings());
    const ended = await loggedIn();
    provider.refreshes = false;
    const other = await loggedIn();
    provider.refreshes = true;
    const kept = await loggedIn();
    await provider.forgetGrants(1);
    await pass(LIMITS.directoryConfirmedMs);
    expect([await isIn(ended), await isIn(other), await isIn(kept)]).toEqual([false, false, true]);
  });

  it('is out after their group has changed, and comes in again with the new role', async () => {
    await patch(admin, settings());
    const browser = await loggedIn();
    provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: ['custos-audit'] });
    await pass(LIMITS.directoryConfirmedMs);
    expect(await isIn(browser)).toBe(false);
    expect(entries('operator.changed').at(-1)).toMatchObject({
      actor: 'system',
      details: { role: 'auditor', sessions_ended: 1, source: 'directory' },
    });
    expect((await (await loggedIn()).send('/session')).body.operator.role).toBe('auditor');
  });

  it('is out after the table of groups has changed, even before their time is nearly over', async () => {
    await patch(admin, settings());
    const browser = await loggedIn();
    await patch(admin, { groups: GROUPS.filter(({ role }) => role !== 'reviewer') });
    await pass(LIMITS.directoryTickMs);
    expect(await isIn(browser)).toBe(false);
    expect(entries('directory.changed').at(-1)).toMatchObject({
      details: { on: true, kind: 'oidc', groups_administrator: 1, groups_reviewer: 0, sessions_ended: 0 },
    });
  });

  it.each([
    ['the login by the directory is switched off', { on: false }],
    ['the client is another one', { oidc: { client_id: 'other' } }],
  ])('is out at once after %s', async (_what, change) => {
    await patch(admin, settings());
    const browser = await loggedIn();
    const { oidc } = settings();
    const changed = 'oidc' in change ? { oidc: { ...oidc, ...change.oidc } } : change;
    expect((await patch(admin, changed)).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(admin)).toBe(true);
  });

  it('is out after the named time if the provider gives no refresh token', async () => {
    provider.refreshes = false;
    await patch(admin, settings());
    const browser = await loggedIn();
    await pass(LIMITS.directoryConfirmedMs - 1);
    expect(await isIn(browser)).toBe(true);
    await pass(1);
    expect(await isIn(browser)).toBe(false);
  });
});

describe('while the directory is away', () => {
  it('local operators log in, no person of the directory does, and those who are in are out after the named time', async () => {
    await patch(admin, settings());
    const browser = await loggedIn();
    await provider.close();
    const begun = await openBrowser(server).post('/session/directory', {});
    // What the provider published is still known.
    expect(begun.status).toBe(200);
    clock.advance(LIMITS.directoryDiscoveryMs);
    const refused = await openBrowser(server).post('/session/directory', {});
    expect([refused.status, refused.body.code]).toEqual([503, 'directory_unavailable']);
    expect(refused.body.detail).toMatch(/refuses connections/);
    await pass(LIMITS.directoryConfirmedMs - LIMITS.directoryDiscoveryMs);
    expect(await isIn(browser)).toBe(false);
    const local = openBrowser(server);
    expect((await local.post('/session', { login: ADA.login, password: ADA.password })).status).toBe(200);
    expect(server.logged.join('')).toContain('directory.not_asked');
  });

  it('and hangs, the answer comes in time', inWholeRunAlone('8 s'), async () => {
    await patch(admin, settings());
    provider.answer(null);
    const startMs = performance.now();
    const refused = await openBrowser(server).post('/session/directory', {});
    expect([refused.status, refused.body.code]).toEqual([503, 'directory_unavailable']);
    expect(refused.body.detail).toMatch(/did not answer in time/);
    expect(performance.now() - startMs).toBeLessThan(LIMITS.directoryTimeoutMs + 2_000);
    const local = openBrowser(server);
    expect((await local.post('/session', { login: ADA.login, password: ADA.password })).status).toBe(200);
  });

  it('its certificate of another authority, or for another host, is not trusted', async () => {
    await using other = await openTlsServer();
    await patch(admin, settings({ ca: other.ca }));
    const refused = await openBrowser(server).post('/session/directory', {});
    expect([refused.status, refused.body.code]).toEqual([503, 'directory_unavailable']);
    expect(refused.body.detail).toMatch(/certificate is not trusted/);
    const { oidc } = settings();
    await patch(admin, settings({ oidc: { ...oidc, issuer: provider.origin.replace('localhost', '127.0.0.1') } }));
    expect((await openBrowser(server).post('/session/directory', {})).body.detail).toMatch(
      /certificate is not trusted/,
    );
  });

  it('the connection is tried step by step, and says what is wrong', async () => {
    const tried = async () => (await admin.post(`${SETTINGS}/test`)).body;
    expect((await admin.post(`${SETTINGS}/test`)).body.code).toBe('directory_off');
    await patch(admin, settings({ on: false }));
    const good = { step: expect.any(String), problem: null };
    expect(await tried()).toEqual({ object: 'directory_test', ok: true, steps: [good, good, good] });
    await patch(admin, { oidc: { ...settings().oidc, client_secret: 'wrong' } });
    expect(await tried()).toMatchObject({
      ok: false,
      steps: [good, good, { step: 'client', problem: expect.stringMatching(/does not accept this appliance/) }],
    });
    await provider.close();
    expect(await tried()).toMatchObject({
      ok: false,
      steps: [{ step: 'discovery', problem: expect.stringMatching(/refuses connections/) }],
    });
  });
});

describe('the settings', () => {
  it.each([
    ['an issuer without TLS', { oidc: { issuer: 'http://localhost:1' } }, 'oidc.issuer'],
    ['an issuer with a query', { oidc: { issuer: 'https://localhost:1/?a=b' } }, 'oidc.issuer'],
    ['an issuer on the internet', { oidc: { issuer: 'https://8.8.8.8' } }, 'oidc.issuer'],
    ['an issuer that is the address of a cloud', { oidc: { issuer: 'https://169.254.169.254' } }, 'oidc.issuer'],
    ['a scope without openid', { oidc: { scope: 'profile' } }, 'oidc.scope'],
    ['a CA that is none', { ca: 'nonsense' }, 'ca'],
    ['a CA with a key', { ca: '-----BEGIN PRIVATE KEY-----' }, 'ca'],
    ['a group twice', { groups: [...GROUPS, { group: 'Custos-Admins', role: 'auditor' }] }, 'groups[4].group'],
    ['no group', { groups: [] }, 'groups'],
    ['no name', { name: ' ' }, 'name'],
  ])('refuse %s', async (_what, change, field) => {
    const { oidc } = settings();
    const { status, body } = await patch(
      admin,
      settings('oidc' in change ? { oidc: { ...oidc, ...change.oidc } } : change),
    );
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    expect((await admin.send(SETTINGS)).body.on).toBe(false);
  });

  it('keep the secret, but never send it to another issuer', async () => {
    await patch(admin, settings());
    const { client_secret: _, ...oidc } = settings().oidc;
    expect((await patch(admin, { oidc: { ...oidc, groups_claim: 'roles' } })).body.oidc).toMatchObject({
      groups_claim: 'roles',
      has_client_secret: true,
    });
    const moved = await patch(admin, { oidc: { ...oidc, issuer: 'https://localhost:1' } });
    expect([moved.status, moved.body.errors[0].field]).toEqual([400, 'oidc.client_secret']);
  });

  it('cannot be switched on while there is no local administrator', async () => {
    server.appliance.db.exec('UPDATE operators SET active = 0');
    const { status, body } = await server
      .fetch(SETTINGS, json('PATCH', settings()))
      .then(async (answer) => ({ status: answer.status, body: await answer.json() }));
    expect([status, body.code]).toEqual([409, 'state_conflict']);
  });

  it('a name that leads to the internet later is not followed, and the log of connections says so', async () => {
    await patch(admin, settings());
    await using moved = await startTestServer({
      list: false,
      start: false,
      outbound: { lookup: async () => [address] },
    });
    let address = '127.0.0.1';
    const other = await setUpAdmin(moved);
    expect((await patch(other, settings())).status).toBe(200);
    address = '93.184.216.34';
    const refused = await openBrowser(moved).post('/session/directory', {});
    expect([refused.status, refused.body.code]).toEqual([503, 'directory_unavailable']);
    expect((await other.send('/v1/system/egress')).body.data).toEqual([
      expect.objectContaining({ host: address, allowed: false, why: 'not_allowed' }),
    ]);
  });
});

describe('an operator of the directory', () => {
  it('has no password and no name here, and is never the last administrator', async () => {
    await patch(admin, settings());
    provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: ['custos-admins'] });
    const browser = await loggedIn();
    const { id } = (await browser.send('/session')).body.operator;
    const path = `/v1/operators/${id}`;
    for (const [refused, what] of [
      [await admin.post(`${path}/reset-password`), /has no password here/],
      [
        await browser.post('/session/password', { old_password: 'x', new_password: 'seven quiet herons two' }),
        /has no password here/,
      ],
      [await browser.post('/session/second-factor', { password: '' }), /directory asks you for your second factor/],
      [await admin.send(path, json('PATCH', { role: 'auditor' })), /directory decides the name and the role/],
      [await admin.send(path, json('PATCH', { name: 'Other' })), /directory decides the name and the role/],
      [
        await browser.send(`/v1/operators/${await ownId(admin)}`, json('PATCH', { active: false })),
        /while the directory is away/,
      ],
      [
        await browser.send(`/v1/operators/${await ownId(admin)}`, json('PATCH', { role: 'auditor' })),
        /while the directory is away/,
      ],
    ] as const) {
      expect([refused.status, refused.body.code]).toEqual([409, 'state_conflict']);
      expect(refused.body.detail).toMatch(what);
    }
  });

  it('is asked for the second factor of the appliance only if the directory is not trusted to ask', async () => {
    server.appliance.config.secondFactor = ['reviewer'];
    await patch(admin, settings());
    const trusted = await loggedIn();
    expect((await trusted.send('/session')).body.must_set_second_factor).toBe(false);
    await patch(admin, { second_factor: 'custos' });
    expect((await trusted.send('/session')).body.must_set_second_factor).toBe(true);
    expect(await isIn(trusted)).toBe(false);
    const shown = await trusted.post('/session/second-factor', { password: '' });
    const secret = Secret.fromBase32(shown.body.secret);
    const code = (): string => new TOTP({ secret }).generate({ timestamp: clock.now() });
    const set = await trusted.post('/session/second-factor/confirm', { code: code() });
    expect(set.status).toBe(200);
    expect(await isIn(trusted)).toBe(true);
    clock.advance(30_000);

    const next = openBrowser(server);
    await logIn(next, 's-1');
    expect((await next.send('/session')).body).toMatchObject({ must_enter_code: true, scopes: [] });
    expect((await next.send('/v1/verifications')).body.code).toBe('forbidden');
    // The code that is due cannot be got around by a new secret.
    expect((await next.post('/session/second-factor', { password: '' })).body.code).toBe('second_factor_required');
    expect((await next.post('/session/second-factor/enter', { code: '000000' })).body.code).toBe('login_failed');
    const entered = await next.post('/session/second-factor/enter', { code: code() });
    expect([entered.status, entered.body.must_enter_code]).toEqual([200, false]);
    expect(await isIn(next)).toBe(true);
    expect((await next.post('/session/second-factor/enter', { code: code() })).body.code).toBe('state_conflict');
    // The session goes on only as long as the directory confirms it.
    await pass(LIMITS.directoryConfirmedMs * 2);
    expect(await isIn(next)).toBe(true);
    provider.people.delete('s-1');
    await pass(LIMITS.directoryConfirmedMs);
    expect([await isIn(next), await isIn(trusted)]).toEqual([false, false]);
  });
});

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const ownId = async (browser: Browser): Promise<string> => (await browser.send('/session')).body.operator.id;
