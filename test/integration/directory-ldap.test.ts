import { Attribute, Change } from 'ldapts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { ADA, type Browser, openBrowser, setUpAdmin } from '../support/browser.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import {
  ACCOUNT,
  type Authority,
  GROUPS,
  HOST,
  newAuthority,
  PASSWORD,
  PEOPLE,
  startBank,
} from '../support/ldap/people.ts';
import { hasSlapd, type Slapd, WHY_NO_SLAPD } from '../support/ldap/slapd.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { skipUnless } from '../support/skip.ts';

const SETTINGS = '/v1/system/directory';
const REVIEWERS = `CN=reviewers, ${GROUPS}`;
const AUDITORS = `cn=auditors2,${GROUPS}`;
const WRONG = { code: 'login_failed', detail: expect.stringMatching(/^The login or password is wrong/) };

describe('login by LDAP', skipUnless(hasSlapd, WHY_NO_SLAPD), () => {
  let site: Authority;
  let slapd: Slapd;
  let clock: TestClock;
  let server: TestServer;
  let admin: Browser;
  const limits = LIMITS as { ldapRefusalStepMs: number; ldapConnectTimeoutMs: number };
  const usual = { ...LIMITS };
  beforeAll(async () => {
    limits.ldapRefusalStepMs = 20;
    site = await newAuthority();
    slapd = await startBank(await site.issue());
  });
  afterAll(async () => {
    Object.assign(limits, usual);
    await slapd?.stop();
  });
  beforeEach(async () => {
    clock = testClock();
    const outbound = { lookup: async (name: string) => (name === HOST ? ['127.0.0.1'] : ['192.0.2.1']) };
    server = await startTestServer({ clock, list: false, start: false, outbound });
    admin = await setUpAdmin(server);
  });
  afterEach(async () => {
    slapd.goOn();
    await server[Symbol.asyncDispose]();
  });

  const ldap = (change: object = {}) => ({
    servers: [`ldaps://${HOST}:${slapd.ldapsPort}`],
    account: ACCOUNT.name,
    account_password: ACCOUNT.password,
    direct_name: null,
    user_base: PEOPLE,
    user_filter: '(&(objectClass=person)(uid={login}))',
    name_attribute: 'cn',
    identity: 'entryUUID',
    groups_by: 'memberOf',
    group_base: null,
    nested_groups: false,
    ...change,
  });
  const settings = (change: object = {}, ofLdap: object = {}) => ({
    on: true,
    kind: 'ldap',
    name: 'Staff',
    ca: site.cert,
    groups: [
      { group: REVIEWERS, role: 'reviewer' },
      { group: AUDITORS, role: 'auditor' },
    ],
    ldap: ldap(ofLdap),
    ...change,
  });
  const patch = (change: object) =>
    admin.send(SETTINGS, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
  const save = async (change: object = {}, ofLdap: object = {}) => {
    const saved = await patch(settings(change, ofLdap));
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    return saved.body;
  };
  const enter = async (login: string, password = PASSWORD) => {
    const browser = openBrowser(server);
    const { status, body } = await browser.post('/session/directory/password', { login, password });
    return { browser, status, body };
  };
  const change = (dn: string, type: string, values: string[], operation: 'add' | 'delete' | 'replace' = 'replace') =>
    slapd.asRoot((client) =>
      client.modify(dn, new Change({ operation, modification: new Attribute({ type, values }) })),
    );
  const tick = () => server.appliance.directory.tick();
  const isIn = async (browser: Browser) => (await browser.send('/v1/verifications')).status === 200;

  it('lets a person in with the role of their group, and never shows the password of the account', async () => {
    const saved = await save();
    expect(saved.ldap).toMatchObject({ account: ACCOUNT.name, has_account_password: true, servers: ldap().servers });
    expect(JSON.stringify(saved)).not.toContain(ACCOUNT.password);
    expect((await openBrowser(server).send('/session')).body.directory).toEqual({ name: 'Staff', kind: 'ldap' });
    const { browser, status, body } = await enter('Alice');
    expect([status, body.operator]).toEqual([
      200,
      expect.objectContaining({ login: 'alice', name: 'Alice Martin', role: 'reviewer', source: 'directory' }),
    ]);
    expect(await isIn(browser)).toBe(true);
    // The same person again is the same operator.
    expect((await enter('alice')).body.operator.id).toBe(body.operator.id);
  });

  it('gives one answer to a wrong password, an unknown login and a hostile one, and counts them', async () => {
    await save();
    const answers = [await enter('alice', 'wrong'), await enter('nobody', 'wrong'), await enter('*', PASSWORD)];
    for (const { status, body } of answers) expect([status, body]).toEqual([401, expect.objectContaining(WRONG)]);
    const local = await openBrowser(server).post('/session', { login: 'nobody', password: 'wrong' });
    expect(local.body).toEqual({
      ...answers[0]?.body,
      instance: local.body.instance,
      request_id: local.body.request_id,
    });
    for (let count = 1; count < LIMITS.loginFailuresOfAccount; count += 1) await enter('alice', 'wrong');
    expect((await enter('alice')).status).toBe(429);
    // The local account of the same name has its own count.
    expect((await openBrowser(server).post('/session', { login: 'alice', password: 'wrong' })).status).toBe(401);
    clock.advance(LIMITS.loginWaitMsMin);
    expect((await enter('alice')).status).toBe(200);
  });

  it('refuses a person without a role, and says so', async () => {
    await save();
    const { status, body } = await enter('o,brien');
    expect([status, body.code]).toEqual([403, 'directory_no_role']);
  });

  it('puts a person out within the time if they are disabled, removed, or in another group', async () => {
    await save();
    const bob = `uid=bob,${PEOPLE}`;
    const { browser } = await enter('bob');
    // Confirmed again before the time is over.
    for (let minutes = 0; minutes < 20; minutes += 3) {
      clock.advance(3 * 60_000);
      await tick();
      expect(await isIn(browser)).toBe(true);
    }
    await change(bob, 'shadowExpire', ['0']);
    clock.advance(LIMITS.directoryConfirmedMs - LIMITS.directoryRecheckMs);
    await tick();
    expect(await isIn(browser)).toBe(false);
    await change(bob, 'shadowExpire', []);

    const again = await enter('bob');
    await slapd.asRoot((client) => client.add(AUDITORS, { objectClass: 'groupOfNames', cn: 'auditors2', member: bob }));
    await change(`cn=reviewers,${GROUPS}`, 'member', [bob], 'delete');
    clock.advance(LIMITS.directoryConfirmedMs - LIMITS.directoryRecheckMs);
    await tick();
    expect(await isIn(again.browser)).toBe(false);
    const other = await enter('bob');
    expect(other.body.operator).toMatchObject({ id: again.body.operator.id, role: 'auditor' });
    await slapd.asRoot((client) => client.del(bob));
    clock.advance(LIMITS.directoryConfirmedMs - LIMITS.directoryRecheckMs);
    await tick();
    expect((await other.browser.send('/session')).body.operator).toBeNull();
    expect((await enter('bob')).status).toBe(401);
  });

  it('lets no one of the directory in while it hangs, and local accounts go on', async () => {
    await save();
    const { browser } = await enter('alice');
    limits.ldapConnectTimeoutMs = 200;
    try {
      slapd.hang();
      const { status, body } = await enter('alice');
      expect([status, body.code]).toEqual([503, 'directory_unavailable']);
      expect(body.detail).toMatch(/^The directory did not answer in time/);
      clock.advance(LIMITS.directoryConfirmedMs - LIMITS.directoryRecheckMs);
      await tick();
      expect(await isIn(browser)).toBe(true);
      clock.advance(LIMITS.directoryRecheckMs);
      expect(await isIn(browser)).toBe(false);
      expect(await isIn(admin)).toBe(true);
      const { login, password } = ADA;
      expect((await openBrowser(server).post('/session', { login, password })).status).toBe(200);
    } finally {
      limits.ldapConnectTimeoutMs = usual.ldapConnectTimeoutMs;
      slapd.goOn();
    }
    expect((await enter('alice')).status).toBe(200);
  });
  it('refuses logins beyond those that may wait for the directory, and does not count them', async () => {
    Object.assign(limits, { ldapLoginsAtOnce: 1, ldapLoginsWaitingMax: 0, ldapConnectTimeoutMs: 400 });
    try {
      await save();
      slapd.hang();
      const answers = await Promise.all([enter('alice'), enter('alice'), enter('alice')]);
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses).toEqual([429, 429, 503]);
    } finally {
      Object.assign(limits, usual, { ldapRefusalStepMs: 20 });
      slapd.goOn();
    }
    expect((await enter('alice')).status).toBe(200);
  });

  it('says which server cannot be used, and why', async () => {
    const other = await newAuthority('CN=other');
    await save(
      { ca: other.cert },
      { servers: [`ldaps://${HOST}:${slapd.ldapsPort}`, `ldap://${HOST}:${slapd.ldapPort}`] },
    );
    const { body } = await admin.post(`${SETTINGS}/test`);
    expect(body.ok).toBe(false);
    expect(body.steps).toEqual(
      ['ldaps', 'ldap'].map((scheme) => ({
        step: 'server',
        server: `${scheme}://${HOST}:${scheme === 'ldaps' ? slapd.ldapsPort : slapd.ldapPort}`,
        problem: expect.stringContaining('does not come from the authority in the settings'),
      })),
    );
    expect((await enter('alice')).body).toMatchObject({ status: 503, code: 'directory_unavailable' });
    await save();
    expect((await admin.post(`${SETTINGS}/test`)).body).toMatchObject({ ok: true });
  });

  it('refuses settings that cannot be used', async () => {
    const refused = async (body: object, field: string) => {
      const answer = await patch(body);
      expect([answer.status, answer.body.errors?.[0]?.field], JSON.stringify(answer.body)).toEqual([400, field]);
    };
    await refused(settings({ ca: null }), 'ca');
    await refused(settings({ ldap: undefined }), 'ldap');
    await refused(settings({}, { servers: ['https://ldap.bank.example'] }), 'ldap.servers[0]');
    await refused(settings({}, { servers: [`ldaps://${HOST}`, 'ldaps://elsewhere.example'] }), 'ldap.servers[1]');
    await refused(settings({}, { servers: [] }), 'ldap.servers');
    await refused(settings({}, { user_filter: '(uid=*)' }), 'ldap.user_filter');
    await refused(settings({}, { user_filter: '(uid={login}*)' }), 'ldap.user_filter');
    await refused(settings({}, { user_filter: 'uid' }), 'ldap.user_filter');
    await refused(settings({}, { account: null }), 'ldap.account');
    await refused(settings({}, { direct_name: 'uid=alice' }), 'ldap.direct_name');
    await refused(settings({}, { groups_by: 'member' }), 'ldap.group_base');
    await refused(
      settings({}, { groups_by: 'memberUid', group_base: GROUPS, nested_groups: true }),
      'ldap.nested_groups',
    );
    await refused(settings({}, { account_password: undefined }), 'ldap.account_password');
    await save();
    const { account_password: _, ...stored } = ldap();
    expect((await patch({ ldap: stored })).status).toBe(200);
    expect((await enter('alice')).status).toBe(200);
    // The stored password is for these servers and this account.
    await refused({ ldap: { ...stored, servers: [`ldaps://${HOST}:1`] } }, 'ldap.account_password');
    await refused({ ldap: { ...stored, account: 'cn=other' } }, 'ldap.account_password');
  });

  it('writes nothing personal and no secret to the log, and lists the server among the connections', async () => {
    await save();
    await enter('alice', 'a wrong password');
    await enter('alice');
    const log = server.logged.join('\n');
    for (const word of [
      'alice',
      'Alice',
      'Martin',
      'a wrong password',
      PASSWORD,
      ACCOUNT.password,
      'custos,',
      'reviewers,',
    ]) {
      expect(log, word).not.toContain(word);
    }
    server.appliance.egress.close();
    const { entries } = server.appliance.egress.list(10);
    expect(entries).toEqual([
      expect.objectContaining({ host: '127.0.0.1', port: slapd.ldapsPort, allowed: true, why: 'directory' }),
    ]);
    const audit = await admin.send('/v1/audit');
    expect(audit.body.data.map(({ action }: { action: string }) => action)).toContain('session.directory_refused');
    // The answer adds the names of the actors, which the stored log does not hold.
    const details = audit.body.data.map((entry: { details: unknown }) => entry.details);
    expect(JSON.stringify(details)).not.toMatch(/alice|martin/i);
  });
});
