import { describe, expect } from 'vitest';
import { loadConfig } from '../../server/appliance/config.ts';
import type { PolicyAnswer } from '../../server/contract/policies.ts';
import type { SearchAnswer } from '../../server/contract/search.ts';
import { must } from '../../server/lib/assert.ts';
import { fillDataFolder } from '../support/many-records.ts';
import { type ConsolePage, useConsole, WIDTHS } from './console/harness.ts';

const ROW = '.queue-body .queue-row';

/** Most of its due times have passed, and some are still to come. */
function fill({ dataDir, masterKeyFile }: { dataDir: string; masterKeyFile: string }): void {
  const env = { CUSTOS_DATA_DIR: dataDir, CUSTOS_MASTER_KEY_FILE: masterKeyFile };
  fillDataFolder(
    loadConfig(env, () => null),
    { count: 300, days: 12, dueHours: 24 },
  );
}

describe('deadlines', () => {
  const tests = useConsole({ fill });

  tests.test('are set in the policy by keyboard, by default and for one reason', async (rig) => {
    const shown = await rig.open('administrator', { path: '/policy' });
    const { page } = shown;
    await page.getByRole('searchbox', { name: 'Search settings' }).focus();
    await page.keyboard.type('deadlines.');
    const common = page.getByRole('textbox', { name: 'Default deadline' });
    expect(await common.getAttribute('placeholder')).toBe('none');
    await common.focus();
    await page.keyboard.type('9000');
    await page.getByText('Enter a value from 1 to 8,760.').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('72');
    const own = page.getByRole('textbox', { name: 'Deadline: Possible hit', exact: true });
    expect(await own.getAttribute('placeholder')).toBe('default');
    await own.focus();
    await page.keyboard.type('4');
    await page.getByRole('combobox', { name: 'Show' }).focus();
    await page.keyboard.type('Own');
    const table = page.getByRole('table', { name: 'Review deadlines' });
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await looksRight(shown);
    await shown.shot('policy-deadlines-1280-light');
    await page.getByRole('button', { name: 'Review and save' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /Default deadline none 72 hours/ }).waitFor();
    await dialog.getByRole('row', { name: /Deadline: Possible hit default 4 hours/ }).waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The regulator asks for three days.');
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Version 2 is in effect.').waitFor();
    const { values } = await rig.api<PolicyAnswer>('GET', '/v1/policies/current');
    expect(values).toMatchObject({
      'deadlines.default_hours': 72,
      'deadlines.reason_hours.hit_possible': 4,
      'deadlines.reason_hours.hit_confirmed': null,
    });
  });

  tests.test('order the queue, and an overdue record says so with more than its colour', async (rig) => {
    const { data } = await rig.api<SearchAnswer>('POST', '/v1/search', { order: 'due', limit: 200 });
    const shown = await rig.open('reviewer', { path: '/?status=needs_review' });
    const { page } = shown;
    const order = page.getByLabel('Order', { exact: true });
    await order.focus();
    await page.keyboard.type('Due');
    await page.locator(`.queue-grid[aria-rowcount="${data.length + 1}"][aria-busy="false"]`).waitFor();
    expect(new URL(page.url()).search).toBe('?status=needs_review&order=due');
    const first = must(data[0], 'a record is due');
    const row = page.locator(`${ROW}[aria-rowindex="2"]`);
    expect(await row.getAttribute('data-id')).toBe(first.id);
    const due = row.locator('time.due');
    expect(await due.textContent()).toMatch(/^overdue by \d+ days$/);
    expect(await due.locator('.icon').count()).toBe(1);
    const whole = (cell: Element): boolean => cell.scrollWidth <= cell.clientWidth;
    expect(await row.locator('.queue-state').evaluate(whole), 'nothing of it is cut off').toBe(true);
    expect(await due.getAttribute('datetime')).toBe(first.due_at);
    expect(await due.getAttribute('title')).toContain(String(new Date(String(first.due_at)).getFullYear()));
    await looksRight(shown);
    await shown.shot('queue-due-1280-light', { full: false });
    const later = data.findIndex(({ due_at }) => due_at !== null && Date.parse(due_at) > Date.now() + 3_600_000);
    await page.locator('.queue-grid').evaluate((grid, share) => {
      grid.scrollTop = share * grid.scrollHeight - grid.clientHeight / 2;
    }, later / data.length);
    const inTime = page.locator(`${ROW}[data-id="${data[later]?.id}"] time.due`);
    await inTime.waitFor();
    expect(await inTime.textContent()).toMatch(/^due in \d+ (?:days|hrs?)$/);
    expect(await inTime.locator('.icon').count()).toBe(0);
    const never = must(data.at(-1), 'a record waits');
    expect(never.due_at).toBeNull();
    await page.locator('.queue-grid').evaluate((grid) => {
      grid.scrollTop = grid.scrollHeight;
    });
    await page.locator(`${ROW}[data-id="${never.id}"]`).waitFor();
    expect(await page.locator(`${ROW}[data-id="${never.id}"] time.due`).count()).toBe(0);
    await shown.goto('/?status=needs_review&order=due');
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.locator('.record-intro time.due').waitFor();
    expect(await page.locator('.record-intro time.due').textContent()).toMatch(/^overdue by \d+ days$/);
    await expect.poll(() => page.getByText('Review deadline passed').count()).toBe(1);
    await looksRight(shown);
    await shown.shot('record-due-1280-light', { full: false });
  });

  tests.test('read well in French and in the dark', async (rig) => {
    for (const [lang, theme] of [
      ['fr', 'dark'],
      ['x-rtl', 'light'],
    ] as const) {
      const shown = await rig.open('administrator', { path: '/?status=needs_review&order=due', lang, theme });
      await shown.page.locator(`${ROW} time.due`).first().waitFor();
      if (lang === 'fr')
        expect(await shown.page.locator(`${ROW} time.due`).first().textContent()).toMatch(/^en retard de \d+\sj$/);
      await looksRight(shown);
      await shown.shot(`queue-due-1280-${theme}-${lang}`, { full: false });
      await shown.visit('/policy#group-deadlines');
      await looksRight(shown);
      await shown.page.locator('#group-deadlines').scrollIntoViewIfNeeded();
      await shown.shot(`policy-deadlines-1280-${theme}-${lang}`, { full: false });
    }
  });
});

/** At every width nothing extends beyond the window, and axe finds nothing. */
async function looksRight(shown: ConsolePage): Promise<void> {
  for (const width of WIDTHS) {
    await shown.resize(width);
    await shown.fits();
  }
  await shown.resize(1280);
  await shown.axe();
}
