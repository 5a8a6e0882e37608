import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { ADA, type Browser, logInAs, OWN_PAGE, openBrowser, setUpAdmin } from '../support/browser.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { countedPasswords } from '../support/passwords.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send } from './drive.ts';

const LOGIN = { login: ADA.login, password: ADA.password };

/** Whether this browser's session opens a route. */
const works = async (browser: Browser): Promise<boolean> => {
  const { status } = await browser.send('/v1/verifications');
  expect([200, 401]).toContain(status);
  return status === 200;
};

async function logIn(server: TestServer, login = LOGIN): Promise<Browser> {
  const browser = openBrowser(server);
  expect((await browser.post('/session', login)).status).toBe(200);
  return browser;
}

describe('the first start', () => {
  it('has no operator and no password: the session says so, keys work, and the code makes an administrator once', async () => {
    await using server = await startTestServer();
    const code = server.appliance.openSetup();
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{5}-){3}[0-9a-hjkmnp-tv-z]{5}$/);
    const browser = openBrowser(server);
    expect((await browser.send('/session')).body).toEqual({
      directory: null,
      must_enter_code: false,
      reports_to: null,
      setup_required: true,
      operator: null,
      scopes: [],
      livemode: true,
      ends_at: null,
      must_set_second_factor: false,
    });
    const early = await browser.post('/session', LOGIN);
    expect([early.status, early.body.code]).toEqual([409, 'setup_required']);
    expect((await send(server, '/v1/verifications')).status).toBe(200);

    const made = await browser.post('/session/setup', { ...ADA, login: ' Ada ', code: code?.toUpperCase() });
    expect([made.status, made.body.setup_required]).toEqual([200, false]);
    expect(made.body.operator).toMatchObject({ login: 'ada', role: 'administrator', must_change_password: false });
    expect(await works(browser)).toBe(true);
    const again = await openBrowser(server).post('/session/setup', { ...ADA, login: 'eve', code });
    expect([again.status, again.body.code]).toEqual([409, 'state_conflict']);
    expect(server.appliance.openSetup()).toBeNull();
  });

  it('refuses another code, and one of a former start', async () => {
    await using server = await startTestServer();
    const former = server.appliance.openSetup();
    const code = server.appliance.openSetup();
    for (const wrong of [former, 'aaaaa-aaaaa-aaaaa-aaaaa', '']) {
      const { status, body } = await openBrowser(server).post('/session/setup', { ...ADA, code: wrong });
      expect([status, body.code]).toEqual([401, 'login_failed']);
    }
    expect((await openBrowser(server).post('/session/setup', { ...ADA, code })).status).toBe(200);
  });

  it('makes one administrator of two who use the code at once', async () => {
    await using server = await startTestServer();
    const code = server.appliance.openSetup();
    const answers = await Promise.all(
      ['ada', 'eve'].map((login) => openBrowser(server).post('/session/setup', { ...ADA, login, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('names the field of what cannot be', async () => {
    await using server = await startTestServer();
    const code = server.appliance.openSetup();
    const cases = [
      [{ ...ADA, code, login: 'no spaces' }, 'login'],
      [{ ...ADA, code, login: 'ab' }, 'login'],
      [{ ...ADA, code, name: ' ' }, 'name'],
      [{ ...ADA, code, password: 'too short' }, 'password'],
      [{ ...ADA, code, login: 'abcdefghijkl9', password: 'ABCDEFGHIJKL9' }, 'password'],
      [{ ...ADA }, 'code'],
    ] as const;
    for (const [input, field] of cases) {
      const { status, body } = await openBrowser(server).post('/session/setup', input);
      expect([status, body.errors[0].field]).toEqual([400, field]);
    }
  });
});

describe('the cookie of a session', () => {
  let server: TestServer;
  let ada: Browser;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await setUpAdmin(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('is kept from scripts, from other sites, and holds 256 random bits of which only a hash is stored', async () => {
    const browser = await logIn(server);
    expect(browser.cookie).toMatch(/^custos_session=[\w-]{43}$/);
    expect(browser.attributes.sort()).toEqual(['httponly', 'path=/', 'samesite=strict']);
    const token = browser.cookie?.split('=')[1] ?? '';
    const rows = server.appliance.db.prepare('SELECT * FROM sessions').all() as { token_hash: Buffer }[];
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true);
    const stored = Buffer.concat(rows.map(({ token_hash }) => token_hash)).toString('latin1');
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('latin1'));
    expect(server.logged.join()).not.toContain(token);
  });

  it('is bound to the host and to TLS where the page came over TLS', async () => {
    const origin = server.baseUrl.replace('http:', 'https:');
    const browser = openBrowser(server, { ...OWN_PAGE, origin });
    expect((await browser.post('/session', LOGIN)).status).toBe(200);
    expect(browser.cookie).toMatch(/^__Host-custos_session=/);
    expect(browser.attributes.sort()).toEqual(['httponly', 'path=/', 'samesite=strict', 'secure']);
    expect(await works(browser)).toBe(true);
  });

  it.each([
    ['says same-origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['says nothing of the site and has our own Origin', { origin: 'own' }, 200],
    ['is of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['is of the same site only', { 'sec-fetch-site': 'same-site' }, 403],
    ['was typed or linked', { 'sec-fetch-site': 'none' }, 403],
    ['is of another site and claims our Origin', { 'sec-fetch-site': 'cross-site', origin: 'own' }, 403],
    ['has another Origin', { origin: 'http://evil.example' }, 403],
    ['has an Origin on another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['has no Origin that means anything', { origin: 'null' }, 403],
    ['has our Host under another scheme', { origin: 'ftp' }, 403],
    ['says nothing', {}, 403],
  ])('whose page %s', async (_what, page: Record<string, string>, expected) => {
    const headers = { ...page };
    if (page['origin'] === 'own') headers['origin'] = server.baseUrl;
    if (page['origin'] === 'ftp') headers['origin'] = server.baseUrl.replace('http', 'ftp');
    const stolen = openBrowser(server, headers);
    stolen.cookie = ada.cookie;
    const answer = await stolen.send('/v1/operators');
    expect(answer.status).toBe(expected);
    if (expected === 403) expect(answer.body.code).toBe('cross_site_request');
    const login = await openBrowser(server, headers).post('/session', { login: 'nobody', password: 'x' });
    expect(login.status).toBe(expected === 200 ? 401 : 403);
  });

  it('never counts beside an Authorization header, not even a broken one', async () => {
    for (const authorization of ['Bearer nonsense', 'Basic c2s6', 'Bearer']) {
      expect((await ada.send('/v1/operators', { headers: { authorization } })).status).toBe(401);
    }
    const key = server.makeKey({ scopes: ['kyc:read'] });
    const answer = await ada.send('/v1/operators', { headers: bearer(key) });
    expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('This API key lacks')]);
    expect((await ada.send('/session', { headers: bearer(key) })).body.operator).toBeNull();
  });

  it('does not count twice under one name, nor the plain one beside the one of TLS', async () => {
    const other = await logIn(server);
    const token = other.cookie?.split('=')[1] ?? '';
    for (const cookie of [
      `${ada.cookie}; ${other.cookie}`,
      `__Host-custos_session=${'x'.repeat(43)}; ${ada.cookie}`,
      `custos_session=${token.slice(1)}`,
      'custos_session=',
      `custos_sessions=${token}`,
    ]) {
      const browser = openBrowser(server);
      browser.cookie = cookie;
      expect(await works(browser)).toBe(false);
    }
    expect(await works(other)).toBe(true);
  });

  it('of one login is no longer worth anything after the next one in the same browser', async () => {
    const browser = await logIn(server);
    const before = browser.cookie;
    expect((await browser.post('/session', LOGIN)).status).toBe(200);
    expect(browser.cookie).not.toBe(before);
    const thief = openBrowser(server);
    thief.cookie = before;
    expect([await works(thief), await works(browser)]).toEqual([false, true]);
  });

  it('ends with the logout', async () => {
    const browser = await logIn(server);
    const before = browser.cookie;
    expect((await browser.send('/session', { method: 'DELETE' })).status).toBe(204);
    expect(browser.cookie).toBeNull();
    const thief = openBrowser(server);
    thief.cookie = before;
    expect(await works(thief)).toBe(false);
    expect((await browser.send('/session', { method: 'DELETE' })).status).toBe(204);
  });
});

describe('a login', () => {
  let clock: TestClock;
  let server: TestServer;
  let ada: Browser;
  const passwords = countedPasswords();
  beforeAll(async () => {
    clock = testClock();
    server = await startTestServer({ clock, passwords });
    ada = await setUpAdmin(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('gets the same answer, for the same work, where nobody has the name, the password is wrong or may not be used', async () => {
    const gone = await logInAs(server, ada, 'auditor', 'gone');
    const retire = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"active":false}' };
    expect((await ada.send(`/v1/operators/${gone.id}`, retire)).status).toBe(200);
    const tries = [
      { login: 'nobody', password: ADA.password },
      { login: 'not even a login!', password: ADA.password },
      { login: 'ada', password: `${ADA.password}.` },
      { login: 'ada', password: '' },
      { login: 'gone', password: gone.password },
    ];
    const answers = [];
    for (const login of tries) {
      passwords.orders.length = 0;
      const { status, headers, body } = await openBrowser(server).post('/session', login);
      const { request_id: _, ...rest } = body;
      const names = [...headers.keys()].filter((name) => name !== 'ratelimit');
      answers.push({ status, rest, names, hashings: passwords.orders.length });
    }
    expect(answers[0]).toMatchObject({ status: 401, rest: { code: 'login_failed' }, hashings: 1 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('takes the password however its letters were composed, and the name in any case', async () => {
    const browser = await logIn(server);
    const change = { old_password: ADA.password, new_password: 'Zürich im Frühling'.normalize('NFD') };
    expect((await browser.post('/session/password', change)).status).toBe(200);
    const login = { login: 'ADA', password: 'Zürich im Frühling'.normalize('NFC') };
    const other = await logIn(server, login);
    const back = { old_password: login.password, new_password: ADA.password };
    expect((await other.post('/session/password', back)).status).toBe(200);
    ada.cookie = other.cookie;
  });

  it('needs a body that is one, and the error names the field', async () => {
    const browser = openBrowser(server);
    for (const [body, field] of [
      [{ login: 'ada' }, 'password'],
      [{ password: 'x' }, 'login'],
      [{ login: 7, password: 'x' }, 'login'],
      [{ login: 'ada', password: 'x'.repeat(1_025) }, 'password'],
    ] as const) {
      const answer = await browser.post('/session', body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
  });

  it('tells who is logged in, what they may do, and until when; looking does not count as use', async () => {
    const browser = await logIn(server);
    const { body } = await browser.send('/session');
    expect(body).toMatchObject({ setup_required: false, operator: { login: 'ada', role: 'administrator' } });
    expect(body.scopes).toContain('kyc:review');
    clock.advance(LIMITS.sessionIdleMs - 1);
    expect((await browser.send('/session')).body.ends_at).toBe(body.ends_at);
    clock.advance(1);
    expect((await browser.send('/session')).body.operator).toBeNull();
    expect(await works(browser)).toBe(false);
  });

  it('ends after a day of work in any case', async () => {
    const browser = await logIn(server);
    for (let atMs = 0; atMs + LIMITS.sessionIdleMs / 2 < LIMITS.sessionLifetimeMs; atMs += LIMITS.sessionIdleMs / 2) {
      expect(await works(browser)).toBe(true);
      clock.advance(LIMITS.sessionIdleMs / 2);
    }
    clock.advance(LIMITS.sessionIdleMs / 2);
    expect(await works(browser)).toBe(false);
  });

  it('beyond the last that one operator may have ends the oldest', async () => {
    const first = await logIn(server);
    const others: Browser[] = [];
    for (let i = 1; i < LIMITS.sessionsPerOperatorMax; i++) {
      clock.advance(1);
      others.push(await logIn(server));
    }
    expect(await works(first)).toBe(true);
    clock.advance(1);
    others.push(await logIn(server));
    expect(await works(first)).toBe(false);
    for (const other of others) expect(await works(other)).toBe(true);
  });

  it('that fails often must wait, and the right password then waits too', async () => {
    const wrong = { login: 'waiting', password: 'x' };
    for (let i = 0; i < LIMITS.loginFailuresOfAccount; i++) {
      expect((await openBrowser(server).post('/session', wrong)).status).toBe(401);
    }
    const answer = await openBrowser(server).post('/session', wrong);
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers.get('retry-after'))).toBe(LIMITS.loginWaitMsMin / 1000);
  });

  it('leaves no name, login or password in logs, the audit log or the database', async () => {
    const secrets = ['Lindqvist', ADA.password, 'waiting', 'Somebody'];
    const audit = JSON.stringify(server.appliance.db.prepare('SELECT * FROM audit').all());
    const rows = ['operators', 'sessions', 'login_failures'].flatMap((table) =>
      server.appliance.db.prepare(`SELECT * FROM ${table}`).all(),
    ) as Record<string, unknown>[];
    const stored = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
    for (const secret of secrets) {
      expect(server.logged.join()).not.toContain(secret);
      expect(audit).not.toContain(secret);
      expect(stored.join()).not.toContain(secret);
    }
  });
});

it('sessions and waits outlive a restart, and the code of the first administrator does not', async () => {
  using folder = tempFolder();
  const first = await startTestServer({ folder: folder.path });
  const code = first.appliance.openSetup();
  await first.stop();
  const second = await startTestServer({ folder: folder.path });
  expect((await openBrowser(second).post('/session/setup', { ...ADA, code })).status).toBe(401);
  const ada = await setUpAdmin(second);
  const wrong = { login: 'ada', password: 'wrong' };
  for (let i = 0; i < LIMITS.loginFailuresOfAccount; i++) await openBrowser(second).post('/session', wrong);
  await second.stop();
  await using third = await startTestServer({ folder: folder.path });
  expect(third.appliance.openSetup()).toBeNull();
  const again = openBrowser(third);
  again.cookie = ada.cookie;
  expect(await works(again)).toBe(true);
  expect((await openBrowser(third).post('/session', LOGIN)).status).toBe(429);
});

it(
  'an address can request sessions a limited number of times a minute, and sees the limit',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer();
    const browser = openBrowser(server);
    for (let i = 0; i < LIMITS.sessionRequestsPerMinute; i++)
      expect((await browser.fetch('/session')).status).toBe(200);
    const { status, headers, body } = await browser.send('/session');
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(headers.get('ratelimit-policy')).toContain(`q=${LIMITS.sessionRequestsPerMinute}`);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(server, '/v1/verifications')).status).toBe(200);
  },
);

describe('the mode of an operator', () => {
  it('is live, unless the request asks for test data', async () => {
    await using server = await startTestServer();
    const ada = await setUpAdmin(server);
    const modes = async (mode?: string) => {
      const headers: Record<string, string> = mode === undefined ? {} : { 'custos-mode': mode };
      const session = await ada.send('/session', { headers });
      return session.body.livemode;
    };
    expect([await modes(), await modes('live'), await modes('test')]).toEqual([true, true, false]);
    const headers = { 'custos-mode': 'test', 'content-type': 'application/json' };
    const label = JSON.stringify({ label: 'x', scopes: ['kyc:read'] });
    const made = await ada.send('/v1/api-keys', { method: 'POST', headers, body: label });
    expect([made.status, made.body.livemode]).toEqual([201, false]);
    const wrong = await ada.send('/v1/verifications', { headers: { 'custos-mode': 'both' } });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'Custos-Mode']);
    const ofKey = await send(server, '/v1/verifications', {
      headers: { ...bearer(server.key), 'custos-mode': 'both' },
    });
    expect(ofKey.status).toBe(200);
  });
});

describe('a stream', () => {
  it(
    'is closed soon after its session ends, and an operator has a limited number at once',
    inWholeRunAlone('2 s'),
    async () => {
      await using server = await startTestServer();
      const ada = await setUpAdmin(server);
      const open = (): Promise<{ status: number; closed: Promise<void> }> =>
        new Promise((resolve, reject) => {
          const headers = { ...OWN_PAGE, cookie: ada.cookie ?? '' };
          const asked = request(`${server.baseUrl}/v1/events/stream`, { headers }, (incoming) => {
            const closed = new Promise<void>((done) => incoming.once('close', done));
            incoming.resume();
            resolve({ status: incoming.statusCode ?? 0, closed });
          });
          asked.once('error', reject).end();
        });
      const streams = [];
      for (let i = 0; i < LIMITS.streamsPerActorMax; i++) streams.push(await open());
      expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
      expect((await open()).status).toBe(429);
      expect(LIMITS.streamRevokeCheckMs).toBeLessThan(5_000);
      const other = await logIn(server);
      const { body } = await other.send('/session');
      await other.post(`/v1/operators/${body.operator.id}/end-sessions`);
      await Promise.all(streams.map(({ closed }) => closed));
    },
  );
});
