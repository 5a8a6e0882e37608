import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { AlertAnswer } from '../../server/contract/alerts.ts';
import type { RegisterAnswer } from '../../server/contract/registers.ts';
import type { WatchlistAnswer } from '../../server/contract/watchlists.ts';
import { createClient } from '../support/verification-client.ts';
import { fetchAsPage } from './console/fetch-as-page.ts';
import { type ConsoleRig, useConsole } from './console/harness.ts';

const HEADING = 'id,name,type,birth_dates,nationalities,programs,topics';
const HERON = 'U-1,"QUILLONEZ, Zdravko",person,1968-04-12,BG,TEST-A,sanction';
const HERON_CORRECTED = 'U-1,"QUILLONEZ, Zdravko",person,1968-04-13,BG,TEST-A,sanction';
const GONE = 'U-2,"WOLKENBRUCH, Perpetua Irmgard",person,1975,DE,TEST-A,sanction';
const NEW = 'U-9,"ZIEGENHORN, Balthasar",person,1960,AT,TEST-A,pep';
const COMPANY = {
  legal_name: 'Lanternwick Harbour Freight Ltd',
  registration_number: '90112233',
  country: 'GB',
  address: { country: 'GB' },
};
/** Enough rows that the import is visible while it runs. */
const MANY_ROWS = 40_000;

interface File {
  name: string;
  text: string;
}

const table = (name: string, ...rows: string[]): File => ({ name, text: `${[HEADING, ...rows].join('\n')}\n` });

/** Drops files as a person does with a pointer. */
function drop(page: Page, ...files: File[]): Promise<void> {
  return dropOn(page, '.drop-zone', ...files);
}

async function dropOn(page: Page, where: string, ...files: File[]): Promise<void> {
  const carried = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, text } of all) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.locator(where).dispatchEvent('drop', { dataTransfer: carried });
}

async function importFiles(page: Page, ...files: File[]): Promise<void> {
  await drop(page, ...files);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

const imported = (page: Page, file: string) =>
  page.locator('.imports > li', { hasText: file }).getByText('Imported', { exact: true });

async function activeList(rig: ConsoleRig, code: string): Promise<WatchlistAnswer | undefined> {
  const { data } = await rig.api<{ data: WatchlistAnswer[] }>('GET', `/v1/watchlists?code=${code}&active=true`);
  return data[0];
}

describe('lists', () => {
  const tests = useConsole();

  tests.test('a site without a list sees what is missing', async (rig) => {
    const shown = await rig.open('administrator', { path: '/lists' });
    await shown.page.getByRole('heading', { name: 'No watchlist is loaded' }).waitFor();
    await shown.axe();
    await shown.shot('lists-empty');
    const reader = await rig.open('auditor', { path: '/lists', theme: 'dark' });
    await reader.page.getByText('An administrator can load one.').waitFor();
    expect(await reader.page.locator('.drop-zone').count()).toBe(0);
    await reader.axe();
  });

  tests.test('a list is imported by drop with its progress, replaced, compared and rolled back', async (rig) => {
    const shown = await rig.open('administrator', { path: '/lists' });
    const { page } = shown;
    const many = Array.from({ length: MANY_ROWS }, (_, i) => `M-${i},"Nobody Number ${i}",person,,,TEST-M,pep`);
    await drop(page, table('many.csv', ...many));
    // Once the page has received the progress, further answers wait until the test has seen it. The rest of the import may be faster than the test.
    const { promise: looked, resolve: seen } = Promise.withResolvers<void>();
    let isHeard = false;
    await page.route('**/v1/watchlists/imports', async (route) => {
      if (isHeard) await looked;
      const response = await fetchAsPage(route);
      isHeard ||= /"state":"running".*"rows":[1-9]/.test(await response.text());
      await route.fulfill({ response });
    });
    expect(await page.getByLabel('Code').inputValue()).toBe('many');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page
      .locator('.imports > li', { hasText: /rows read/ })
      .locator('progress')
      .waitFor();
    seen();
    await imported(page, 'many.csv').waitFor();
    expect(await activeList(rig, 'many')).toMatchObject({ entries: MANY_ROWS });

    await importFiles(page, table('clients-2026-01.csv', HERON, GONE));
    await imported(page, 'clients-2026-01.csv').waitFor();
    const first = await activeList(rig, 'clients');
    expect(first).toMatchObject({ name: 'clients', entries: 2, topics: ['sanction'] });

    await drop(page, table('clients-2026-02.csv', HERON_CORRECTED, NEW));
    expect(await page.getByLabel('Which watchlist is it?').inputValue()).toBe('clients');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await imported(page, 'clients-2026-02.csv').waitFor();
    const second = await activeList(rig, 'clients');
    expect(second?.id).not.toBe(first?.id);
    const card = page.locator('.dataset', { hasText: 'clients' });
    await card.getByText('2 versions').click();
    await shown.axe();
    await shown.fits();
    await shown.shot('lists');

    await card.getByRole('link', { name: `Show: changes of version ${second?.version}` }).click();
    await page.getByRole('button', { name: '1 Changed' }).click();
    await page.getByRole('button', { name: 'QUILLONEZ, Zdravko' }).click();
    const entry = page.getByRole('dialog');
    const born = await entry.getByRole('row', { name: /^Date of birth/ }).innerText();
    expect(born).toMatch(/12 Apr 1968[\s\S]*13 Apr 1968/);
    await shown.axe();
    await page.keyboard.press('Escape');
    await shown.axe();
    await shown.fits();
    await shown.shot('list-version');

    await page.getByRole('button', { name: 'Roll back' }).click();
    const asked = page.getByRole('dialog');
    await asked.getByText(/Everyone screened before/).waitFor();
    await asked.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText(`version ${first?.version} is now active`).waitFor();
    expect((await activeList(rig, 'clients'))?.id).toBe(first?.id);
  });

  tests.test('what another one imports is shown, and a file that is dropped beside the zone is taken', async (rig) => {
    const shown = await rig.open('administrator', { path: '/lists' });
    const { page } = shown;
    const path = join(rig.appliance.folder, 'theirs.csv');
    await writeFile(path, table('theirs.csv', HERON).text);
    await createClient(rig.base, rig.key).importList(path, 'theirs', 'Imported by another');
    expect(await page.getByRole('heading', { name: 'Imported by another' }).count()).toBe(0);
    // When the window becomes visible again, it shows the import and the new list.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await imported(page, 'theirs.csv').waitFor();
    await page.getByRole('heading', { name: 'Imported by another' }).waitFor();

    await drop(page, table('first.csv', HERON));
    await page.getByRole('form', { name: 'Import' }).waitFor();
    await dropOn(page, 'h1', table('second.csv', HERON));
    await page.locator('.import-files').getByText('second.csv').waitFor();
    expect(await page.locator('.import-files > li').count()).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.drop-zone').waitFor();
  });

  tests.test('a malformed file is refused with its line, and what was searched stays', async (rig) => {
    const shown = await rig.open('administrator', { path: '/lists', theme: 'dark' });
    const { page } = shown;
    const before = await activeList(rig, 'clients');
    await importFiles(page, { name: 'clients-2026-03.csv', text: `${HEADING}\nU-1,"QUILLONEZ, Zdravko,person\n` });
    const refused = page.locator('.imports > li', { hasText: 'clients-2026-03.csv' });
    await refused.getByText(/line 2/).waitFor();
    await refused.getByText(/Nothing changed/).waitFor();
    await shown.axe();
    expect(await activeList(rig, 'clients')).toEqual(before);
    await refused.getByRole('button', { name: 'Change and send again' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  tests.test('limits of age are set, and a list is taken out of use', async (rig) => {
    const shown = await rig.open('administrator', { path: '/lists' });
    const { page } = shown;
    const card = page.locator('.dataset', { hasText: 'clients' });
    await card.getByRole('button', { name: 'Actions for clients' }).click();
    await card.getByRole('button', { name: 'Set age limit' }).click();
    await page.getByLabel('Age limit in days').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await card.getByText('age limit 7 days').waitFor();
    expect(await activeList(rig, 'clients')).toMatchObject({ age_days_max: 7 });

    await card.getByRole('button', { name: 'Actions for clients' }).click();
    await card.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await card.getByText('Inactive').waitFor();
    expect(await activeList(rig, 'clients')).toBeUndefined();
    await card.getByRole('button', { name: 'Activate', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await card.getByText('Inactive').waitFor({ state: 'detached' });
    expect(await activeList(rig, 'clients')).toBeDefined();
  });

  tests.test("a list's own threshold is a new version of the policy", async (rig) => {
    const shown = await rig.open('administrator', { path: '/lists' });
    const { page } = shown;
    const card = page.locator('.dataset', { hasText: 'clients' });
    await card.getByRole('button', { name: 'Actions for clients' }).click();
    await card.getByRole('button', { name: 'Set thresholds' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Possible hit from').fill('0.88');
    await dialog.getByLabel('Reason').fill('Too many namesakes');
    await shown.axe();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Possible hit from 0.88').waitFor();
    const { policy } = await rig.api<{ policy: { screening: unknown } }>('GET', '/v1/policies/current');
    expect(policy.screening).toMatchObject({ lists: { clients: { possible_from: 0.88 } } });
  });

  tests.test('who only reads sees no acts', async (rig) => {
    const shown = await rig.open('reviewer', { path: '/lists' });
    const { page } = shown;
    const card = page.locator('.dataset', { hasText: 'clients' });
    await card.getByText('2 versions').click();
    await card.getByText('Inactive').waitFor();
    expect(await page.getByRole('button', { name: /Actions for|Roll back|^Activate|Choose files/ }).count()).toBe(0);
    for (const width of [768, 1920]) {
      await shown.resize(width);
      await shown.fits();
    }
  });

  tests.test('a register is imported and tells what it holds', async (rig) => {
    const shown = await rig.open('administrator', { path: '/registers' });
    const { page } = shown;
    await page.getByRole('heading', { name: 'No register is loaded' }).waitFor();
    const text = 'number,name,country,status\n01234567,Marlowe Harbour Ltd,GB,active\nB99812,Nimbus SARL,LU,active\n';
    await drop(page, { name: 'our-register.csv', text });
    await page.getByText('More', { exact: true }).click();
    const countries = page.getByLabel('Contains all companies of');
    await countries.fill('Luxembourg');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Unknown: Luxembourg. Enter two-letter country codes').waitFor();
    await countries.fill('lu');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await imported(page, 'our-register.csv').waitFor();
    await page.getByText('All companies of Luxembourg').waitFor();
    const { data } = await rig.api<{ data: RegisterAnswer[] }>('GET', '/v1/registries');
    expect(data).toMatchObject([{ code: 'our_register', companies: 2, complete_for: ['LU'], active: true }]);
    await shown.axe();
    await shown.shot('registers');
  });

  tests.test('a name is searched, its hit explained, and the result taken along', async (rig) => {
    for (const theme of ['light', 'dark'] as const) {
      const shown = await rig.open('reviewer', { path: '/screening', theme });
      const { page } = shown;
      await shown.axe();
      await page.getByLabel('Name', { exact: true }).fill('Zdravko Quillones');
      await page.getByText('More facts, to exclude people with the same name').click();
      await page.getByLabel('Date of birth').fill('68');
      shown.expectStatus(400);
      await page.keyboard.press('Enter');
      await page.getByText('or the known part as YYYY-MM, YYYY or YYYY/YYYY').first().waitFor();
      await page.getByLabel('Date of birth').fill('1967/1969');
      await page.keyboard.press('Enter');
      const hit = page.getByRole('article', { name: 'QUILLONEZ, Zdravko' });
      await hit.getByRole('table').first().waitFor();
      await hit.getByText('within the range').first().waitFor();
      await shown.axe();
      await shown.fits();
      await shown.shot(`screening-${theme}`);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Hits as CSV' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('screening.csv');
      expect(await readFile(await saved.path(), 'utf8')).toContain('"QUILLONEZ, Zdravko"');
      expect(page.url()).not.toContain('Quillones');
    }
  });

  tests.test('a hit shows its passage in the press, its offices, and why the policy rules them out', async (rig) => {
    const client = createClient(rig.base, rig.key);
    const lists: File[] = [
      {
        name: 'press.csv',
        text: 'name,text,source,date\nOdo Fenwright,Odo Fenwright was fined.,The Quay,2024-03-01\n',
      },
      {
        name: 'peps.csv',
        text: 'name,type,roles,topics\nAda Thornvale,person,Mayor|MT|2001|2009|local,pep\nOtto Vandermole,person,,sanction\n',
      },
    ];
    for (const { name, text } of lists) {
      const path = join(rig.appliance.folder, name);
      await writeFile(path, text);
      await client.importList(path, name.replace('.csv', ''), name);
    }
    const years = { 'screening.pep_years_after_office': 10 };
    const { version } = await rig.api<{ version: number }>('GET', '/v1/policies/current');
    await rig.api('POST', '/v1/policies', { based_on: version, note: 'By the risk', changes: years });
    const shown = await rig.open('reviewer', { path: '/screening' });
    const { page } = shown;
    const ask = async (name: string) => {
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.keyboard.press('Enter');
      const hit = page.getByRole('article', { name });
      await hit.waitFor();
      return hit;
    };
    const press = await ask('Odo Fenwright');
    await press.getByText('Media reports').waitFor();
    expect(await press.locator('blockquote').textContent()).toBe('Odo Fenwright was fined.');
    expect(await press.locator('figcaption').textContent()).toContain('The Quay');
    await shown.axe();
    await shown.fits();
    const office = await ask('Ada Thornvale');
    await office.getByText('Excluded by the policy').waitFor();
    await page.getByRole('heading', { name: 'No hits except 1 that the policy excludes' }).waitFor();
    await office.getByText('Mayor, Malta, local (2001–2009)').waitFor();
    await office.getByText('Left office: 2009, more than 10 years ago').waitFor();
    await shown.axe();
    await shown.shot('screening-ruled-out');
  });

  tests.test('an alert of a new version is shown live and dismissed with a reason', async (rig) => {
    const record = await createClient(rig.base, rig.key).verifyCompany({
      company: COMPANY,
      metadata: { internal_ref: 'C-4711' },
    });
    const again = await createClient(rig.base, rig.key).verifyCompany({ company: COMPANY });
    const shown = await rig.open('reviewer', { path: '/alerts' });
    const { page } = shown;
    await page.getByRole('heading', { name: 'No open alerts' }).waitFor();
    await shown.axe();

    const row = `U-7,${COMPANY.legal_name},entity,,,TEST-B,sanction`;
    const file = table('clients.csv', HERON, GONE, row);
    const form = new FormData();
    form.append('code', 'clients');
    form.append('name', 'clients');
    form.append('files[]', new Blob([file.text]), file.name);
    await rig.api('POST', '/v1/watchlists/uploads', form);
    await page.getByRole('button', { name: 'New alerts arrived. Show them' }).click();
    await page.getByRole('article', { name: COMPANY.legal_name }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('alerts');
    // The entry appears once. Below it are the affected records, with the names in our own system.
    await page.getByRole('heading', { name: COMPANY.legal_name }).first().waitFor();
    // Two verifications of one company share one line and one decision.
    expect(await page.locator('.alert-head').count()).toBe(1);
    await page.getByText('The same customer has one more verification.').waitFor();
    await page.getByRole('link', { name: 'Open the verification C-4711' }).waitFor();

    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByRole('radio', { name: 'Different country' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByRole('heading', { name: 'No open alerts' }).waitFor();
    const { data } = await rig.api<{ data: AlertAnswer[] }>('GET', '/v1/alerts');
    expect(data).toMatchObject([
      { state: 'dismissed', verification_id: again.id, decision: { decision: 'dismissed', reason: 'other_country' } },
      { state: 'dismissed', verification_id: record.id, decision: { decision: 'dismissed', reason: 'other_country' } },
    ]);
    await page.getByRole('button', { name: 'Dismissed' }).click();
    await page.getByRole('article', { name: COMPANY.legal_name }).waitFor();
    const dark = await rig.open('reviewer', { path: '/alerts?state=all', theme: 'dark' });
    await dark.axe();
  });

  tests.test('what a new comparison of names holds is one task, and is dismissed as a whole', async (rig) => {
    const { data } = await rig.api<{ data: AlertAnswer[] }>('GET', '/v1/alerts?state=dismissed');
    const alerts = data.map((alert) => ({ ...alert, state: 'held', change: 'comparison', decision: null }));
    expect(alerts).toHaveLength(2);
    let left = alerts.length;
    const sent: unknown[] = [];
    const shown = await rig.open('reviewer');
    const { page } = shown;
    // A comparison is new only once per version, so the test simulates the appliance's answers.
    const scan = { state: 'done', from_version: 4, to_version: 5, searched: 2, share: 1, started_at: '', ended_at: '' };
    await page.route('**/v1/alerts**', (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname === '/v1/alerts/held/dismiss') {
        sent.push(route.request().postDataJSON());
        left = 0;
        return route.fulfill({ json: { decided: 1, left: 0 } });
      }
      if (pathname === '/v1/alerts/held')
        return route.fulfill({ json: { object: 'held_alerts', livemode: true, alerts: left, records: left, scan } });
      const rows = searchParams.get('state') === 'held' && left > 0 ? alerts : [];
      return route.fulfill({ json: { object: 'list', url: '/v1/alerts', has_more: false, data: rows } });
    });
    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.getByText('2 new hits are on hold. They concern 2 records.').waitFor();
    await page.getByRole('heading', { name: 'No open alerts' }).waitFor();
    await page.getByRole('button', { name: 'Show hits' }).click();
    await page.getByRole('article', { name: COMPANY.legal_name }).waitFor();
    await page.getByRole('button', { name: 'Open as an alert' }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('alerts-held');
    await page.getByRole('button', { name: 'Dismiss all' }).click();
    await page.getByRole('radio', { name: 'Different country' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByRole('heading', { name: 'No alerts here' }).waitFor();
    expect(sent).toEqual([{ reason: 'other_country' }]);
  });
});
