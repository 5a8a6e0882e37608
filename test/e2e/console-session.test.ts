import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';
import { explainTimeout } from './console/rig.ts';

const tests = useConsole();

const queue = (page: Page) => page.getByRole('heading', { name: 'Queue', level: 1 });
const locked = (page: Page) => page.getByRole('heading', { name: 'Locked', level: 1 });
const login = (page: Page) => page.getByRole('heading', { name: 'Log in', level: 1 });

async function choose(page: Page, item: string): Promise<void> {
  await page.locator('.side-end .menu > button').click();
  await page.locator('.menu-sheet').getByRole('button', { name: item, exact: true }).click();
}

async function enter(page: Page, { password }: { password: string }): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const sessionOf = (page: Page): Promise<string | null> =>
  page.evaluate(async () => (await (await fetch('/session')).json()).operator?.name ?? null);

/** A separate session, because the test ends it. */
async function openOwn(
  rig: ConsoleRig,
  path = '/',
): Promise<ConsolePage & { own: { name: string; password: string } }> {
  const own = await rig.account('reviewer', 'own-session');
  return { ...(await rig.open('reviewer', { login: 'own-session', fresh: true, path })), own };
}

/** Keeps the appliance from receiving the end of the session, until the returned function is called. */
async function deafen(page: Page): Promise<() => Promise<void>> {
  const pattern = '**/session';
  await page.route(pattern, (route) =>
    route.request().method() === 'DELETE' ? route.abort('connectionrefused') : route.fallback(),
  );
  return () => page.unroute(pattern);
}

tests.test('a walk that waits in vain names its screen, its last click, and what is loading', async (rig) => {
  const shown = await rig.open('reviewer');
  const { page } = shown;
  await page.locator('.side-end .menu > button').click();
  await page.evaluate(() => document.querySelector('main')?.setAttribute('aria-busy', 'true'));
  page.setDefaultTimeout(200);
  const error: Error = await shown.settled().then(
    () => new Error('it settled'),
    (thrown) => thrown,
  );
  await explainTimeout(error, rig.pages);
  expect(error.message).toMatch(/- \/ \(Queue\): last click on button ".+"; loading: <main class="[^"]*">$/);
});

describe('the end of a session', () => {
  tests.test('that the appliance did not hear holds when the page is reloaded', async (rig) => {
    const { page, own } = await openOwn(rig);
    const hear = await deafen(page);
    await choose(page, 'Lock');
    await locked(page).waitFor();
    expect(await sessionOf(page)).toBe(own.name);
    await page.reload();
    await page.getByRole('heading', { name: 'No connection to the appliance' }).waitFor();
    expect(await page.locator('nav').count()).toBe(0);
    await hear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await login(page).waitFor();
    expect(await sessionOf(page)).toBe(null);
    expect(await page.evaluate(() => localStorage.getItem('custos.session_over'))).toBe(null);
  });

  tests.test('is sent to the appliance as soon as it answers', async (rig) => {
    const { page } = await openOwn(rig);
    const hear = await deafen(page);
    await choose(page, 'Log out');
    await login(page).waitFor();
    await hear();
    // Each poll counts against the address's requests per minute.
    await expect.poll(() => sessionOf(page), { interval: 500 }).toBe(null);
  });

  tests.test('is one for all windows of a browser, and so is the next beginning', async (rig) => {
    const { page, own } = await openOwn(rig);
    const other = await page.context().newPage();
    await other.goto(`${rig.base}/alerts`);
    await other.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    await choose(page, 'Lock');
    await locked(page).waitFor();
    await locked(other).waitFor();
    await enter(page, own);
    await queue(page).waitFor();
    await other.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    await choose(other, 'Log out');
    await login(page).waitFor();
    expect(await page.content()).not.toContain(own.name);
  });

  tests.test('ends the former window where somebody else logs in', async (rig) => {
    const { page, own } = await openOwn(rig);
    const next = await rig.account('operator', 'next-person');
    const other = await page.context().newPage();
    await other.goto(`${rig.base}/`);
    await queue(other).waitFor();
    await choose(other, 'Lock');
    await locked(other).waitFor();
    await other.getByRole('button', { name: 'Log in as someone else' }).click();
    await other.getByLabel('Login').fill(next.login);
    await enter(other, next);
    await queue(other).waitFor();
    // Both windows act for the operator whose name they show.
    await page.locator('.account', { hasText: next.name }).waitFor();
    expect(await page.content()).not.toContain(own.name);
  });

  tests.test('does not come by a refusal of the session before', async (rig) => {
    const shown = await openOwn(rig);
    const { page, own } = shown;
    shown.expectStatus(401);
    let answer = (): void => {};
    const asked = new Promise<void>((heard) => {
      void page.route('**/v1/alerts*', async (route) => {
        heard();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        const problem = {
          status: 401,
          code: 'unauthorized',
          title: '',
          detail: '',
          instance: '/v1/alerts',
          errors: [],
        };
        await route.fulfill({ status: 401, contentType: 'application/problem+json', json: problem }).catch(() => {});
      });
    });
    await page.evaluate(() => {
      history.pushState(null, '', '/alerts');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await asked;
    await choose(page, 'Lock');
    await locked(page).waitFor();
    await page.unroute('**/v1/alerts*');
    await enter(page, own);
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    answer();
    await shown.settled();
    expect(await locked(page).count()).toBe(0);
  });

  tests.test('takes the data of tests and what was searched for along', async (rig) => {
    const shown = await openOwn(rig);
    const { page, own } = shown;
    await shown.showData('test');
    await page.getByRole('searchbox').fill('Quillmarsh');
    await page.getByText('No matches').waitFor();
    await choose(page, 'Log out');
    await login(page).waitFor();
    expect(await page.content()).not.toContain('Quillmarsh');
    await page.getByLabel('Login').fill('own-session');
    await enter(page, own);
    await queue(page).waitFor();
    expect(await page.locator('.test-band').count()).toBe(0);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });
});

/** The code of an authenticator app, `steps` periods of 30 seconds from now. The appliance accepts no code twice. */
const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Follows the steps from scanning the code to the recovery codes. Returns the secret and the codes. */
async function setFactor(page: Page, shown: ConsolePage): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('img', { name: 'Scan this code with an authenticator app:' }).waitFor();
  await shown.axe();
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  await shown.axe();
  await page.getByRole('button', { name: 'I have saved it', exact: true }).click();
  return { secret, codes };
}

describe('a second factor', () => {
  tests.test('is set by its owner, and asked for at the login; a recovery code opens too', async (rig) => {
    const own = await rig.account('reviewer', 'with-factor');
    const shown = await rig.open('reviewer', { login: 'with-factor', fresh: true });
    const { page } = shown;
    await choose(page, 'Second factor');
    await page.getByLabel('Current password').fill(own.password);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('img', { name: 'Scan this code with an authenticator app:' }).waitFor();
    await shown.shot('second-factor', { full: false });
    const { secret, codes } = await setFactor(page, shown);
    await page.getByText('Your second factor is set up.').waitFor();
    expect(codes).toHaveLength(10);

    await choose(page, 'Log out');
    await login(page).waitFor();
    await page.getByText('Forgot your password?').click();
    await page.getByText('custos operators reset LOGIN').waitFor();
    await shown.axe();
    shown.expectStatus(401);
    const enterAll = async (code: string): Promise<void> => {
      await page.getByLabel('Login', { exact: true }).fill(own.login);
      await enter(page, own);
      await page.getByLabel('Code', { exact: true }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code');
      await shown.shot('login-code', { full: false });
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    };
    await enterAll('000000');
    await page.getByText(/The code is wrong or was already used/).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret, 1));
    await page.keyboard.press('Enter');
    await queue(page).waitFor();
    await choose(page, 'Log out');
    await enterAll(codes[0] ?? '');
    await queue(page).waitFor();
  });

  tests.test('that a role needs is set before anything else', async (rig) => {
    await rig.api('PATCH', '/v1/system/settings', { second_factor: ['auditor'] });
    const own = await rig.account('auditor', 'must-set');
    const shown = await rig.open('auditor', { login: 'must-set', fresh: true });
    const { page } = shown;
    await page.getByRole('heading', { name: 'Second factor', level: 1 }).waitFor();
    expect(await page.locator('nav').count()).toBe(0);
    await page.getByLabel('Current password').fill(own.password);
    await page.keyboard.press('Enter');
    await setFactor(page, shown);
    await queue(page).waitFor();
    await rig.api('PATCH', '/v1/system/settings', { second_factor: null });
  });

  tests.test('that was lost is removed by an administrator', async (rig) => {
    await rig.account('reviewer', 'with-factor');
    const shown = await rig.open('administrator', { path: '/operators' });
    const { page } = shown;
    const row = page.getByRole('row').filter({ hasText: 'with-factor' });
    await row.getByText('set up', { exact: true }).waitFor();
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.locator('.menu-sheet:popover-open').getByRole('button', { name: 'Remove second factor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
    await page.getByText('Second factor removed.').waitFor();
    await row.getByText('–').waitFor();
  });
});
