import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { ADA, type Browser, logInAs, openBrowser, setUpAdmin } from '../support/browser.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import { startTestServer } from '../support/server.ts';

const PATH = '/session/second-factor';
const LOGIN = { login: ADA.login, password: ADA.password };
const STEP_MS = 30_000;

const codeAt = (secret: string, clock: TestClock): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });

async function enrol(browser: Browser, clock: TestClock, password = ADA.password) {
  const shown = await browser.post(PATH, { password });
  expect(shown.status).toBe(200);
  const { secret } = shown.body;
  const made = await browser.post(`${PATH}/confirm`, { code: codeAt(secret, clock) });
  expect(made.status).toBe(200);
  clock.advance(STEP_MS);
  return { secret, made: made.body };
}

const works = async (browser: Browser): Promise<number> => (await browser.send('/v1/verifications')).status;

describe('the second factor', () => {
  it('is set, asked for at the login, and told of in the list of operators', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const ada = await setUpAdmin(server);
    const { secret, made } = await enrol(ada, clock);
    expect(made.recovery_codes).toHaveLength(10);
    expect(made.operator).toMatchObject({ login: 'ada', second_factor: true });
    expect(await works(ada)).toBe(200);
    const browser = openBrowser(server);
    const asked = await browser.post('/session', LOGIN);
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required']);
    const wrong = await browser.post('/session', { ...LOGIN, code: '000000' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'login_failed']);
    expect((await browser.post('/session', { ...LOGIN, code: codeAt(secret, clock) })).status).toBe(200);
    expect((await browser.send('/v1/operators')).body.data[0]).toMatchObject({ login: 'ada', second_factor: true });
    // No written output contains the secret or a code.
    const log = server.logged.join('\n');
    for (const word of [secret, ...made.recovery_codes]) expect(log).not.toContain(word);
  });

  it('that a role needs is set before anything else, and is off until an administrator asks for it', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const ada = await setUpAdmin(server);
    const bruno = await logInAs(server, ada, 'reviewer');
    expect([await works(ada), await works(bruno)]).toEqual([200, 200]);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ second_factor: ['reviewer'] });
    expect((await ada.send('/v1/system/settings', { method: 'PATCH', headers, body })).status).toBe(200);
    expect([await works(ada), await works(bruno)]).toEqual([200, 403]);
    expect((await bruno.send('/session')).body).toMatchObject({ must_set_second_factor: true, scopes: [] });
  });

  it('of the last administrator is removed by a command', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const ada = await setUpAdmin(server);
    await enrol(ada, clock);
    const said: string[] = [];
    const io = { cwd: '/', out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) };
    const exit = await runCommand(server.appliance, ['operators', 'remove-second-factor', 'ada'], io as never);
    expect([exit, said.join('')]).toEqual([0, expect.stringContaining('The second factor is removed.')]);
    expect(await works(ada)).toBe(401);
    expect((await openBrowser(server).post('/session', LOGIN)).status).toBe(200);
  });

  it('of another operator is removed by an administrator, whose sessions end', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const ada = await setUpAdmin(server);
    const bruno = await logInAs(server, ada, 'reviewer');
    const { operator } = (await bruno.send('/session')).body;
    expect((await ada.post(`/v1/operators/${operator.id}/remove-second-factor`, {})).status).toBe(409);
  });

  it('is nothing that a key, or a page of another site, may set', async () => {
    await using server = await startTestServer();
    await setUpAdmin(server);
    const answer = await server.fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: ADA.password }),
    });
    expect(answer.status).toBe(401);
  });
});
