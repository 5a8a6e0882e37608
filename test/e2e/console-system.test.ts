import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import type { AuditPageAnswer } from '../../server/contract/audit.ts';
import type { BackupAnswer } from '../../server/contract/backups.ts';
import type { PolicyAnswer } from '../../server/contract/policies.ts';
import type { SettingsAnswer } from '../../server/contract/settings.ts';
import type { SystemKeysAnswer } from '../../server/contract/system-keys.ts';
import type { SystemStateAnswer } from '../../server/contract/system-state.ts';
import { must } from '../../server/lib/assert.ts';
import { writeMeta } from '../../server/vault/key-meta.ts';
import { openKeyStore } from '../../server/vault/key-store.ts';
import { tempFolder } from '../support/folder.ts';
import { LISTED_COMPANY, writeSmallList } from '../support/lists.ts';
import { createClient } from '../support/verification-client.ts';
import { type ConsolePage, type ConsoleRig, useConsole, WIDTHS } from './console/harness.ts';

const LANGUAGES = ['fr', 'x-rtl'] as const;

describe('the policy', () => {
  const tests = useConsole();

  tests.test('is changed with a reason after a look at the difference, and then holds', async (rig) => {
    const shown = await rig.open('administrator', { path: '/policy' });
    const { page } = shown;
    await looksRight(shown);
    await page.getByRole('textbox', { name: 'Possible hit from', exact: true }).fill('0.5');
    await page.getByText('Enter a value from 0.7 to 1.').waitFor();
    expect(await page.getByRole('button', { name: 'Review and save' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Possible hit from', exact: true }).fill('0.88');
    await page.getByRole('checkbox', { name: 'Second person' }).check();
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('image_glare');
    await page.getByRole('combobox', { name: 'Finding: Glare' }).selectOption('fail');
    await page.getByText('3 unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog');
    for (const difference of [/Possible hit from 0.85 0.88/, /Second person No Yes/, /Finding: Glare Information Fail/])
      await dialog.getByRole('row', { name: difference }).waitFor();
    await shown.axe();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The committee of May decided so.');
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Version 2 is in effect.').waitFor();
    await shown.settled();

    const { version, note, values } = await policyOf(rig);
    expect({ version, note }).toEqual({ version: 2, note: 'The committee of May decided so.' });
    expect(values).toMatchObject({
      'screening.possible_from': 0.88,
      'review.four_eyes': true,
      'severity.image_glare': 'fail',
    });
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByText('The committee of May decided so.').waitFor();
    await page.getByRole('row', { name: /Second person No Yes/ }).waitFor();
    await looksRight(shown);
    await page.getByRole('link', { name: 'Full policy' }).first().click();
    await page.getByRole('heading', { name: 'Version 2' }).waitFor();
    await looksRight(shown);
  });

  tests.test('says what somebody else changed meanwhile, and keeps what was typed', async (rig) => {
    const before = await policyOf(rig);
    const shown = await rig.open('administrator', { path: '/policy' });
    const { page } = shown;
    await page.getByRole('textbox', { name: 'High risk', exact: true }).fill('70');
    await page.getByRole('textbox', { name: 'Medium risk', exact: true }).fill('35');
    const changes = { 'kyb.risk.high_from': 80, 'quality.cut_letters_max': 4 };
    await rig.api('POST', '/v1/policies', { based_on: before.version, note: 'From elsewhere.', changes });

    shown.expectStatus(409);
    await page.getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Fewer reviews.');
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await dialog.getByRole('heading', { name: 'Another person changed the policy meanwhile' }).waitFor();
    await dialog.getByText('From elsewhere.').waitFor();
    await dialog.getByRole('row', { name: /High risk Also changed by others 80 points 70 points/ }).waitFor();
    await shown.axe();
    expect((await policyOf(rig)).version).toBe(before.version + 1);

    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText(`Version ${before.version + 2} is in effect.`).waitFor();
    const { values } = await policyOf(rig);
    expect(values).toMatchObject({
      'kyb.risk.high_from': 70,
      'kyb.risk.medium_from': 35,
      'quality.cut_letters_max': 4,
    });
  });

  tests.test('previews how many stored records a threshold would hit', async (rig) => {
    using folder = tempFolder();
    const client = createClient(rig.base, rig.key);
    await client.importList(writeSmallList(folder.path), 'small', 'Small list');
    for (const legal_name of [LISTED_COMPANY.legal_name, 'Brackwater Nimbus Frei', 'Ordinary Bakery Ltd'])
      await client.verifyCompany({ company: { legal_name, country: 'MT', address: { country: 'MT' } } });

    const shown = await rig.open('administrator', { path: '/policy' });
    const { page } = shown;
    await page.getByText('Preview hits').click();
    await page.getByRole('button', { name: 'Count hits' }).click();
    const words = page.getByText(/of 3 records would have a possible hit/);
    await words.waitFor();
    const slider = page.getByRole('slider', { name: 'Possible hit from' });
    await slider.focus();
    await page.keyboard.press('End');
    await page.getByText('From 0.99, 1 of 3 records would have a possible hit.').waitFor();
    await page.keyboard.press('Home');
    await page.getByText('From 0.7, 2 of 3 records would have a possible hit.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Possible hit from', exact: true }).inputValue()).toBe('0.7');
    await page.getByText('Show as table').click();
    await page.getByRole('row', { name: '0.99 1' }).waitFor();
    await shown.axe();
    await shown.fits();
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByRole('textbox', { name: 'Possible hit from', exact: true }).inputValue()).not.toBe('0.7');
  });

  tests.test('is read by an auditor, who cannot change it', async (rig) => {
    const shown = await rig.open('auditor', { path: '/policy' });
    const { page } = shown;
    await page.getByText('An administrator can change it.').waitFor();
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0);
    expect(await page.locator('main').getByRole('checkbox').count()).toBe(0);
    expect(await page.getByText('Preview hits').count()).toBe(0);
    await shown.axe();
    const { version } = await policyOf(rig);
    const changes = { 'review.four_eyes': false };
    await rig.api(
      'POST',
      '/v1/policies',
      { based_on: version, note: 'No.', changes },
      { as: must(shown.account, 'an auditor is logged in'), expect: 403 },
    );
  });

  for (const lang of LANGUAGES)
    tests.test(`reads well in ${lang}`, async (rig) => {
      const shown = await rig.open('administrator', { path: '/policy', lang, theme: 'dark' });
      await looksRight(shown);
      await shown.visit('/policy?view=versions');
      await looksRight(shown);
    });
});

describe('a clock that may be wrong', () => {
  const rightMs = Date.UTC(2024, 0, 15, 12);
  const tests = useConsole({
    fill({ dataDir, masterKeyFile }) {
      mkdirSync(dataDir, { recursive: true });
      const keys = openKeyStore(join(dataDir, 'keys.db'), { kind: 'file', path: masterKeyFile });
      writeMeta(keys.db, 'clock', Buffer.from(JSON.stringify({ rightMs, ranMs: 0, doubt: null })));
      keys.close();
    },
  });

  tests.test('is reported, and confirmed by a person', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByText('The clock of this machine may be wrong')
      .waitFor();
    await looksRight(shown);
    const confirm = page.getByRole('button', { name: 'Confirm the time' });
    await confirm.focus();
    await page.keyboard.press('Enter');
    await confirm.waitFor({ state: 'detached' });
    expect((await rig.api<SystemStateAnswer>('GET', '/v1/system')).clock.problem).toBeNull();
    expect(await page.getByText("This machine's clock may be wrong").count()).toBe(0);
  });
});

describe('the system', () => {
  const folder = tempFolder();
  afterAll(() => folder[Symbol.dispose]());
  const [backups, keys] = ['backups', 'keys'].map((name) => join(folder.path, name));
  // No setting names the place of the master key, so it can be moved.
  const settings = { CUSTOS_BACKUP_DIR: backups, CUSTOS_BACKUP_KEYS_DIR: keys, CUSTOS_MASTER_KEY_FILE: undefined };
  const tests = useConsole({ settings });

  tests.test('says first what needs attention, then what it is', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const warnings = page.getByRole('region', { name: 'Needs attention' });
    await warnings.getByText('No watchlist is loaded, so nobody can pass. Import one.').waitFor();
    expect(await warnings.getByRole('link', { name: 'View' }).first().getAttribute('href')).toBe('/lists');
    await page.getByRole('row', { name: /^Faces Ready/ }).waitFor();
    const { models } = await rig.api<SystemStateAnswer>('GET', '/v1/system');
    expect(await page.getByRole('table', { name: 'Models' }).getByText('matches').count()).toBe(models.length);
    for (const range of ['7 days', '30 days', '24 hours']) {
      await page.getByRole('button', { name: range }).click();
      await shown.settled();
      await page.getByRole('figure', { name: 'Results' }).waitFor();
    }
    await page.getByText('Show as table').first().click();
    await page.getByRole('table', { name: 'Results' }).getByRole('row').nth(24).waitFor();
    await looksRight(shown);
  });

  tests.test('makes a backup now, which appears in the list', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const before = await backupsOf(rig);
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('Backup created.').waitFor();
    const after = await backupsOf(rig);
    expect(after.length).toBe(before.length + 1);
    expect(after.every(({ status }) => status === 'completed')).toBe(true);
    await expect.poll(() => page.getByRole('row', { name: /Complete/ }).count()).toBe(after.length);
  });

  tests.test('changes settings that are in force at once, and shows which the environment fixes', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const settings = page.locator('#settings');
    const row = (name: string) => settings.getByRole('row').filter({ hasText: name });
    await row('Allowed webhook addresses').getByText('local').waitFor();
    await row('Key archive folder').getByText('set by CUSTOS_BACKUP_KEYS_DIR').waitFor();
    await row('Languages of printed text').getByText('French, German, Spanish, Portuguese').waitFor();
    const change = page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true });
    await settings.getByRole('button', { name: 'Change: Backups to keep' }).click();
    await page.getByRole('spinbutton', { name: 'Backups to keep' }).fill('100000');
    shown.expectStatus(400);
    await change.click();
    await page
      .getByRole('dialog')
      .getByText(/Backups to keep must be a whole number from 1 to/)
      .waitFor();
    await page.getByRole('spinbutton', { name: 'Backups to keep' }).fill('3');
    await page.keyboard.press('Enter');
    await page.getByText('Changed. The setting is in effect.').waitFor();
    await row('Backups to keep').getByText('3', { exact: true }).waitFor();
    await settings.getByRole('button', { name: 'Change: Languages of printed text' }).click();
    const languages = page.getByRole('dialog').getByRole('checkbox');
    // `all` does not wait for the elements.
    await languages.first().waitFor();
    for (const language of await languages.all()) {
      const name = await language.evaluate((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? '');
      await language.setChecked(['French', 'German'].includes(name.trim()));
    }
    await change.click();
    await row('Languages of printed text').getByText('French, German', { exact: true }).waitFor();
    const { values } = await rig.api<SettingsAnswer>('GET', '/v1/system/settings');
    expect(values).toMatchObject({ backup_keep: 3, languages: ['fra', 'deu'] });
    await shown.axe();
    await shown.fits();
    await shown.shot('settings');
  });

  tests.test('makes a recovery key, which is in force when it is typed back', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    await page.getByRole('button', { name: 'Create recovery key' }).click();
    await page.getByRole('button', { name: 'Show key' }).click();
    const key = await page.getByRole('dialog').getByRole('status', { name: 'Recovery key' }).textContent();
    expect(key).toMatch(/^\w{8}(-\w{8})+$/);
    await shown.axe();
    expect((await keysOf(rig)).recovery_key).toMatchObject({ set: false });
    await page.getByRole('button', { name: 'I have written it down' }).click();

    shown.expectStatus(400);
    await page.getByRole('textbox', { name: 'Recovery key' }).fill('AAAAAAA-BBBBBBB');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('This is not the key that was shown. Compare each group.').waitFor();
    await shown.axe();
    await page.getByRole('textbox', { name: 'Recovery key' }).fill((key ?? '').toLowerCase().replaceAll('-', ' '));
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('The recovery key is active.').waitFor();
    expect((await keysOf(rig)).recovery_key).toMatchObject({ set: true, pending: null });
    await page.getByRole('button', { name: 'Replace recovery key' }).waitFor();
  });

  tests.test('moves the master key to another file', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const path = join(folder.path, 'moved.key');
    await page.getByRole('button', { name: 'Move master key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Path of the new key file' }).fill('not/whole.key');
    shown.expectStatus(400);
    await dialog.getByRole('button', { name: 'Move key' }).click();
    await dialog.getByRole('alert').waitFor();
    await shown.axe();
    await dialog.getByRole('textbox', { name: 'Path of the new key file' }).fill(path);
    await dialog.getByRole('button', { name: 'Move key' }).click();
    await page.getByText('The key was moved.').waitFor();
    expect((await keysOf(rig)).master_key).toMatchObject({ kind: 'file', path, inside_data_folder: false });
  });

  tests.test('is not for others than administrators, and not of test data', async (rig) => {
    const shown = await rig.open('auditor', { path: '/system' });
    await shown.page.getByRole('heading', { name: 'Your role has no access' }).waitFor();
    const reviewer = await rig.open('reviewer', { path: '/audit' });
    await reviewer.page.getByRole('heading', { name: 'Your role has no access' }).waitFor();
    const admin = await rig.open('administrator', { path: '/system' });
    await admin.showData('test');
    await admin.page.getByRole('heading', { name: 'Only for live data' }).waitFor();
    await admin.axe();
    await admin.page.getByRole('button', { name: 'Show live data' }).click();
    await admin.page.getByRole('heading', { name: 'Engines' }).waitFor();
  });

  tests.test('shows the audit log in words, narrows it, checks it and exports it', async (rig) => {
    const shown = await rig.open('auditor', { path: '/audit' });
    const { page } = shown;
    await page
      .getByRole('row', { name: /Logged in/ })
      .first()
      .waitFor();
    await looksRight(shown);
    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Operator created' });
    await shown.settled();
    expect(await page.getByRole('row', { name: /Operator created/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('row', { name: /Logged in/ }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?action=operator.created');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByRole('heading', { name: 'No entry matches all filters' }).waitFor();
    await shown.axe();
    await page.getByRole('button', { name: 'Clear filters' }).click();

    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByRole('heading', { name: 'The audit log is intact' }).waitFor();
    await looksRight(shown);

    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const path = await (await saved).path();
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const { data } = await rig.api<AuditPageAnswer>('GET', '/v1/audit?action=audit.exported');
    expect(data[0]?.actor.id).toBe(shown.account?.id);
    expect(lines.length).toBeGreaterThanOrEqual(Number(data[0]?.id));
  });

  for (const lang of LANGUAGES)
    tests.test(`reads well in ${lang}`, async (rig) => {
      const shown = await rig.open('administrator', { path: '/system', lang, theme: 'dark' });
      await looksRight(shown);
      await shown.visit('/audit');
      await looksRight(shown);
    });
});

const policyOf = (rig: ConsoleRig) => rig.api<PolicyAnswer>('GET', '/v1/policies/current');
const keysOf = (rig: ConsoleRig) => rig.api<SystemKeysAnswer>('GET', '/v1/system/keys');
const backupsOf = async (rig: ConsoleRig) => (await rig.api<{ data: BackupAnswer[] }>('GET', '/v1/backups')).data;

/** At every width axe finds nothing, and nothing extends beyond the window. */
async function looksRight(shown: ConsolePage): Promise<void> {
  for (const width of WIDTHS) {
    await shown.resize(width);
    await shown.fits();
  }
  await shown.resize(1280);
  await shown.axe();
}
