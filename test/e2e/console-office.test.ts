import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { BackupAnswer } from '../../server/contract/backups.ts';
import type { PolicyAnswer } from '../../server/contract/policies.ts';
import type { SystemKeysAnswer } from '../../server/contract/system-keys.ts';
import { tempFolder } from '../support/folder.ts';
import { type ConsolePage, useConsole } from './console/harness.ts';

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const settings = {
  CUSTOS_BACKUP_DIR: join(folder.path, 'backups'),
  CUSTOS_BACKUP_KEYS_DIR: join(folder.path, 'keys'),
  // Not set, so the master key can be moved.
  CUSTOS_MASTER_KEY_FILE: undefined,
};
const tests = useConsole({ settings });

const dialogOf = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });

tests.test('numbers of the policy arrive as they are typed, key by key, with a point or a comma', async (rig) => {
  const shown = await rig.open('administrator', { path: '/policy' });
  const { page } = shown;
  const type = async (name: string, text: string): Promise<void> => {
    const field = page.getByLabel(name, { exact: true }).first();
    await field.press('ControlOrMeta+a');
    await field.pressSequentially(text);
    expect(await field.inputValue(), name).toBe(text);
  };
  await type('Possible hit from', '0.805');
  await type('Confirmed hit from', '0,909');
  await type('High risk', '1e9');
  await page.getByText('Enter a number.').waitFor();
  expect(await page.getByRole('button', { name: 'Review and save' }).isDisabled()).toBe(true);
  await type('High risk', '77');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Typed by hand.');
  await inDialog(page, 'Activate').click();
  await page.getByText('Version 2 is in effect.').waitFor();
  const { values } = await rig.api<PolicyAnswer>('GET', '/v1/policies/current');
  expect(values).toMatchObject({
    'screening.possible_from': 0.805,
    'screening.confirmed_from': 0.909,
    'kyb.risk.high_from': 77,
  });
});

/** Creates a key and returns the secret from its dialog. */
async function makeKey({ page }: ConsolePage): Promise<string> {
  await page.getByRole('button', { name: 'Create API key', exact: true }).click();
  await page.getByLabel('What will use the key').fill('Branch portal');
  await inDialog(page, 'Create API key').click();
  const secret = dialogOf(page).getByLabel('Key', { exact: true });
  await secret.waitFor();
  return (await secret.textContent()) ?? '';
}

tests.test('a secret is lost neither by Escape nor on the way back, and is gone when it was kept', async (rig) => {
  const shown = await rig.open('administrator', { path: '/' });
  const { page } = shown;
  await shown.visit('/keys');
  const secret = await makeKey(shown);
  await page.keyboard.press('Escape');
  await page.getByText('It will not be shown again.').waitFor();
  expect(await page.getByText(secret).isVisible()).toBe(true);
  await page.goBack();
  await page.getByRole('button', { name: 'Stay', exact: true }).click();
  expect(await page.getByText(secret).isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/keys');
  await shown.axe();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText(secret).count()).toBe(0);

  const other = await makeKey(shown);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText(other).count()).toBe(0);
  await page.getByRole('button', { name: 'Create API key', exact: true }).click();
  await dialogOf(page).waitFor();
  expect(await dialogOf(page).count()).toBe(1);
});

tests.test('an appliance that is away for a moment takes no recovery key from the screen', async (rig) => {
  const shown = await rig.open('administrator', { path: '/system', clock: true });
  const { page } = shown;
  await page.getByRole('button', { name: 'Create recovery key' }).click();
  await page.getByRole('button', { name: 'Show key' }).click();
  const key = dialogOf(page).getByLabel('Recovery key', { exact: true });
  await key.waitFor();
  shown.expectStatus(503);
  const body = { type: 'about:blank', title: '', status: 503, detail: 'Away.', code: 'unavailable', errors: [] };
  await page.route('**/v1/system', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...body, instance: '/v1/system', request_id: 'x' }),
    }),
  );
  await page.clock.fastForward(11_000);
  await page.getByText('Away.').waitFor();
  expect(await key.isVisible()).toBe(true);
  await page.unroute('**/v1/system');
  await page.clock.fastForward(11_000);
  await page.getByText('Away.').waitFor({ state: 'detached' });
});

tests.test('a passphrase of the master key is typed twice: nothing brings a mistyped one back', async (rig) => {
  const shown = await rig.open('administrator', { path: '/system' });
  const { page } = shown;
  await page.getByRole('button', { name: 'Move master key' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('combobox').selectOption('passphrase');
  const move = inDialog(page, 'Move key');
  await dialog.getByLabel('Passphrase', { exact: true }).fill('nine slow otters');
  expect(await move.isDisabled()).toBe(true);
  await dialog.getByLabel('Repeat the passphrase').fill('nine slow otter');
  await dialog.getByText('The two passphrases differ.').waitFor();
  expect(await move.isDisabled()).toBe(true);
  await shown.axe();
  await dialog.getByLabel('Repeat the passphrase').fill('nine slow otters');
  await move.click();
  await page.getByText('The key is sealed.', { exact: false }).waitFor();
  const { master_key: master } = await rig.api<SystemKeysAnswer>('GET', '/v1/system/keys');
  expect(master.kind).toBe('passphrase');
});

tests.test('two clicks make one backup', async (rig) => {
  const shown = await rig.open('administrator', { path: '/system' });
  const { page } = shown;
  const count = async () => (await rig.api<{ data: BackupAnswer[] }>('GET', '/v1/backups')).data.length;
  const before = await count();
  await page.getByRole('button', { name: 'Back up now' }).dblclick();
  await page.getByText('Backup created.').waitFor();
  expect(await page.locator('.act-error').count()).toBe(0);
  expect(await count()).toBe(before + 1);
});

tests.test('a key whose creation got no answer is in the list nevertheless', async (rig) => {
  const shown = await rig.open('administrator', { path: '/keys' });
  const { page } = shown;
  shown.expectStatus(503);
  await page.route('**/v1/api-keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
    expect((await route.fetch({ headers })).status()).toBe(201);
    return route.fulfill({ status: 503, body: '' });
  });
  await page.getByRole('button', { name: 'Create API key', exact: true }).click();
  await page.getByLabel('What will use the key').fill('Lost on its way');
  await inDialog(page, 'Create API key').click();
  await dialogOf(page).getByRole('alert').waitFor();
  await inDialog(page, 'Cancel').click();
  await page.getByRole('row', { name: /Lost on its way/ }).waitFor();
});
