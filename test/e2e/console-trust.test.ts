import { describe, expect } from 'vitest';
import type { TrustListAnswer } from '../../server/contract/trust-lists.ts';
import type { TestSigner } from '../support/authenticity/signers.ts';
import { makeCsca, makeListOf, makeListSigner } from '../support/authenticity/trust-files.ts';
import { dropFiles } from './console/drop-files.ts';
import { useConsole } from './console/harness.ts';

const file = (name: string, bytes: Buffer) => ({ name, type: '', bytes });
const fingerprintOf = ({ certificate }: TestSigner): string => certificate.sha256;
const groups = (digits: string): string => digits.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ');

describe('trust lists', () => {
  const tests = useConsole();
  const root = makeCsca({ country: 'AT', name: 'CSCA Austria' });
  const [second, leaving] = [makeCsca({ country: 'BE', name: 'CSCA Belgium' }), makeCsca({ country: 'CH' })];
  const signer = makeListSigner(root);

  tests.test('a site without one sees what is missing, and who only reads can load none', async (rig) => {
    const shown = await rig.open('auditor', { path: '/trust', theme: 'dark' });
    await shown.page.getByRole('heading', { name: 'No trust list is loaded' }).waitFor();
    expect(await shown.page.locator('.drop-zone').count()).toBe(0);
    await shown.axe();
  });

  tests.test('the first anchor is confirmed by its fingerprint', async (rig) => {
    const shown = await rig.open('administrator', { path: '/trust' });
    const { page } = shown;
    await page.getByRole('heading', { name: 'No trust list is loaded' }).waitFor();
    await shown.axe();
    await dropFiles(page, '.drop-zone', [file('first.ml', makeListOf([root, leaving], signer, '20251001120000Z'))]);
    await shown.axe();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.locator('.imports > li', { hasText: 'first.ml' }).getByText('Imported', { exact: true }).waitFor();
    const card = page.locator('.dataset', { hasText: 'csca_master_list_at' });
    await card.locator('header').getByText('Not used yet').waitFor();
    await card.getByRole('button', { name: 'Compare and activate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /Austria/ }).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Activate' });
    expect(await confirm.isDisabled()).toBe(true);
    // The digits to type must come from the publisher: the page does not show them.
    const start = groups(fingerprintOf(root).slice(0, 20));
    expect(await dialog.innerText()).not.toContain(start.slice(0, 9));
    await dialog.getByText(groups(fingerprintOf(root).slice(20))).waitFor();
    const field = dialog.getByLabel(/First five groups for C=AT/);
    shown.expectStatus(400);
    await field.fill(groups('0'.repeat(20)));
    await page.keyboard.press('Enter');
    await dialog.getByText(/is the fingerprint of no certificate/).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('trust-confirm');
    await field.fill(start);
    await page.keyboard.press('Enter');
    await page.getByText(/is now active/).waitFor();
    await card.getByText('Active', { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: 'Coverage by country' }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('trust');
  });

  tests.test('a new version is staged, and its difference by country is shown before it is used', async (rig) => {
    const list = makeListOf([root, second], signer, '20251101120000Z');
    for (const look of [{ theme: 'dark' }, { lang: 'fr' }] as const) {
      const seen = await rig.open('administrator', { path: '/trust', ...look });
      await seen.page.locator('.dataset').first().waitFor();
      await seen.axe();
      await seen.fits();
      await seen.shot(`trust-${Object.values(look).join()}`);
    }
    const shown = await rig.open('administrator', { path: '/trust', lang: 'fr' });
    const { page } = shown;
    await dropFiles(page, '.drop-zone', [file('second.ml', list)]);
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    await page.getByRole('button', { name: 'Comparer et activer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 certificat a disparu/).waitFor();
    const belgium = dialog.getByRole('row', { name: /Belgique/ });
    await belgium.locator('summary').click();
    await belgium.getByText(/CSCA Belgium/).waitFor();
    await dialog.getByRole('row', { name: /Suisse/ }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('trust-difference-fr');
    await dialog.getByRole('button', { name: 'Activer' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await rig.api<{ data: TrustListAnswer[] }>('GET', '/v1/trust-lists?active=true');
    expect(data).toMatchObject([{ countries: ['AT', 'BE'], published_at: '2025-11-01', staged: false }]);
  });

  tests.test('a list that another one signed is refused, and the active one stays', async (rig) => {
    const rogue = makeCsca({ country: 'AT', name: 'CSCA Austria' });
    const shown = await rig.open('administrator', { path: '/trust', theme: 'dark' });
    const { page } = shown;
    const list = makeListOf([rogue], makeListSigner(rogue), '20251201120000Z');
    await dropFiles(page, '.drop-zone', [file('rogue.ml', list)]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const refused = page.locator('.imports > li', { hasText: 'rogue.ml' });
    await refused.getByText(/is not signed under it/).waitFor();
    await shown.axe();
    expect((await rig.api<{ data: TrustListAnswer[] }>('GET', '/v1/trust-lists')).data).toHaveLength(2);
  });
});
