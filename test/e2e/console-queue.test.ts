import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { loadConfig } from '../../server/appliance/config.ts';
import type { QueueItemAnswer, SearchAnswer, SearchCountsAnswer } from '../../server/contract/search.ts';
import { fillDataFolder } from '../support/many-records.ts';
import { type ConsoleRig, useConsole } from './console/harness.ts';
import { keptWaitingMs, type Smoothness, takeSmoothness, watchSmoothness } from './console/smoothness.ts';

const RECORDS = 100_000;
/** The console's promise for its queue with this many records, on an idle machine. */
const FIRST_PAINT_MAX_MS = 1_000;
/** The most rows in the page at once, and drawn in a single frame, whatever the total. */
const DRAWN_MAX = 60;
const ROW = '.queue-body .queue-row';
const LEAST_COMPANY = { country: 'DE', address: { country: 'DE' } };

const filled =
  (count: number) =>
  ({ dataDir, masterKeyFile }: { dataDir: string; masterKeyFile: string }): void => {
    const env = { CUSTOS_DATA_DIR: dataDir, CUSTOS_MASTER_KEY_FILE: masterKeyFile };
    fillDataFolder(
      loadConfig(env, () => null),
      { count },
    );
  };

describe('a queue of 100,000 records', () => {
  const tests = useConsole({ fill: filled(RECORDS) });

  tests.test('is soon there, and no scroll or filter holds the page', async (rig) => {
    await untilNamesAreRead(rig);
    const shown = await rig.open('reviewer', { path: '/screening' });
    const { page } = shown;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await watchSmoothness(page, ROW);

    const before = keptWaitingMs();
    await shown.goto('/');
    const opened = report('opened', await takeSmoothness(page));
    const kept = keptWaitingMs() - before;
    process.stdout.write(`other work of the machine kept it waiting: ${Math.round(kept)} ms\n`);
    expect(opened.firstPaint).not.toBeNull();
    expect((opened.firstPaint ?? 0) - kept).toBeLessThan(FIRST_PAINT_MAX_MS);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(RECORDS + 1));

    await page.locator(ROW).first().hover();
    const height = await page.locator('.queue-grid').evaluate((grid) => grid.scrollHeight);
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, 900);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await shown.settled();
    const wheeled = report('scrolled by wheel', await takeSmoothness(page));
    expect(await page.locator('.queue-grid').evaluate((grid) => grid.scrollHeight)).toBeGreaterThan(height);
    expect(await page.locator(ROW).count()).toBeLessThanOrEqual(DRAWN_MAX);

    const began = performance.now();
    await scrollToTheEnd(page);
    const took = Math.round(performance.now() - began);
    const whole = report(`scrolled through all in ${took} ms`, await takeSmoothness(page));
    expect(await page.locator(ROW).count()).toBeLessThanOrEqual(DRAWN_MAX);
    const last = page.locator(ROW).last();
    expect(await last.getAttribute('aria-rowindex')).toBe(String(RECORDS + 1));
    expect(await last.textContent()).toContain('CASE-000000');

    for (const share of [0.1, 0.9, 0.33, 0.71, 0.5, 0]) {
      const index = Math.floor(share * (RECORDS - 1));
      await page.locator('.queue-grid').evaluate((grid, to) => {
        grid.scrollTop = to * (grid.scrollHeight - grid.clientHeight);
      }, share);
      await page
        .locator(ROW)
        .filter({ hasText: `CASE-${String(RECORDS - 1 - index).padStart(6, '0')}` })
        .waitFor();
    }
    const jumped = report('jumped about', await takeSmoothness(page));

    await page.getByRole('link', { name: /^Needs review/ }).click();
    await shown.settled();
    for (const [label, value] of [
      ['Kind', 'kyb'],
      ['Created', '30'],
      ['Assigned to', 'none'],
      ['Order', 'longest_waiting'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).selectOption(value);
      await shown.settled();
    }
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('lukasz kow', { delay: 30 });
    await page.locator(ROW).filter({ hasText: 'Łukasz Kowalczyk' }).first().waitFor();
    await shown.settled();
    const filtered = report('filtered and searched', await takeSmoothness(page));

    for (const { drawnAtOnce } of [opened, wheeled, whole, jumped, filtered]) {
      expect(drawnAtOnce).toBeGreaterThan(0);
      expect(drawnAtOnce).toBeLessThanOrEqual(DRAWN_MAX);
    }
  });
});

describe('the queue', () => {
  const tests = useConsole({ fill: filled(400) });

  tests.test('shows what the appliance counts, by state and by filter', async (rig) => {
    await untilNamesAreRead(rig);
    const counted = await rig.api<SearchCountsAnswer>('POST', '/v1/search/counts', {});
    const shown = await rig.open('operator');
    const { page } = shown;
    await page.getByRole('link', { name: `All ${counted.total}` }).waitFor();
    await page.getByRole('link', { name: `Needs review ${counted.statuses.needs_review}` }).click();
    await shown.settled();
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(`${counted.statuses.needs_review + 1}`);
    expect(await page.locator(`${ROW} .pill`).allTextContents()).toContain('Needs review');

    const [top] = counted.reasons;
    await page.getByLabel('Reason', { exact: true }).selectOption(given(top).code);
    await expectRowCount(page, given(top).count);
    await page.getByLabel('Kind', { exact: true }).selectOption('kyb');
    const both = { statuses: ['needs_review'], reasons: [given(top).code], kinds: ['kyb'] };
    await expectRowCount(page, (await rig.api<SearchCountsAnswer>('POST', '/v1/search/counts', both)).total);
    expect(new URL(page.url()).search).toBe(`?status=needs_review&kind=kyb&reason=${given(top).code}`);

    await shown.goto('/?order=oldest');
    expect(await page.locator(ROW).first().textContent()).toContain('CASE-000000');
    await page.getByRole('link', { name: /^Oldest waiting for review/ }).click();
    await shown.settled();
    // The rows of the former order stay until the rows of the new one arrive.
    await page.locator(`[data-id="${counted.oldest_waiting?.id}"][aria-rowindex="2"]`).waitFor();
  });

  tests.test('finds a name without its accents, and keeps it out of the address', async (rig) => {
    await untilNamesAreRead(rig);
    const wanted = await firstOf(rig, { kinds: ['kyc'] }, ({ name }) => /[ğöéüłş]/.test(name ?? ''));
    const shown = await rig.open('operator');
    const { page } = shown;
    await page.keyboard.press('/');
    await page.keyboard.type(`${wanted.reference}`.toLowerCase());
    await expectRowCount(page, 1);
    expect(await page.locator(ROW).getAttribute('data-id')).toBe(wanted.id);
    expect(page.url()).toBe(`${rig.base}/`);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title]),
    );
    expect(stored.toLowerCase()).not.toContain(`${wanted.reference}`.toLowerCase());
    await page.keyboard.type(' nobody');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await shown.axe();
    await page.locator('.state').getByRole('button', { name: 'Clear filters' }).click();
    await expectRowCount(page, 400);
    expect(await page.getByLabel('Search by name or reference').inputValue()).toBe('');
  });

  tests.test('loses no letter that is typed while the page is busy', async (rig) => {
    const { page } = await rig.open('operator');
    await page.locator(ROW).first().waitFor();
    const box = page.getByLabel('Search by name or reference');
    await box.evaluate(async (input: HTMLInputElement, holdMs) => {
      const type = (text: string): void => {
        input.value = text;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      };
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      type('case-00');
      await wait(100);
      // The search for the first letters and the last letter are both due before the page is drawn again.
      const typed = wait(150).then(() => type('case-0003'));
      const until = performance.now() + holdMs;
      while (performance.now() < until);
      await typed;
    }, 300);
    await expectRowCount(page, 100);
    expect(await box.inputValue()).toBe('case-0003');
  });

  tests.test('is worked through by the keyboard, and is the same after a record', async (rig) => {
    const shown = await rig.open('reviewer', { path: '/?status=needs_review' });
    const { page } = shown;
    await page.locator(ROW).first().waitFor();
    for (let i = 0; i < 41; i++) await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focusedRow(page)).toBe('41');
    expect(await page.locator(ROW).count()).toBeLessThanOrEqual(DRAWN_MAX);
    const top = await scrollTop(page);
    const id = given(await page.evaluate(() => document.activeElement?.closest('[data-id]')?.getAttribute('data-id')));

    await page.keyboard.press('a');
    await page.getByText('Assigned to you.').waitFor();
    const me = await rig.account('reviewer');
    const taken = await rig.api<SearchAnswer>('POST', '/v1/search', { text: id });
    expect(taken.data[0]?.assignee?.id).toBe(me.id);
    await page.locator(`[data-id="${id}"] .queue-assignee`, { hasText: 'You' }).waitFor();

    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(?:verifications|companies)\//);
    await page.goBack();
    await page.locator(`[data-id="${id}"] a:focus`).waitFor();
    expect(await scrollTop(page)).toBe(top);

    await page.getByLabel('Assigned to', { exact: true }).selectOption('me');
    await expectRowCount(page, 1);
    await page.keyboard.press('Escape');
    await page.locator(`[data-id="${id}"] a`).focus();
    await page.keyboard.press('a');
    await page.getByText('No longer assigned to you.').waitFor();
    expect((await rig.api<SearchAnswer>('POST', '/v1/search', { text: id })).data[0]?.assignee).toBeNull();
  });

  tests.test('a row changes in its place, and new ones wait until they are wanted', async (rig) => {
    const shown = await rig.open('reviewer');
    const { page } = shown;
    await page.locator('.live-dot.open').waitFor();
    const waiting = await firstOf(rig, { kinds: ['kyc'], statuses: ['needs_review'] });
    const row = page.locator(`[data-id="${waiting.id}"]`);
    const place = await row.getAttribute('aria-rowindex');
    await rig.api('POST', `${waiting.links.self}/review`, {
      decision: 'reject',
      reason: 'document_invalid',
      note: 'The card has expired.',
    });
    await row.getByText('Failed').waitFor();
    expect(await row.getAttribute('aria-rowindex')).toBe(place);

    await page.locator(ROW).nth(4).locator('a').focus();
    const before = await focusedRow(page);
    for (const legal_name of ['Weiße Düne GmbH', 'Grüne Furt GmbH'])
      await rig.api('POST', '/v1/kyb/verifications', { company: { ...LEAST_COMPANY, legal_name } });
    const bar = page.getByRole('button', { name: '2 new' });
    await bar.waitFor();
    expect(await focusedRow(page)).toBe(before);
    expect(await page.getByText('Grüne Furt GmbH').count()).toBe(0);
    await page.getByRole('link', { name: 'All 402' }).waitFor();
    await bar.click();
    await page.locator(ROW).first().getByText('Grüne Furt GmbH').waitFor();
    expect(await page.locator(ROW).nth(1).textContent()).toContain('Weiße Düne GmbH');
    await page.locator(`${ROW}[aria-rowindex="2"] a:focus`).waitFor();
    expect(await bar.count()).toBe(0);
  });

  tests.test('says how to begin if there is nothing, to those who may begin', async (rig) => {
    for (const role of ['operator', 'auditor'] as const) {
      const shown = await rig.open(role, { lang: 'en' });
      await shown.showData('test');
      await shown.page.getByRole('heading', { name: 'No verifications yet' }).waitFor();
      expect(await shown.page.locator('main').getByRole('link', { name: 'New verification' }).count()).toBe(
        role === 'operator' ? 2 : 0,
      );
      await shown.axe();
      await shown.fits();
      await shown.shot(`queue-empty-${role}`);
    }
  });

  tests.test('nobody is offered what their role may not do', async (rig) => {
    const shown = await rig.open('operator', { path: '/?status=needs_review' });
    await shown.page.locator(ROW).first().waitFor();
    expect(await shown.page.getByRole('button', { name: /^Take/ }).count()).toBe(0);
    await shown.page.keyboard.press('j');
    await shown.page.keyboard.press('a');
    expect(await shown.page.locator('.toast').count()).toBe(0);
  });

  tests.test('scrolls with its page on a low window, as on one of 1280 by 800 at 200 %', async (rig) => {
    const shown = await rig.open('reviewer', { path: '/', width: 640, height: 400 });
    const { page } = shown;
    await page.locator(ROW).first().waitFor();
    await page.locator('.queue-search input').hover();
    for (let i = 0; i < 12; i++) {
      await page.mouse.wheel(0, 400);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const pageTop = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
    await expect.poll(pageTop).toBeGreaterThan(3_000);
    expect(await scrollTop(page)).toBe(0);
    const seen = (): Promise<number> =>
      page.locator(ROW).evaluateAll(
        (rows) =>
          rows.filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top >= 35 && bottom <= window.innerHeight;
          }).length,
      );
    await expect.poll(seen).toBeGreaterThanOrEqual(6);
    expect(await page.locator(ROW).count()).toBeLessThanOrEqual(DRAWN_MAX);
    await page.keyboard.press('j');
    const focused = Number(await focusedRow(page));
    expect(focused).toBeGreaterThan(40);
    const inView = await page.evaluate(() => {
      const { top, bottom } = document.activeElement?.closest('[data-id]')?.getBoundingClientRect() ?? {
        top: -1,
        bottom: 1e9,
      };
      return top >= 35 && bottom <= window.innerHeight;
    });
    expect(inView).toBe(true);
    const before = await pageTop();
    await shown.shot('queue-low', { full: false });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(?:verifications|companies)\//);
    await page.goBack();
    await page.locator(`[aria-rowindex="${focused}"] a:focus`).waitFor();
    expect(Math.abs((await pageTop()) - before)).toBeLessThanOrEqual(1);
    await shown.axe();
    await shown.fits();
  });

  for (const width of [768, 1280, 1920] as const) {
    tests.test(`fits at ${width} px in both themes, in French and from right to left`, async (rig) => {
      for (const [theme, lang] of [
        ['light', 'en'],
        ['dark', 'en'],
        ['light', 'fr'],
        ['dark', 'x-rtl'],
      ] as const) {
        const shown = await rig.open('reviewer', { path: '/?status=needs_review&since=days', width, theme, lang });
        await shown.page.locator(ROW).first().waitFor();
        await shown.page.keyboard.press('j');
        await shown.axe();
        await shown.fits();
        await shown.shot(`queue-${width}-${theme}-${lang}`, { full: false });
      }
    });
  }
});

function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the test needs it, and it is not there');
  return value;
}

/** The first search result that `fits`. */
async function firstOf(
  rig: ConsoleRig,
  search: object,
  fits: (item: QueueItemAnswer) => boolean = () => true,
): Promise<QueueItemAnswer> {
  const { data } = await rig.api<SearchAnswer>('POST', '/v1/search', search);
  return given(data.find(fits));
}

/** After a start the appliance reads the names of all records. */
async function untilNamesAreRead(rig: ConsoleRig): Promise<void> {
  await expect
    .poll(() => rig.api<SearchAnswer>('POST', '/v1/search', { text: 'a', limit: 1 }).then(({ complete }) => complete))
    .toBe(true);
}

async function expectRowCount(page: Page, rows: number): Promise<void> {
  await page.locator(`.queue-grid[aria-rowcount="${rows + 1}"][aria-busy="false"]`).waitFor();
}

const focusedRow = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-id]')?.getAttribute('aria-rowindex'));

const scrollTop = (page: Page): Promise<number> => page.locator('.queue-grid').evaluate((grid) => grid.scrollTop);

/** Scrolls to the end of the loaded rows repeatedly, until all rows are there. */
function scrollToTheEnd(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const grid = document.querySelector('.queue-grid');
    const all = Number(grid?.getAttribute('aria-rowcount'));
    while (grid && !document.querySelector(`.queue-row[aria-rowindex="${all}"]`)) {
      grid.scrollTop = grid.scrollHeight;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/** Prints the measurements and returns them. */
function report(what: string, measured: Smoothness): Smoothness {
  const { firstPaint, longTasks, worstFrame, frames, drawnAtOnce } = measured;
  const round = (value: number | null): string => (value === null ? '-' : value.toFixed(0));
  process.stdout.write(
    `queue of ${RECORDS} records, ${what}: first rows after ${round(firstPaint)} ms, ` +
      `by the clock over 50 ms: ${longTasks.map(round).join(', ') || 'none'}; ` +
      `worst of ${frames} frames ${round(worstFrame)} ms; at most ${drawnAtOnce} rows drawn between two\n`,
  );
  return measured;
}
