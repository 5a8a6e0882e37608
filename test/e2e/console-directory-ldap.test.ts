import { Attribute, Change } from 'ldapts';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { hasChromium } from '../support/chromium.ts';
import { ACCOUNT, type Authority, GROUPS, newAuthority, PASSWORD, PEOPLE, startBank } from '../support/ldap/people.ts';
import { hasSlapd, type Slapd, WHY_NO_SLAPD } from '../support/ldap/slapd.ts';
import { skipUnless } from '../support/skip.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

const tests = useConsole();
const ALICE = `uid=alice,${PEOPLE}`;
const REVIEWERS = `cn=reviewers,${GROUPS}`;

describe('login by LDAP', skipUnless(hasSlapd, WHY_NO_SLAPD), () => {
  let site: Authority;
  let slapd: Slapd;
  beforeAll(async () => {
    if (!hasChromium()) return;
    site = await newAuthority();
    slapd = await startBank(await site.issue({ names: ['127.0.0.1'] }));
  });
  afterAll(() => slapd?.stop());

  const change = (dn: string, type: string, values: string[], operation: 'add' | 'delete' | 'replace' = 'replace') =>
    slapd.asRoot((client) =>
      client.modify(dn, new Change({ operation, modification: new Attribute({ type, values }) })),
    );

  async function enter({ page }: ConsolePage, login: string, password: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Login' }).fill(login);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: /^(Log in|Unlock)$/ }).click();
  }

  const patch = (rig: ConsoleRig, body: object): Promise<unknown> => rig.api('PATCH', '/v1/system/directory', body);
  const heading = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  tests.test('is set up on the page System, tried, and switched on', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const section = page.locator('#directory');
    await section.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^LDAP/ }).check();
    await dialog.getByLabel('Name', { exact: true }).fill('Staff');
    await dialog.getByLabel('Servers').fill(`ldaps://127.0.0.1:${slapd.ldapsPort}\nldap://127.0.0.1:${slapd.ldapPort}`);
    await dialog.getByLabel('Account that searches').fill(ACCOUNT.name);
    await dialog.getByLabel('Password of the account').fill(ACCOUNT.password);
    await dialog.getByLabel('Where people are').fill(PEOPLE);
    await dialog.getByLabel('Attribute with the name').fill('cn');
    await dialog.getByLabel('Authority (CA)').fill(site.cert);
    await shown.axe();
    await dialog.getByLabel('Servers').scrollIntoViewIfNeeded();
    await shown.shot('directory-ldap-settings', { full: false });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await section.getByRole('button', { name: 'Try the connection' }).click();
    await section.getByText('works.').nth(1).waitFor();
    await section.getByRole('button', { name: 'Change groups' }).click();
    await dialog.getByLabel('Group').fill(`CN=Reviewers, ${GROUPS}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section.getByRole('cell', { name: /reviewers/i }).waitFor();
    await section.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await section.getByText(/is out after at most/).waitFor();
    await shown.axe();
    await shown.fits();
    for (const theme of ['light', 'dark'] as const) {
      const picture = await rig.open('administrator', { path: '/system', theme });
      await picture.shot(`directory-ldap-${theme}`);
    }
    const french = await rig.open('administrator', { path: '/system', lang: 'fr' });
    await french.page.locator('#directory').getByText('Serveurs').waitFor();
    await french.fits();
    await french.shot('directory-ldap-fr');
  });

  tests.test('lets a person in, and shows why others do not get in', async (rig) => {
    const shown = await rig.open(null, { path: '/alerts' });
    shown.expectStatus(401, 403, 503);
    const { page } = shown;
    await page.getByRole('radio', { name: 'Staff' }).waitFor();
    await shown.axe();
    expect(
      await page.getByRole('textbox', { name: 'Login' }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await shown.shot('login-ldap');
    await enter(shown, 'alice', 'wrong');
    await page
      .getByRole('alert')
      .getByText(/is wrong/)
      .waitFor();
    await change(ALICE, 'shadowExpire', ['0']);
    await enter(shown, 'alice', PASSWORD);
    await page
      .getByRole('alert')
      .getByText(/is wrong/)
      .waitFor();
    await change(ALICE, 'shadowExpire', []);
    await enter(shown, 'o,brien', PASSWORD);
    await page
      .getByRole('alert')
      .getByText(/no group that has a role/)
      .waitFor();
    await enter(shown, 'alice', PASSWORD);
    await heading(shown, 'Alerts');
    await page.getByRole('button', { name: 'Account: Alice Martin' }).waitFor();
  });

  tests.test('puts a person out whose group changed, at the latest when the confirmation ends', async (rig) => {
    const shown = await rig.open(null, { path: '/alerts' });
    shown.expectStatus(401, 403);
    await enter(shown, 'alice', PASSWORD);
    await heading(shown, 'Alerts');
    await change(REVIEWERS, 'member', [ALICE], 'delete');
    // After a change of the settings each session is confirmed again within the next seconds.
    await patch(rig, { name: 'Staff' });
    await shown.page.getByRole('heading', { name: /Locked/ }).waitFor();
    await enter(shown, 'alice', PASSWORD);
    await shown.page
      .getByRole('alert')
      .getByText(/no group that has a role/)
      .waitFor();
    await change(REVIEWERS, 'member', [ALICE], 'add');
    await enter(shown, 'alice', PASSWORD);
    await heading(shown, 'Alerts');
  });

  tests.test('lets only local accounts in while the certificate is wrong or the directory hangs', async (rig) => {
    const admin = await rig.admin();
    const other = await newAuthority('CN=other');
    await patch(rig, { ca: other.cert });
    const shown = await rig.open(null, { path: '/alerts' });
    shown.expectStatus(401, 503);
    const { page } = shown;
    await enter(shown, 'alice', PASSWORD);
    await page
      .getByRole('alert')
      .getByText(/does not come from the authority/)
      .waitFor();
    const machine = await rig.open('administrator', { path: '/system' });
    const section = machine.page.locator('#directory');
    await section.getByRole('button', { name: 'Try the connection' }).click();
    await section
      .getByText(/does not come from the authority in the settings/)
      .first()
      .waitFor();
    await section.scrollIntoViewIfNeeded();
    await machine.shot('directory-ldap-certificate', { full: false });
    await patch(rig, { ca: site.cert });
    slapd.hang();
    try {
      await enter(shown, 'alice', PASSWORD);
      await page
        .getByRole('alert')
        .getByText(/did not answer in time/)
        .waitFor();
      await page.getByRole('radio', { name: 'Account of this appliance' }).check();
      await enter(shown, admin.login, admin.password);
      await heading(shown, 'Alerts');
    } finally {
      slapd.goOn();
    }
    expect(await page.getByRole('button', { name: `Account: ${admin.name}` }).count()).toBe(1);
  });
});
