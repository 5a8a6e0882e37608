import { describe, expect } from 'vitest';
import { DEMO_CASES } from '../demo/cases.ts';
import { type DroppedFile, dropFiles } from './console/drop-files.ts';
import { useConsole } from './console/harness.ts';

async function drawFront(): Promise<DroppedFile> {
  const drawn = await DEMO_CASES[0]?.draw();
  const [front] = drawn?.uploads ?? [];
  if (!front) throw new Error('nothing was drawn');
  return { name: front.name, type: front.mediaType, bytes: front.file };
}

interface Page {
  data: { id: string }[];
}

describe('a new verification that goes otherwise than it should', () => {
  const tests = useConsole();

  tests.test('what is wrong with a company is seen and reached, folded away or not', async (rig) => {
    const shown = await rig.open('operator', { path: '/new/company' });
    const { page } = shown;
    await page.getByLabel('Legal name').fill('Specimen Folded Ltd');
    await page.getByLabel('Registered in').fill('GB');
    await page
      .getByRole('combobox', { name: /^Country/ })
      .last()
      .fill('GB');
    const names = page.locator('details textarea').first();
    await page.getByText('Further numbers and names').click();
    await names.fill('x'.repeat(300));
    await page.getByText('Further numbers and names').click();
    shown.expectStatus(400);
    await page.getByRole('button', { name: 'Start verification' }).click();
    await page.getByText('What is wrong stands beside it.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await names.evaluate((field) => field === document.activeElement)).toBe(true);
    await shown.axe();
    // Whoever mends it is not shut out with the first letter.
    await names.fill('Folded');
    expect(await names.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Start verification' }).click();
    await page.getByRole('heading', { name: 'Outcome' }).waitFor({ timeout: 60_000 });
  });

  tests.test(
    'what comes while files are sent is not taken and lost, and a double click makes one record',
    async (rig) => {
      const front = await drawFront();
      const shown = await rig.open('operator', { path: '/new' });
      const { page } = shown;
      await dropFiles(page, '.drop-zone', [front]);
      await page.getByLabel('Shows').selectOption('national_id');
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      let sent = 0;
      await page.route('**/v1/verifications', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        sent += 1;
        await held;
        await route.continue();
      });
      const before = (await rig.api<Page>('GET', '/v1/verifications')).data.length;
      await page.getByRole('form').evaluate((form: HTMLFormElement) => {
        form.requestSubmit();
        form.requestSubmit();
      });
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.file-guess .spinner'));
      await dropFiles(page, 'h1', [{ ...front, name: 'late.jpg' }]);
      await dropFiles(page, '.drop-zone', [{ ...front, name: 'later.jpg' }]);
      await page.keyboard.press('c');
      expect(await page.locator('dialog[open]').count()).toBe(0);
      expect(await page.locator('.file-card').count()).toBe(1);
      release();
      await page.getByRole('heading', { name: 'Outcome' }).waitFor({ timeout: 60_000 });
      expect(sent).toBe(1);
      expect((await rig.api<Page>('GET', '/v1/verifications')).data.length).toBe(before + 1);
    },
  );
});
