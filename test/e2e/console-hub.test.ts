import { describe, expect } from 'vitest';
import { en } from '../../renderer/text/en.ts';
import { fr } from '../../renderer/text/fr.ts';
import { createSigner, makeSeed } from '../../server/lib/signatures.ts';
import { makeSealingPair, nameHubKeys } from '../../server/parcel/hub-keys.ts';
import { writeInvite } from '../../server/parcel/invite.ts';
import { CONTACT_ERRORS, type ContactError } from '../../server/uplink/failure.ts';
import { useConsole, WIDTHS } from './console/harness.ts';

/** An invite of a hub that is away. */
async function inviteOfHub(): Promise<string> {
  const { publicKey: sealing } = await makeSealingPair();
  return writeInvite({
    format: 1,
    hub: 'Headquarters',
    addresses: ['https://127.0.0.1:9'],
    ca_sha256: 'cd'.repeat(32),
    hub_keys: nameHubKeys({ signing: createSigner(makeSeed()).publicKey, sealing }),
    code: '0'.repeat(32),
    expires_at: '2099-01-01T00:00:00.000Z',
  });
}

describe('the hub in the console', () => {
  const tests = useConsole();

  tests.test('is joined by keyboard, named on every screen, and left', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const section = page.getByRole('region', { name: 'Hub', exact: true });
    await section.getByText('No data leaves this site unless you connect this appliance').waitFor();
    expect(await page.getByText('Reports to Headquarters').count()).toBe(0);
    await section.getByRole('button', { name: 'Join a hub' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await shown.axe();
    shown.expectStatus(400);
    await dialog.getByLabel('Invite').fill('custos-hub-1.none');
    await dialog.getByLabel('Name of this appliance').fill('Branch North');
    await dialog.getByRole('button', { name: 'Join a hub' }).click();
    await dialog.getByText('This is not a complete invite').waitFor();
    await dialog.getByLabel('Invite').fill(await inviteOfHub());
    await dialog.getByLabel('What it sends').selectOption('1');
    await shown.shot('hub-join-1280-light');
    await dialog.getByRole('button', { name: 'Join a hub' }).click();
    await section.getByText('Awaits approval').waitFor();
    await page.getByText('Reports to Headquarters').waitFor();
    await section.getByRole('button', { name: 'Contact now' }).click();
    await page.getByText('The contact failed. Nothing answers at the address of the hub.').waitFor();
    await shown.axe();
    await shown.shot('hub-waiting-1280-light');

    await shown.goto('/lists');
    await page.getByText('Reports to Headquarters').waitFor();
    const reviewer = await rig.open('reviewer', { path: '/', theme: 'dark' });
    await reviewer.page.getByText('Reports to Headquarters').waitFor();
    await reviewer.shot('hub-reports-1280-dark');

    await shown.goto('/system');
    await section.getByRole('button', { name: 'Change what it sends' }).click();
    await dialog.getByLabel('What it sends').selectOption('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Level 0: health').waitFor();
    await section.getByRole('button', { name: 'Leave the hub' }).click();
    await dialog.getByRole('button', { name: 'Leave the hub' }).click();
    await section.getByRole('button', { name: 'Join a hub' }).waitFor();
    expect(await page.getByText('Reports to Headquarters').count()).toBe(0);
  });

  for (const [lang, texts] of [
    ['en', en],
    ['fr', fr],
  ] as const)
    tests.test(`says of each failed contact what to do, in ${lang}`, async (rig) => {
      const invite = await inviteOfHub();
      const hub = await rig.api<object>('POST', '/v1/system/hub', { invite, name: 'Branch North', level: 1 });
      const shown = await rig.open('administrator', { path: '/system', lang });
      const { page } = shown;
      let error: ContactError = 'closed';
      await page.route('**/v1/system/hub', (route) => route.fulfill({ json: { ...hub, error } }));
      await page.route('**/v1/system/hub/contact', (route) =>
        route.fulfill({ json: { object: 'hub_contact', error: null } }),
      );
      const section = page.locator('#hub');
      for (error of CONTACT_ERRORS) {
        await section.locator('.actions button').first().click();
        await section.getByText(texts[`hub_error.${error}`], { exact: true }).waitFor();
      }
      await section.scrollIntoViewIfNeeded();
      await shown.shot(`hub-problem-1280-${lang}`);
      await shown.axe();
      await page.unrouteAll({ behavior: 'wait' });
      await rig.api('DELETE', '/v1/system/hub');
    });

  for (const lang of ['fr', 'x-rtl'] as const)
    tests.test(`reads well in ${lang}`, async (rig) => {
      await rig.api('POST', '/v1/system/hub', { invite: await inviteOfHub(), name: 'Branch North', level: 1 });
      const shown = await rig.open('administrator', { path: '/system', lang, theme: 'dark' });
      await shown.page.locator('#hub dl').waitFor();
      await shown.page.locator('#hub').scrollIntoViewIfNeeded();
      await shown.shot(`hub-waiting-1280-${lang}`);
      for (const width of WIDTHS) {
        await shown.resize(width);
        await shown.fits();
      }
      await shown.resize(1280);
      await shown.axe();
      await rig.api('DELETE', '/v1/system/hub');
    });
});
