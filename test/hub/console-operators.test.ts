import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../renderer/manual/chapter.ts';
import { ERROR_KINDS } from '../../server/lib/errors.ts';
import { testClock } from '../support/clock.ts';
import { addHealth, addRecord, enrolBranch, sendAll } from '../support/hub/branch.ts';
import { logInAt, needsChromium, openAccountMenu, openChromium, openHubPage } from '../support/hub/console.ts';
import { describeHub } from '../support/hub/database.ts';
import {
  HUB_ADMINISTRATOR,
  hubAdministrator,
  hubOperator,
  runningHub,
  type TestRunningHub,
} from '../support/hub/running.ts';

const STEP_MS = 30_000;
const SCREENS = ['branches', 'records', 'rollouts', 'files', 'operators', 'audit'];
const OF_ADMINISTRATORS = SCREENS.slice(2);
/** The password that `hubOperator` gives. */
const passwordOf = (login: string): string => `${login} likes long walks`;

async function branchesOf({ hub }: TestRunningHub, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const branch = await enrolBranch(hub, name);
    addHealth(branch);
    addRecord(branch, `ver_${name.toLowerCase()}_1`, { reasons: ['face_mismatch'] });
    await sendAll(hub, branch);
    ids.push(branch.id);
  }
  return ids;
}

/** Presses every button of the screen that opens or asks for something, and closes what it opens. Returns their names. */
async function pressAll(page: Page): Promise<string[]> {
  const pressed: string[] = [];
  const buttons = page.locator('main button:visible');
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at);
    pressed.push((await button.getAttribute('aria-label')) ?? (await button.innerText()));
    await button.click();
    await page.waitForFunction(() => document.querySelector('.loading') === null);
    await page.keyboard.press('Escape');
  }
  return pressed;
}

describeHub('the operators of the hub in its console', (program) => {
  test(
    'set up a second factor, log in with it, and get it removed by another administrator',
    needsChromium,
    async () => {
      const clock = testClock(Date.now());
      await using running = await runningHub(program, clock);
      const ada = await hubAdministrator(running);
      await hubOperator(running, ada, { login: 'bob', role: 'hub_administrator', branches: 'all' });
      await using browser = await openChromium();
      const { page, faults, check } = await openHubPage(browser, running.url);
      const { login, password } = HUB_ADMINISTRATOR;
      await logInAt(page, login, password);

      await openAccountMenu(page);
      await page.getByText('Second factor', { exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Current password').fill(password);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.locator('.qr-code').waitFor();
      await check('factor-scan');
      const secret = (await dialog.getByLabel('Secret').innerText()).replaceAll(/\s/g, '');
      const code = (): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
      await dialog.getByRole('textbox', { name: 'Code' }).fill(code());
      await dialog.getByRole('button', { name: 'Set up' }).click();
      const recovery = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await recovery.first().waitFor();
      expect(await recovery.count()).toBe(10);
      await check('factor-recovery');
      await dialog.getByRole('button', { name: 'I have saved' }).click();
      await page.getByText('Your second factor is set up.').waitFor();
      await openAccountMenu(page);
      await page.getByText('Log out').click();
      expect(faults).toEqual([]);

      clock.advance(STEP_MS);
      await logInAt(page, login, password);
      const field = page.getByRole('textbox', { name: 'Code' });
      await field.waitFor();
      expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
      await check('login-code');
      await field.fill('000000');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('The code is wrong or was already used').waitFor();
      await field.fill(code());
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { name: 'Branches', level: 1 }).waitFor();
      expect(faults.splice(0).map((fault) => fault.split(' ')[0])).toEqual(['401', '401']);
      await openAccountMenu(page);
      await page.getByText('Log out').click();

      await logInAt(page, 'bob', passwordOf('bob'));
      await page.getByRole('link', { name: 'Operators' }).click();
      await page.getByRole('cell', { name: 'set up', exact: true }).waitFor();
      await page.getByRole('button', { name: /Ada Lindqvist/ }).click();
      await page.getByText('Remove second factor').click();
      await check('factor-remove');
      await dialog.getByRole('button', { name: 'Remove second factor' }).click();
      await page.getByRole('cell', { name: 'set up', exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByText('Second factor of an operator removed').waitFor();
      expect(faults).toEqual([]);
    },
  );

  test('whose role needs a second factor see nothing else before they set it up', needsChromium, async () => {
    const clock = testClock(Date.now());
    await using running = await runningHub(program, clock, ['hub_viewer']);
    const ada = await hubAdministrator(running);
    await hubOperator(running, ada, { login: 'vera', role: 'hub_viewer', branches: 'all' });
    await using browser = await openChromium();
    const { page, faults, check } = await openHubPage(browser, running.url);
    await logInAt(page, 'vera', passwordOf('vera'));
    await page.getByText('Your role requires a code').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await check('factor-needed');
    await page.getByLabel('Current password').fill(passwordOf('vera'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.qr-code').waitFor();
    const secret = (await page.getByLabel('Secret').innerText()).replaceAll(/\s/g, '');
    await page
      .getByRole('textbox', { name: 'Code' })
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() }));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'I have saved' }).click();
    await page.getByRole('heading', { name: 'Branches', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  test('who only view, all branches or three, meet no button or address that is refused', needsChromium, async () => {
    await using running = await runningHub(program);
    const [lille = '', lyon = '', metz = '', , paris = ''] = await branchesOf(running, [
      'Lille',
      'Lyon',
      'Metz',
      'Nice',
      'Paris',
    ]);
    const ada = await hubAdministrator(running);
    await hubOperator(running, ada, { login: 'vera', role: 'hub_viewer', branches: 'all' });
    await hubOperator(running, ada, { login: 'otto', role: 'hub_viewer', branches: [lille, metz, paris] });
    await using browser = await openChromium();
    for (const [login, seen, unseen] of [
      ['vera', ['Lille', 'Lyon', 'Metz', 'Nice', 'Paris'], []],
      ['otto', ['Lille', 'Metz', 'Paris'], ['Lyon', 'Nice']],
    ] as const) {
      const { page, faults, check } = await openHubPage(browser, running.url);
      await logInAt(page, login, passwordOf(login));
      await page.getByRole('link', { name: 'Lille' }).waitFor();
      const links = page.getByRole('navigation').getByRole('link');
      expect((await links.allInnerTexts()).map((text) => text.trim())).toEqual(['Branches', 'Records', 'Help']);
      await check(`branches-${login}`);
      for (const name of seen) expect(await page.getByRole('link', { name }).count()).toBe(1);
      for (const name of unseen) expect(await page.getByText(name).count()).toBe(0);
      expect(await pressAll(page)).toEqual([]);

      await page.getByRole('link', { name: 'Lille' }).click();
      await page.getByRole('heading', { name: 'Lines' }).waitFor();
      await check(`branch-${login}`);
      // Only what copies a fingerprint.
      expect((await pressAll(page)).filter((name) => !/Copy|SHA|fingerprint/i.test(name))).toEqual([]);

      await page.getByRole('link', { name: 'Records' }).click();
      await page.getByText('ver_lille_1').waitFor();
      await check(`records-${login}`);
      const options = await page.getByLabel('Branch').locator('option').allInnerTexts();
      expect(options).toEqual(['All', ...seen]);
      for (const name of unseen) expect(await page.getByText(`ver_${name.toLowerCase()}_1`).count()).toBe(0);
      expect(await pressAll(page)).toContain('ver_lille_1');

      // An address that somebody else sent.
      for (const screen of OF_ADMINISTRATORS) {
        await page.goto(`${running.url}/#/${screen}`);
        await page.getByRole('heading', { name: 'Your role has no access' }).waitFor();
      }
      await check(`forbidden-${login}`);
      expect(faults).toEqual([]);
      await page.goto(`${running.url}/#/branches/${lyon}`);
      if (login === 'vera') await page.getByRole('heading', { name: 'Lyon' }).waitFor();
      else await page.getByText('There is no such branch').first().waitFor();
      expect(faults.filter((fault) => !fault.startsWith('404'))).toEqual([]);
      await page.context().close();
    }
  });

  test('find help: each link leads to a page of the manual, and to a place on it', needsChromium, async () => {
    await using running = await runningHub(program);
    const { url } = running;
    await hubAdministrator(running);
    await using browser = await openChromium();
    const pages = new Map<string, string>();
    const expectPlace = async (href: string): Promise<void> => {
      const [path = '', anchor] = href.split('#');
      const known = pages.get(path);
      const answer = known === undefined ? await fetch(`${url}${path}`) : null;
      if (answer) expect(answer.status, href).toBe(200);
      const html = known ?? String(await answer?.text());
      pages.set(path, html);
      if (anchor !== undefined) expect(html, href).toContain(` id="${anchor}"`);
    };
    for (const language of LANGUAGES) {
      const { page, faults } = await openHubPage(browser, url, { locale: language === 'fr' ? 'fr-FR' : 'en-GB' });
      const atLogin = await page.locator('a[target]').getAttribute('href');
      expect(atLogin).toBe(`/manual/${language}/run-a-hub#operators`);
      await expectPlace(String(atLogin));
      await page.locator('input[autocomplete=username]').fill(HUB_ADMINISTRATOR.login);
      await page.locator('input[type=password]').fill(HUB_ADMINISTRATOR.password);
      await page.locator('button[type=submit]').click();
      const help = page.locator('nav.side a[target]');
      await help.waitFor();
      const hrefs = new Set<string>();
      for (const screen of SCREENS) {
        await page.goto(`${url}/#/${screen}`);
        await page.locator(`a[aria-current=page][href="#/${screen}"]`).waitFor();
        hrefs.add(String(await help.getAttribute('href')));
      }
      expect(hrefs.size).toBe(SCREENS.length);
      for (const href of hrefs) await expectPlace(href);
      // The link beside every refusal, and the type of every problem.
      for (const code of Object.keys(ERROR_KINDS)) {
        await expectPlace(`/manual/${language}/reference/codes#${code}`);
        const typed = await fetch(`${url}/problems/${code}`, {
          headers: { 'accept-language': language },
          redirect: 'manual',
        });
        expect(typed.headers.get('location')).toBe(`/manual/${language}/reference/codes#${code}`);
      }
      // The pages themselves, with their style and their search.
      await page.goto(`${url}/manual/${language}/run-a-hub`);
      await page.getByRole('searchbox').fill('Patroni');
      for (const file of [...(pages.get(`/manual/${language}/run-a-hub`) ?? '').matchAll(/"(\/console\/[^"]+)"/g)]) {
        expect((await fetch(`${url}${file[1]}`)).status, file[1]).toBe(200);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
