import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { type Browser, openBrowser, setUpAdmin } from '../support/browser.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import { CLIENT_ID, CLIENT_SECRET, openProvider, type TestProvider } from '../support/directory/provider.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const SETTINGS = '/v1/system/directory';
const GROUPS = [
  { group: 'custos-admins', role: 'administrator' },
  { group: 'custos-reviewers', role: 'reviewer' },
  { group: 'custos-clerks', role: 'operator' },
  { group: 'custos-audit', role: 'auditor' },
];

let clock: TestClock;
let server: TestServer;
let provider: TestProvider;
let admin: Browser;

beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({ clock, list: false, start: false });
  provider = await openProvider([`${server.baseUrl}/session/directory/callback`]);
  provider.people.set('s-1', { login: 'grace', name: 'Grace Hopper', groups: ['custos-reviewers'] });
  admin = await setUpAdmin(server);
});
afterEach(async () => {
  await provider.close();
  await server[Symbol.asyncDispose]();
});

const settings = (change: object = {}) => ({
  on: true,
  name: 'Staff login',
  ca: provider.ca,
  groups: GROUPS,
  oidc: {
    issuer: provider.origin,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    groups_claim: 'groups',
    scope: 'openid profile',
  },
  ...change,
});

const patch = (browser: Browser, change: object) =>
  browser.send(SETTINGS, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });

/** Logs a person in at the provider; returns where the appliance sends the browser. */
async function logIn(browser: Browser, subject: string): Promise<string | null> {
  const begun = await browser.post('/session/directory', { return_to: '/alerts' });
  expect(begun.status).toBe(200);
  const back = await provider.signIn(begun.body.url, subject);
  expect(back.origin).toBe(server.baseUrl);
  const answer = await browser.fetch(`${back.pathname}${back.search}`, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers.get('location');
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
    const { body } = await browser.send('/session');
    expect(body.operator).toMatchObject({
      login: 'grace',
      name: 'Grace Hopper',
      role: 'reviewer',
      source: 'directory',
    });
    expect((await browser.send('/v1/verifications')).status).toBe(200);
    clock.advance(LIMITS.directoryConfirmedMs);
    expect((await browser.send('/v1/verifications')).status).toBe(401);
  });
});
