import { describe, expect } from 'vitest';
import { useConsole } from './console/harness.ts';

describe('the manual', () => {
  const tests = useConsole();

  tests.test('opens from a screen at its part, and from a finding at its code', async (rig) => {
    const shown = await rig.open('administrator', { path: '/policy' });
    const opened = shown.page.context().waitForEvent('page');
    await shown.page.keyboard.press('?');
    const manual = await opened;
    await manual.waitForURL(`${rig.base}/manual/en/console#policy`);
    await manual.getByRole('heading', { name: 'Policy', exact: true }).waitFor();
    await manual.close();
  });

  for (const [language, theme] of [
    ['en', 'light'],
    ['fr', 'dark'],
  ] as const)
    tests.test(`can be read by everybody: ${language}, ${theme}`, async (rig) => {
      const shown = await rig.open('auditor', { path: '/', lang: language, theme });
      for (const page of ['', '/console', '/configuration', '/reference/codes']) {
        await shown.page.goto(`${rig.base}/manual/${language}${page}`);
        expect(await shown.page.locator('html').getAttribute('lang')).toBe(language);
        await shown.axe();
        await shown.fits();
        await shown.shot(`manual-${language}-${theme}${page.replaceAll('/', '-')}`, { full: false });
      }
    });

  tests.test('is searched without a request, and walked through by its links and by keys', async (rig) => {
    const { page } = await rig.open('auditor', { path: '/' });
    await page.goto(`${rig.base}/manual/en/review`);
    await page.keyboard.press('/');
    const requests: string[] = [];
    await page.waitForLoadState('networkidle');
    page.on('request', (request) => requests.push(request.url()));
    await page.keyboard.type('recovery key');
    await page.locator('search li a').first().waitFor();
    expect(requests).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/manual\/en\/(?:backup|first-run)/);
    await page.goto(`${rig.base}/manual/en/install`);
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL(`${rig.base}/manual/en/first-run`);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL(`${rig.base}/manual/fr/first-run`);
    await page.locator('input[type=search]').fill('cle de');
    await page.locator('search li a').first().waitFor();
    await page.locator('input[type=search]').fill('xyzzyx');
    await page.getByText('Aucun résultat.').waitFor();
  });
});
