import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  CALLBACK,
  CLIENT_ID,
  CLIENT_SECRET,
  openProvider,
  openTlsServer,
  type TestProvider,
} from '../support/directory/provider.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

/** The browser knows no authority of the test; what the appliance trusts is what is tested. */
const tests = useConsole({
  browserArgs: ['--ignore-certificate-errors'],
  async prepare({ base }) {
    // The browser resolves no names, so the provider is named by its address.
    provider = await openProvider([`${base}${CALLBACK}`], { host: '127.0.0.1' });
    return provider;
  },
});
let provider: TestProvider;

const section = (page: Page) => page.locator('#directory');
const dialogOf = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });
const offer = (page: Page) => page.getByRole('button', { name: 'Log in with Staff login' });
const GRACE = { login: 'grace', name: 'Grace Hopper' };

/** A browser that is not logged in, at the login page. */
async function openLogin(rig: ConsoleRig, path = '/'): Promise<ConsolePage> {
  const shown = await rig.open(null, { path });
  shown.watched.expectOrigin(provider.origin);
  return shown;
}

async function logInAs(page: Page, name: string): Promise<void> {
  await offer(page).click();
  await page.getByRole('link', { name }).click();
}

async function save(rig: ConsoleRig, change: object): Promise<void> {
  await rig.api('PATCH', '/v1/system/directory', change);
}

const oidc = () => ({
  issuer: provider.origin,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  groups_claim: 'groups',
  scope: 'openid profile',
});

tests.test(
  'an administrator sets the directory up, tries the connection and gives groups a role, by keyboard',
  async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    expect(await section(page).textContent()).toContain('No group has a role yet');
    await section(page).getByRole('button', { name: 'Set up' }).press('Enter');
    await dialogOf(page).getByLabel('Name').fill('Staff login');
    await dialogOf(page).getByLabel('Issuer').fill(provider.origin);
    await dialogOf(page).getByLabel('Client', { exact: true }).fill(CLIENT_ID);
    await dialogOf(page).getByLabel('Secret of the client').fill('wrong');
    await dialogOf(page).getByLabel('Authority (CA)').fill(provider.ca);
    await shown.axe();
    await shown.shot('directory-settings', { full: false });
    await inDialog(page, 'Save').press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    const tryIt = section(page).getByRole('button', { name: 'Try the connection' });
    await tryIt.press('Enter');
    await section(page).getByText('The provider does not accept this appliance.').waitFor();
    await section(page).getByRole('button', { name: 'Settings' }).click();
    await dialogOf(page).getByLabel('Secret of the client').fill(CLIENT_SECRET);
    await inDialog(page, 'Save').click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await tryIt.click();
    await section(page).getByText('It knows this client: works.').waitFor();

    await section(page).getByRole('button', { name: 'Change groups' }).press('Enter');
    await dialogOf(page).getByLabel('Group', { exact: true }).fill('custos-reviewers');
    await inDialog(page, 'Add a group').press('Enter');
    await dialogOf(page).getByLabel('Group', { exact: true }).nth(1).fill('custos-audit');
    await dialogOf(page).getByLabel('Role').nth(1).selectOption('auditor');
    await inDialog(page, 'Add a group').click();
    await shown.axe();
    await shown.fits();
    await shown.shot('directory-groups', { full: false });
    await inDialog(page, 'Remove row 3').press('Enter');
    await inDialog(page, 'Save').click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await section(page).getByRole('cell', { name: 'custos-audit' }).waitFor();
    await section(page).getByRole('button', { name: 'Turn on' }).press('Enter');
    await inDialog(page, 'Turn on').press('Enter');
    await section(page).getByText('is out after at most 10 minutes').waitFor();
    await shown.axe();
    await shown.fits();
    await section(page).scrollIntoViewIfNeeded();
    await shown.shot('directory-section', { full: false });
    expect(await section(page).textContent()).toContain(`${rig.base}${CALLBACK}`);
    for (const [name, options] of [
      ['directory-section-dark', { theme: 'dark' }],
      ['directory-section-fr', { lang: 'fr' }],
      ['directory-section-rtl', { lang: 'x-rtl' }],
    ] as const) {
      const other = await rig.open('administrator', { path: '/system', width: 768, ...options });
      await other.axe();
      await other.fits();
      await section(other.page).scrollIntoViewIfNeeded();
      await other.shot(name, { full: false });
    }
  },
);

tests.test(
  'a person logs in by the provider and comes back to the page, and one who is disabled or in no group does not get in',
  async (rig) => {
    provider.people.set('s-1', { ...GRACE, groups: ['custos-reviewers'] });
    const shown = await openLogin(rig, '/alerts');
    const { page } = shown;
    await offer(page).waitFor();
    await shown.axe();
    await shown.shot('directory-login');
    await offer(page).press('Enter');
    await page.getByRole('link', { name: GRACE.name }).click();
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/alerts');
    const menu = page.locator('.side-end .menu > button');
    expect(await menu.textContent()).toMatch(/Grace Hopper.*Reviewer/);
    await menu.click();
    expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0);

    const operators = await rig.open('administrator', { path: '/operators' });
    const row = operators.page.getByRole('row', { name: /Grace Hopper/ });
    await row.getByText('Directory', { exact: true }).waitFor();
    await operators.axe();
    await operators.shot('directory-operators');

    provider.people.set('s-2', { login: 'alan', name: 'Alan Turing', groups: ['custos-reviewers'], disabled: true });
    provider.people.set('s-3', { login: 'mary', name: 'Mary Jackson', groups: ['others'] });
    for (const [name, said] of [
      ['Alan Turing', 'The directory did not let you in'],
      ['Mary Jackson', 'You are in no group that has a role here'],
    ] as const) {
      const refused = await openLogin(rig);
      await logInAs(refused.page, name);
      await refused.page.getByRole('alert').getByText(said).waitFor();
      await refused.axe();
      await refused.shot(`directory-refused-${name.split(' ')[0]}`);
      expect(new URL(refused.page.url()).search).toBe('');
    }
  },
);

tests.test(
  'a person whose group has changed is out, and the browser comes back with the new role without typing',
  async (rig) => {
    provider.people.set('s-1', { ...GRACE, groups: ['custos-reviewers'] });
    const { page, watched } = await openLogin(rig);
    watched.expectStatus(401);
    await logInAs(page, GRACE.name);
    const menu = page.locator('.side-end .menu > button');
    await menu.getByText('Reviewer').waitFor();
    provider.people.set('s-1', { ...GRACE, groups: ['custos-audit'] });
    // After a change of the table, the directory is asked again at once instead of some minutes later.
    await save(rig, {
      groups: [
        { group: 'custos-reviewers', role: 'reviewer' },
        { group: 'CUSTOS-AUDIT', role: 'auditor' },
      ],
    });
    await menu.getByText('Auditor').waitFor();
  },
);

tests.test('a wrong certificate and a provider that hangs are explained, and a local account gets in', async (rig) => {
  await using other = await openTlsServer();
  await save(rig, { ca: other.ca });
  const untrusted = await openLogin(rig);
  untrusted.expectStatus(503);
  await offer(untrusted.page).click();
  await untrusted.page.getByRole('alert').getByText('certificate is not trusted').waitFor();
  await untrusted.axe();
  await untrusted.shot('directory-certificate');

  provider.answer(null);
  await save(rig, { ca: provider.ca, oidc: oidc() });
  const hanging = await openLogin(rig);
  const { page } = hanging;
  hanging.expectStatus(503);
  await offer(page).click();
  await page.getByRole('alert').getByText('did not answer in time').waitFor();
  await hanging.axe();
  await hanging.shot('directory-hangs');
  const local = await rig.account('auditor');
  await page.getByLabel('Login', { exact: true }).fill(local.login);
  await page.getByLabel('Password', { exact: true }).fill(local.password);
  await page.keyboard.press('Enter');
  await page.locator('.side-end .menu > button').getByText(local.name).waitFor();
});
