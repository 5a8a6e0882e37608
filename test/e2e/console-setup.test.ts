import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { FirstRunAnswer, SystemKeysAnswer } from '../../server/contract/system-keys.ts';
import { must } from '../../server/lib/assert.ts';
import { DEMO_LIST } from '../demo/cases.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

/** No setting names the place of the key. */
const settings = { CUSTOS_MASTER_KEY_FILE: undefined };
const OLD_LIST =
  '<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2024-03-01T00:00:00Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>ZED</FIRST_NAME><LISTED_ON>2012-12-31</LISTED_ON></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>';
const ADA = { name: 'Ada Lindqvist', login: 'ada', password: 'seven quiet herons' };

describe('the first run', () => {
  const tests = useConsole({ settings });

  tests.test('goes from the one-time code to a queue with nothing missing', async (rig) => {
    const shown = await rig.open(null);
    const { page } = shown;
    await looksRight(shown);
    await makeAdministrator(rig, shown);
    await moveMasterKey(rig, shown);
    await keepRecoveryKey(shown);
    await loadList(page);
    const key = await makeKey(page);
    // The old list is searched too, and every verification needs review because of it.
    await page.getByRole('heading', { name: 'Ready, but incomplete' }).waitFor();
    await page
      .locator('.setup-summary li', { hasText: 'First watchlist' })
      .getByText(/days old, which is too old. Every verification needs review/)
      .waitFor();
    await looksRight(shown);
    await page.getByRole('link', { name: 'Go to the queue' }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await shown.settled();
    expect(await page.getByRole('link', { name: 'Finish setup' }).count()).toBe(0);

    // The appliance stored all of it.
    const bearer = { authorization: `Bearer ${key}` };
    expect((await fetch(`${rig.base}/v1/verifications`, { headers: bearer })).status).toBe(200);
    expect((await fetch(`${rig.base}/v1/system/keys`, { headers: bearer })).status).toBe(403);
    const admin = { headers: { authorization: `Bearer ${rig.key}` } };
    const firstRun = (await (await fetch(`${rig.base}/v1/system/first-run`, admin)).json()) as FirstRunAnswer;
    expect(firstRun).toMatchObject({ done: true, dismissed: true });
    const keys = (await (await fetch(`${rig.base}/v1/system/keys`, admin)).json()) as SystemKeysAnswer;
    expect(keys.master_key).toMatchObject({ kind: 'file', path: stickOf(rig) });
    expect(keys.recovery_key.confirmed_at).not.toBeNull();
    expect(existsSync(stickOf(rig))).toBe(true);
  });
});

describe('a first run that is put off', () => {
  const tests = useConsole({ settings });

  tests.test('says plainly what is missing, and goes on where it was left', async (rig) => {
    const shown = await rig.open(null);
    const { page } = shown;
    // The answer is lost, so the page asks for its content.
    shown.expectStatus(503);
    await page.route('**/session/setup', async (route) => {
      const answer = await route.fetch();
      if (answer.ok()) await route.fulfill({ status: 503, body: '' });
      else await route.fulfill({ response: answer });
    });
    await makeAdministrator(rig, shown);
    await page.getByRole('button', { name: 'Keep and continue' }).click();
    await putOff(page, 'Save the recovery key', /makes all records unreadable/);
    await putOff(page, 'Load a first watchlist', /nobody can be screened/);
    await putOff(page, 'Connect your systems', /no other program/);
    await page.getByRole('heading', { name: 'Ready, but incomplete' }).waitFor();
    await looksRight(shown);
    expect(await page.getByRole('button', { name: 'Do it now' }).count()).toBe(3);
    await page.getByRole('link', { name: 'Go to the queue' }).click();
    const reminder = page.getByRole('link', { name: 'Finish setup' });
    await reminder.waitFor();
    expect(await page.getByText(/Still missing/).textContent()).toContain('a recovery key, a watchlist and an API key');
    await looksRight(shown);

    await reminder.click();
    await page.getByRole('heading', { name: 'Save the recovery key' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Save the recovery key' }).waitFor();
    // A key that was shown but not typed back does not count.
    await page.getByRole('button', { name: 'Show recovery key' }).click();
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    await page.reload();
    await page.getByText('never confirmed').waitFor();
    await page.getByRole('button', { name: 'First watchlist' }).click();
    await page.getByRole('heading', { name: 'Load a first watchlist' }).waitFor();
  });

  tests.test('is nothing for other roles', async (rig) => {
    const shown = await rig.open(null, { path: '/setup' });
    await logIn(shown.page, ADA.login, ADA.password);
    await shown.page.getByRole('heading', { name: 'Save the recovery key' }).waitFor();
    const made = await shown.page.evaluate(async () => {
      const body = JSON.stringify({ login: 'rita', name: 'Rita Okafor', role: 'reviewer' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/v1/operators', { method: 'POST', headers, body })).json();
    });
    const other = await rig.open(null, { path: '/setup' });
    await logIn(other.page, 'rita', made.one_time_password);
    await other.page.getByLabel('One-time password').fill(made.one_time_password);
    await other.page.getByLabel('New password').fill('rita likes long walks');
    await other.page.getByRole('button', { name: 'Choose a password' }).click();
    await other.page.getByRole('heading', { name: 'Your role has no access' }).waitFor();
    await looksRight(other);
    await other.page.getByRole('link', { name: 'Go to the first screen' }).click();
    await other.page.getByRole('heading', { name: 'Queue' }).waitFor();
    await other.settled();
    expect(await other.page.getByRole('link', { name: 'Finish setup' }).count()).toBe(0);
  });
});

async function looksRight(shown: ConsolePage): Promise<void> {
  await shown.axe();
  for (const width of [768, 1280]) {
    await shown.resize(width);
    await shown.fits();
  }
}

async function makeAdministrator(rig: ConsoleRig, shown: ConsolePage): Promise<void> {
  const { page } = shown;
  shown.expectStatus(400, 401);
  await page.getByLabel('Your name').fill(ADA.name);
  await page.getByLabel('Login').fill(ADA.login);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('seven quiet');
  await page.getByText('Add 1 more character.').waitFor();
  await password.fill(ADA.password);
  await page.getByLabel('Show password').check();
  expect(await password.getAttribute('type')).toBe('text');
  await page.getByLabel('One-time code').fill('aaaaa-aaaaa-aaaaa-aaaaa');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('One-time code').fill(rig.appliance.setupCode);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: 'Where should the master key be stored?' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
}

const stickOf = (rig: ConsoleRig): string => join(rig.appliance.folder, 'stick', 'custos.key');

/** Moves the key to a USB stick, first with an impossible path. */
async function moveMasterKey(rig: ConsoleRig, shown: ConsolePage): Promise<void> {
  const { page } = shown;
  const before = join(rig.appliance.folder, 'config', 'custos', 'master.key');
  expect(existsSync(before)).toBe(true);
  await looksRight(shown);
  await page.getByRole('radio', { name: 'Another file' }).check();
  await page.getByLabel('Path of the new key file').fill(stickOf(rig));
  await page.getByRole('button', { name: 'Move key' }).click();
  await page.getByRole('alert').waitFor();
  mkdirSync(join(rig.appliance.folder, 'stick'));
  await page.getByRole('button', { name: 'Move key' }).click();
  await page.getByText('The key was moved.').waitFor();
  expect(existsSync(before)).toBe(false);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Save the recovery key' }).waitFor();
}

/** Saves the key as a file and types it back: first wrong, then right, with blanks for dashes and in small letters. */
async function keepRecoveryKey(shown: ConsolePage): Promise<void> {
  const { page } = shown;
  await page.getByRole('button', { name: 'Show recovery key' }).click();
  const key = must(await page.getByLabel('Recovery key', { exact: true }).textContent(), 'the key is shown');
  expect(key).toMatch(/^(?:[0-9A-Z]{8}-){8}[0-9A-Z]{8}$/);
  await looksRight(shown);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save to a file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('custos-recovery-key.txt');
  expect(readFileSync(await saved.path(), 'utf8')).toContain(key);
  await page.getByLabel('Type the recovery key').fill(`${key.slice(0, -1)}!`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Type the recovery key').fill(key.replaceAll('-', ' ').toLowerCase());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Load a first watchlist' }).waitFor();
}

/** Drops a file that is no list, then a list that is too old, then a current one. */
async function loadList(page: Page): Promise<void> {
  await drop(page, 'letter.csv', 'hello');
  await page.getByRole('alert').waitFor();
  await drop(page, 'un.xml', OLD_LIST);
  await page
    .getByText(/2024 and [\d,]+ days old, which is too old. Every verification needs review/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Load another watchlist' }).click();
  await drop(page, 'demo.csv', DEMO_LIST);
  await page.locator('.setup-done', { hasText: '7 entries are now searched.' }).waitFor();
  expect(await page.getByText('too old').count(), 'a list of today').toBe(0);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([content], fileName, { type: 'text/csv' }));
      return dropped;
    },
    [name, text] as const,
  );
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: files });
}

async function makeKey(page: Page): Promise<string> {
  await page.getByLabel('Which system is the key for?').fill('Branch app');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = must(await page.getByLabel('API key', { exact: true }).textContent(), 'the key is shown');
  await page.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  return secret;
}

async function putOff(page: Page, title: string, warning: RegExp): Promise<void> {
  await page.getByRole('heading', { name: title }).waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByText(warning).waitFor();
  await page.getByRole('button', { name: 'Continue without it' }).click();
}

async function logIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
