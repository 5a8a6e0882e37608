import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

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

/** A session of one's own, for it is ended here. */
async function openOwn(
  rig: ConsoleRig,
  path = '/',
): Promise<ConsolePage & { own: { name: string; password: string } }> {
  const own = await rig.account('reviewer', 'own-session');
  return { ...(await rig.open('reviewer', { login: 'own-session', fresh: true, path })), own };
}

/** The appliance does not hear that the session is over, until the next call of what this gives. */
async function deafen(page: Page): Promise<() => Promise<void>> {
  const pattern = '**/session';
  await page.route(pattern, (route) =>
    route.request().method() === 'DELETE' ? route.abort('connectionrefused') : route.fallback(),
  );
  return () => page.unroute(pattern);
}

describe('the end of a session', () => {
  tests.test('that the appliance did not hear holds when the page is loaded anew', async (rig) => {
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

  tests.test('is told the appliance as soon as it hears', async (rig) => {
    const { page } = await openOwn(rig);
    const hear = await deafen(page);
    await choose(page, 'Log out');
    await login(page).waitFor();
    await hear();
    await expect.poll(() => sessionOf(page)).toBe(null);
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
    await other.getByRole('button', { name: 'Log in as somebody else' }).click();
    await other.getByLabel('Login').fill(next.login);
    await enter(other, next);
    await queue(other).waitFor();
    // Whatever is done in either window is done by whom it names.
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
    await page.getByText('Nothing matches').waitFor();
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
