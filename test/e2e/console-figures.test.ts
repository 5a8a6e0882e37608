import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { loadConfig } from '../../server/appliance/config.ts';
import type { StatisticsAnswer } from '../../server/contract/statistics.ts';
import { openDatabase } from '../../server/db/open.ts';
import { fillDataFolder } from '../support/many-records.ts';
import { readPdf } from '../support/pdf-text.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

const RECORDS = 300;
const LIST_NAME = '=HYPERLINK("http://evil.test";"Sanctions")';

const tests = useConsole({
  fill: ({ dataDir, masterKeyFile }) => {
    const env = { CUSTOS_DATA_DIR: dataDir, CUSTOS_MASTER_KEY_FILE: masterKeyFile };
    fillDataFolder(
      loadConfig(env, () => null),
      { count: RECORDS, days: 20 },
    );
    const db = openDatabase(join(dataDir, 'custos.db'));
    db.prepare("INSERT INTO watchlists (code, name) VALUES ('sanctions', ?)").run(LIST_NAME);
    db.exec(`
      INSERT INTO figure_hits (verification_id, ref, livemode, kind, list, found_at, first, state)
        SELECT id, 'x', livemode, kind, 'sanctions', created_at, 1, 'false_hit' FROM verifications WHERE seq % 7 = 0;
      -- As an older program leaves them: the appliance counts them itself.
      DELETE FROM figures;
      INSERT INTO figures_missing SELECT max(seq) FROM verifications;`);
    db.close();
  },
});

const answerOf = (rig: ConsoleRig, query: string) => rig.api<StatisticsAnswer>('GET', `/v1/statistics${query}`);

/** Waits until the appliance has counted the records of before. */
async function counted(rig: ConsoleRig): Promise<void> {
  await expect.poll(async () => (await answerOf(rig, '')).not_counted, { timeout: 20_000 }).toBe(0);
}

async function looksRight(shown: ConsolePage): Promise<void> {
  await shown.settled();
  await shown.axe();
  await shown.fits();
}

/** Chooses the days that all records are in. */
async function chooseDays({ page }: ConsolePage, labels: { period: string; custom: string; from: string; to: string }) {
  const day = (ago: number): string => new Date(Date.now() - ago * 24 * 3600 * 1000).toISOString().slice(0, 10);
  await page.getByRole('combobox', { name: labels.period }).selectOption({ label: labels.custom });
  await page.getByLabel(labels.from, { exact: true }).fill(day(25));
  await page.getByLabel(labels.to, { exact: true }).fill(day(-1));
  return `?from=${day(25)}&to=${day(-1)}`;
}

tests.test('shows the figures of days that are chosen, and gives them away as CSV and PDF', async (rig) => {
  await counted(rig);
  const shown = await rig.open('auditor', { path: '/figures' });
  const { page } = shown;
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await looksRight(shown);
  const labels = { period: 'Period', custom: 'Choose days', from: 'From', to: 'To' };
  const query = await chooseDays(shown, labels);
  const answer = await answerOf(rig, query);
  expect(answer.received).toBe(RECORDS);
  await page.getByText(String(RECORDS), { exact: true }).first().waitFor();
  await looksRight(shown);
  await shown.shot('figures-light');
  expect(answer.reasons.length).toBeGreaterThan(0);
  const table = page.getByRole('region', { name: 'Hits by list' });
  await table.getByText(LIST_NAME).waitFor();
  const cells = await table.getByRole('row').nth(1).getByRole('cell').allTextContents();
  expect(cells.map(Number)).toEqual([answer.lists[0]?.hits, answer.lists[0]?.hits, 0, 0, 0, 0, answer.lists[0]?.hits]);
  expect(await page.getByRole('heading', { name: 'Decisions by reviewer' }).count()).toBe(0);

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const rows = parse(readFileSync(await csv.path(), 'utf8'), { columns: true, bom: true }) as Record<string, string>[];
  expect(rows.find(({ figure }) => figure === 'received')?.['value']).toBe(String(RECORDS));
  expect(rows.find(({ figure }) => figure === 'list_hits')?.['name']).toBe(`'${LIST_NAME}`);

  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Companies' });
  await shown.settled();
  const companies = await answerOf(rig, `${query}&kind=kyb`);
  await page.getByText(String(companies.received), { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'Report of a month' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Month').fill(answer.to.slice(0, 7));
  await dialog.getByLabel('Language').selectOption({ label: 'French' });
  await looksRight(shown);
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`custos-statistics-${answer.to.slice(0, 7)}-fr.pdf`);
  const { pages } = await readPdf(new Uint8Array(readFileSync(await pdf.path())));
  expect(pages.join(' ')).toContain('Chiffres des vérifications');
});

tests.test(
  'reads well in French and in the dark, names reviewers where the policy allows it, and has help',
  async (rig) => {
    await counted(rig);
    const { version } = await rig.api<{ version: number }>('GET', '/v1/policies/current');
    const changes = { 'review.named_in_statistics': true };
    await rig.api('POST', '/v1/policies', { based_on: version, note: 'Figures by reviewer.', changes });
    const shown = await rig.open('administrator', { path: '/figures', lang: 'fr', theme: 'dark' });
    const { page } = shown;
    await page.getByRole('heading', { name: 'Chiffres', exact: true }).waitFor();
    await chooseDays(shown, { period: 'Période', custom: 'Choisir les jours', from: 'Du', to: 'Au' });
    await page.getByRole('heading', { name: 'Décisions par examinateur' }).waitFor();
    await looksRight(shown);
    await shown.shot('figures-french-dark');
    const help = page.getByRole('link', { name: 'Aide' });
    expect(await help.getAttribute('href')).toBe('/manual/fr/console#figures');
    expect((await fetch(`${rig.base}/manual/fr/figures`)).status).toBe(200);
  },
);

tests.test('is not for reviewers', async (rig) => {
  const shown = await rig.open('reviewer', { path: '/figures' });
  await shown.page.getByRole('heading', { name: 'Your role has no access' }).waitFor();
  expect(await shown.page.locator('nav a[href="/figures"]').count()).toBe(0);
});
