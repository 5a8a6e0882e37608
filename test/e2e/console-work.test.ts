import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { DEMO_CASES, DEMO_LIST } from '../demo/cases.ts';
import { createClient } from '../support/verification-client.ts';
import { type ConsoleRig, useConsole } from './console/harness.ts';

const tests = useConsole();

/** Draws a specimen, and verifies it with the real engines; `applicant` replaces the specimen's own data. */
async function verify(rig: ConsoleRig, title: string, applicant: Record<string, string> = {}): Promise<string> {
  const client = createClient(rig.base, rig.key);
  const drawn = await DEMO_CASES.find((one) => one.title === title)?.draw();
  if (!drawn) throw new Error(`there is no case "${title}"`);
  const id = await client.create({ ...drawn, applicant: { ...drawn.applicant, ...applicant } });
  await client.waitForResult(id);
  return id;
}

const BLURRED = 'card out of focus';
const NAMESAKE = 'name alone on a list';

let waiting: Promise<string> | null = null;
const waitingRecord = (rig: ConsoleRig): Promise<string> => {
  waiting ??= verify(rig, BLURRED);
  return waiting;
};

const recordOf = (rig: ConsoleRig, id: string): Promise<VerificationAnswer> =>
  rig.api<VerificationAnswer>('GET', `/v1/verifications/${id}`);
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? '');

/** Loads the list once for all tests of the file. */
let list: Promise<unknown> | null = null;
function loadList(rig: ConsoleRig): Promise<unknown> {
  const path = join(rig.appliance.folder, 'list.csv');
  writeFileSync(path, DEMO_LIST);
  list ??= createClient(rig.base, rig.key).importList(path, 'demo', 'Demonstration list');
  return list;
}

describe('while the appliance does not answer', () => {
  tests.test('a decision that failed says so, keeps what was written, and is sent once more', async (rig) => {
    await loadList(rig);
    const id = await verify(rig, BLURRED);
    const { page } = await rig.open('reviewer', { path: `/verifications/${id}` });
    let sent = 0;
    await page.route('**/review', async (route) => {
      sent += 1;
      await (sent === 1 ? route.abort('connectionrefused') : route.continue());
    });
    await page.keyboard.press('a');
    await page.keyboard.press('1');
    await page.getByLabel('Note', { exact: true }).last().fill('Seen in the branch.');
    await page.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'does not respond' }).waitFor();
    expect(await page.getByLabel('Note', { exact: true }).last().inputValue()).toBe('Seen in the branch.');
    await expect.poll(() => focused(page)).toBe('BUTTON');
    // Two presses send it once.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.review-word', { hasText: 'Approved' }).waitFor();
    expect(sent).toBe(2);
    expect((await recordOf(rig, id)).review?.note).toBe('Seen in the branch.');
  });

  tests.test('a screen whose code does not come says so, and comes when it answers again', async (rig) => {
    const { page } = await rig.open('reviewer');
    await page.route('**/console/office*', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('heading', { name: 'No connection to the appliance' }).waitFor();
    await page.unroute('**/console/office*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
  });

  tests.test('what happened meanwhile is shown when it answers again', async (rig) => {
    const id = await verify(rig, BLURRED);
    const { page } = await rig.open('reviewer');
    await page.route('**/v1/events/stream', (route) => route.abort('connectionrefused'));
    await page.goto(`${rig.base}/verifications/${id}`);
    await page.getByText('Needs review').first().waitFor();
    await rig.api('POST', `/v1/verifications/${id}/review`, {
      decision: 'reject',
      reason: 'document_unreadable',
      note: 'No.',
    });
    await page.unroute('**/v1/events/stream');
    await page.locator('.review-word', { hasText: 'Rejected' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  tests.test('an answer that was under way does not take back a decision', async (rig) => {
    const id = await verify(rig, BLURRED);
    const { page } = await rig.open('reviewer');
    await page.route('**/v1/events/stream', (route) => route.abort('connectionrefused'));
    await page.goto(`${rig.base}/verifications/${id}`);
    await page.getByText('Needs review').first().waitFor();
    const before = await recordOf(rig, id);
    let answer = (): void => {};
    const asked = new Promise<void>((heard) => {
      void page.route(`**/v1/verifications/${id}`, async (route) => {
        heard();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        await route.fulfill({ json: before }).catch(() => {});
      });
    });
    // The page requests what it may have missed.
    await page.unroute('**/v1/events/stream');
    await asked;
    await page.keyboard.press('r');
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await page.locator('.review-word', { hasText: 'Rejected' }).waitFor();
    await page.unroute(`**/v1/verifications/${id}`);
    answer();
    await page.locator('.timeline', { hasText: 'Decided: rejected' }).waitFor();
    expect(await page.locator('.review-word', { hasText: 'Rejected' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });
});

tests.test('a reviewer who decides while somebody else decides sees so, and where they are', async (rig) => {
  const id = await verify(rig, BLURRED);
  const { page } = await rig.open('reviewer', { path: `/verifications/${id}` });
  await page.keyboard.press('a');
  await page.keyboard.press('1');
  await page.locator('.live-dot.open').waitFor();
  await rig.api('POST', `/v1/verifications/${id}/review`, {
    decision: 'reject',
    reason: 'document_unreadable',
    note: 'No.',
  });
  await page.locator('.toast', { hasText: 'The record changed while you were deciding' }).waitFor();
  await page.locator('.review-word', { hasText: 'Rejected' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('review-word');
  expect((await recordOf(rig, id)).review?.decision).toBe('reject');
});

tests.test('a refusal says in French what it means', async (rig) => {
  const id = await waitingRecord(rig);
  const shown = await rig.open('reviewer', { path: `/verifications/${id}`, lang: 'fr' });
  const { page } = shown;
  shown.expectStatus(409);
  await page.route('**/review', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { status: 409, code: 'state_conflict', title: '', detail: 'It is in completed.', instance: '', errors: [] },
    }),
  );
  await page.keyboard.press('a');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Ce n’est pas possible dans l’état actuel.' }).waitFor();
});

tests.test('the focus stays where somebody works: after a hit, an assignment and a note', async (rig) => {
  await loadList(rig);
  const id = await verify(rig, NAMESAKE);
  const { page } = await rig.open('reviewer', { path: `/verifications/${id}` });
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Dismissed by a person').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Confirm hit');
  await page.getByLabel('Assigned to').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await recordOf(rig, id)).assignment?.assignee).toBeTruthy();
  await expect.poll(() => focused(page)).toBe('SELECT');
  await page.getByLabel('Add a note').fill('Called.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.timeline q', { hasText: 'Called.' }).waitFor();
  await expect.poll(() => focused(page)).toBe('TEXTAREA');
});

tests.test('keys that are a mere sign can be turned off', async (rig) => {
  const id = await waitingRecord(rig);
  const shown = await rig.open('reviewer', { path: `/verifications/${id}` });
  const { page } = shown;
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByLabel('Single-key shortcuts').uncheck();
  await shown.axe();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.reload();
  await shown.settled();
  await page.keyboard.press('a');
  expect(await page.locator('.decide-form').count()).toBe(0);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.locator('.decide-form').waitFor();
});

tests.test('a file that comes after the lock is not saved', async (rig) => {
  const id = await waitingRecord(rig);
  await rig.account('reviewer', 'late-file');
  const { page } = await rig.open('reviewer', { login: 'late-file', fresh: true, path: `/verifications/${id}` });
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  let answer = (): void => {};
  const asked = new Promise<void>((heard) => {
    void page.route('**/report', async (route) => {
      heard();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' });
    });
  });
  await page.getByRole('button', { name: 'Report' }).click();
  await asked;
  await page.locator('.side-end .menu > button').click();
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  const come = page.waitForResponse('**/report');
  answer();
  await (await come).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(saved).toBe(0);
});

describe('names', () => {
  const HOSTILE = {
    first_name: '<img src=x onerror=alert(1)>\u202egnp.exe',
    last_name: `${'W'.repeat(90)} 👩‍👩‍👧 محمد`,
  };

  tests.test('of every kind are shown as they are, and break nothing', async (rig) => {
    const id = await verify(rig, BLURRED, HOSTILE);
    for (const [width, lang] of [
      [320, 'en'],
      [768, 'x-rtl'],
    ] as const) {
      const shown = await rig.open('reviewer', { path: `/verifications/${id}`, width, lang });
      await shown.page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor();
      await shown.fits();
      await shown.shot(`hostile-record-${width}`);
      await shown.visit('/');
      await shown.page.locator('.queue-row a', { hasText: '<img src=x' }).waitFor();
      await shown.fits();
      await shown.shot(`hostile-queue-${width}`, { full: false });
      expect(await shown.page.locator('main img[src="x"]').count()).toBe(0);
    }
  });

  tests.test(
    'that a document writes otherwise are not marked as another value where the appliance says they agree',
    async (rig) => {
      const id = await verify(rig, DEMO_CASES[0]?.title ?? '');
      const { checks, ocr } = await recordOf(rig, id);
      expect(checks.consistency.passed).toBe(true);
      const { page } = await rig.open('reviewer', { path: `/verifications/${id}` });
      await page.locator('table.fields').first().waitFor();
      expect(await page.locator('.differs').count(), JSON.stringify(ocr)).toBe(0);
    },
  );
});

tests.test('login, queue and record can be used in a window of 320 pixels', async (rig) => {
  const gate = await rig.open(null, { width: 320 });
  await gate.fits();
  const shown = await rig.open('reviewer', { path: `/verifications/${await waitingRecord(rig)}`, width: 320 });
  await shown.fits();
  await shown.shot('narrow-record');
  await shown.page.getByRole('button', { name: 'Approve' }).click();
  await shown.fits();
  await shown.visit('/');
  await shown.fits();
  await shown.shot('narrow-queue', { full: false });
});
