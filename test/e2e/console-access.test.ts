import { describe, expect } from 'vitest';
import { type ConsolePage, useConsole } from './console/harness.ts';

const tests = useConsole();

/** As in `renderer/client/session.ts`. */
const IDLE_LOCK = '10:00';

async function logIn({ page }: ConsolePage, login: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Login' }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Whether the page's session is still valid for the appliance. */
const isLoggedIn = ({ page }: ConsolePage): Promise<boolean> =>
  page.evaluate(async () => (await (await fetch('/session')).json()).operator !== null);

describe('logging in', () => {
  tests.test('shows the queue after the right password, and nothing without it', async (rig) => {
    const { login, password, name } = await rig.account('reviewer');
    const shown = await rig.open(null, { path: '/alerts' });
    const { page } = shown;
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await page.locator('nav').count()).toBe(0);
    await shown.axe();
    await shown.fits();
    shown.expectStatus(401);
    await logIn(shown, login, 'not the password');
    await page.getByRole('alert').waitFor();
    await shown.axe();
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await logIn(shown, login, password);
    // The page they had asked for.
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    await page.getByRole('button', { name: `Account: ${name}` }).click();
    await shown.axe();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await page.getByLabel('Login').inputValue()).toBe('');
    expect(await isLoggedIn(shown)).toBe(false);
  });

  tests.test('with a one-time password leads to a password of one’s own and no further', async (rig) => {
    const made = await rig.api<{ one_time_password: string }>('POST', '/v1/operators', {
      login: 'nora',
      name: 'Nora Feldmann',
      role: 'operator',
    });
    const shown = await rig.open(null);
    const { page } = shown;
    shown.expectStatus(400, 403);
    await logIn(shown, 'nora', made.one_time_password);
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await shown.axe();
    await shown.visit('/screening');
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await page.getByLabel('One-time password').fill(made.one_time_password);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Choose a password' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('New password').fill('nora likes long walks');
    await page.getByRole('button', { name: 'Choose a password' }).click();
    await page.getByRole('heading', { name: 'Screening', level: 1 }).waitFor();
  });

  tests.test('leaves nothing personal in the browser', async (rig) => {
    const { login, name } = await rig.account('reviewer');
    const shown = await rig.open('reviewer');
    const kept = await shown.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(login);
    expect(kept).not.toContain(name);
    const cookies = await shown.page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: 'Strict' },
    ]);
    expect(await shown.page.evaluate(() => document.cookie)).toBe('');
  });
});

describe('the lock', () => {
  tests.test('falls when nobody has used the console for a while, and opens where it fell', async (rig) => {
    const { login, password } = await rig.account('reviewer');
    const shown = await rig.open('reviewer', { fresh: true, clock: true, path: '/alerts' });
    const { page } = shown;
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    await page.clock.fastForward('09:00');
    // Any activity of the person counts.
    await page.keyboard.press('Shift');
    await page.clock.fastForward('09:00');
    expect(await page.getByRole('heading', { name: 'Alerts', level: 1 }).count()).toBe(1);
    await page.clock.fastForward(IDLE_LOCK);
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await shown.axe();
    expect(await page.locator('nav, table').count()).toBe(0);
    expect(await isLoggedIn(shown)).toBe(false);
    expect(await page.getByLabel('Login').inputValue()).toBe(login);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/alerts');
  });

  tests.test('falls by hand, and when the session was ended elsewhere', async (rig) => {
    const { login, name, password } = await rig.account('operator');
    const shown = await rig.open('operator', { fresh: true });
    const { page } = shown;
    shown.expectStatus(401);
    await page.getByRole('button', { name: `Account: ${name}` }).click();
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor();
    await page.evaluate(async () => {
      await fetch('/session', { method: 'DELETE' });
      // The next request shows that the session has ended. A request in progress may show it before a click.
      history.pushState(null, '', '/alerts');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    // Another person finds no data of the previous one.
    await page.getByRole('button', { name: 'Log in as someone else' }).click();
    expect(await page.getByLabel('Login').inputValue()).toBe('');
    // Not the page's whole text: it names commands for operators, and these contain the login as a word.
    expect(await page.locator('body').innerText()).not.toContain(login);
  });
});

describe('the page', () => {
  tests.test('runs no script that is not a file of its own, and asks nobody else', async (rig) => {
    const shown = await rig.open('administrator');
    const { page } = shown;
    const answer = await fetch(`${rig.base}/`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|data:|\*|https?:/);
    const tried = await page.evaluate(async () => {
      const inline = document.createElement('script');
      inline.append('window.ran = true');
      document.head.append(inline);
      const style = document.createElement('style');
      style.append('body { visibility: hidden }');
      document.head.append(style);
      const elsewhere = await fetch('http://192.0.2.1/').then(
        () => 'answered',
        () => 'refused',
      );
      return { ran: 'ran' in window, visibility: getComputedStyle(document.body).visibility, elsewhere };
    });
    expect(tried).toEqual({ ran: false, visibility: 'visible', elsewhere: 'refused' });
    // The watch on every page works: it reported every breach.
    const { problems } = shown.watched;
    for (const breach of ['require-trusted-types-for', 'style-src-elem inline', 'connect-src http://192.0.2.1/']) {
      await expect.poll(() => problems.join('\n')).toContain(`content security policy: ${breach}`);
    }
    await shown.close();
    problems.length = 0;
  });
});
