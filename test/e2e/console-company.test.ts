import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import { DEMO_CASES, DEMO_LIST } from '../demo/cases.ts';
import { DEMO_REGISTER } from '../demo/companies.ts';
import { createClient } from '../support/verification-client.ts';
import { fetchAsPage } from './console/fetch-as-page.ts';
import { type ConsolePage, type ConsoleRig, useConsole, WIDTHS } from './console/harness.ts';

const ADDRESS = { line1: '4 Sample Wharf', city: 'Testford', postal_code: 'ZZ1 1ZZ', country: 'GB' };

/** Four layers, one circle, and a director on the list of politically exposed persons. All are fictitious. */
const COMPANY = {
  company: {
    legal_name: 'Specimen Quillmarsh Advisers Ltd',
    registration_number: '99000004',
    country: 'GB',
    incorporation_date: '2018-01-22',
    address: { ...ADDRESS, line1: '77 Elsewhere Road', city: 'Otherham' },
  },
  representatives: [{ first_name: 'Ludovica', last_name: 'Marchetti-Osei', role: 'director', dob: '1963-10-02' }],
  ubos: [
    { legal_name: 'Specimen Brackwater Holding B.V.', country: 'NL', ownership_percent: 60 },
    { first_name: 'Philippa', last_name: 'Hartnoll-Vane', dob: '1971-04-09', ownership_percent: 40 },
    { first_name: 'Odalys', last_name: 'Ferreira', ownership_percent: 55, parent: 0 },
    {
      legal_name: 'Specimen Ostmark Internationale Beteiligungen Gesellschaft mbH',
      country: 'AT',
      ownership_percent: 45,
      parent: 0,
    },
    { first_name: 'Tobias', last_name: 'Quenby', dob: '1968-12-30', ownership_percent: 70, parent: 3 },
    { legal_name: 'Specimen Brackwater Holding B.V.', country: 'NL', ownership_percent: 30, parent: 3 },
  ],
  documents: [{ type: 'registration_certificate' }],
};

const tests = useConsole();
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2, roundingMode: 'trunc' });
const retrieve = (rig: ConsoleRig, id: string) => rig.api<KybVerificationAnswer>('GET', `/v1/kyb/verifications/${id}`);

let loaded: Promise<void> | null = null;

/** Loads the list and the register once. */
function loadData(rig: ConsoleRig): Promise<void> {
  loaded ??= (async () => {
    const client = createClient(rig.base, rig.key);
    const [list, register] = [join(rig.appliance.folder, 'list.csv'), join(rig.appliance.folder, 'register.csv')];
    writeFileSync(list, DEMO_LIST);
    writeFileSync(register, DEMO_REGISTER);
    await client.importList(list, 'demo', 'Fictitious list');
    await client.importRegister(register, 'demo_register', 'Fictitious register', 'GB');
  })();
  return loaded;
}

/** A company whose checks have run. */
async function checkedCompany(rig: ConsoleRig, body: object = COMPANY): Promise<KybVerificationAnswer> {
  await loadData(rig);
  const { id } = await rig.api<{ id: string }>('POST', '/v1/kyb/verifications', body);
  await expect.poll(async () => (await retrieve(rig, id)).status).not.toMatch(/pending|processing/);
  return retrieve(rig, id);
}

const boxOf = ({ page }: ConsolePage, party: string) => page.locator(`[data-party="${party}"]`);
const focusedParty = ({ page }: ConsolePage): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-party') ?? null);

tests.test('the chart and the table of owners say what the appliance says', async (rig) => {
  const record = await checkedCompany(rig);
  const { owners, edges, nodes } = record.ownership;
  expect(owners.length).toBe(3);
  const shown = await rig.open('reviewer', { path: `/companies/${record.id}` });
  const { page } = shown;
  expect(await page.title()).toBe('Verification of a company · Custos');
  expect(await page.locator('h1').innerText()).toBe(record.company.legal_name);
  expect(await page.locator('.party-box').count()).toBe(nodes.length);
  for (const owner of owners) {
    const told = percent.format(owner.percent.max / 100);
    await expect.poll(() => boxOf(shown, owner.party).textContent()).toContain(`${told} in total`);
    expect(await boxOf(shown, owner.party).getAttribute('aria-label')).toContain(`${told} in total`);
    const isMarked = (await boxOf(shown, owner.party).textContent())?.includes('Beneficial owner');
    expect(isMarked, owner.name).toBe(owner.at_threshold);
  }
  const labels = await page.locator('.share-line .label').allTextContents();
  expect(labels.map((text) => text.replace('↻ ', '')).sort()).toEqual(
    edges.map((edge) => percent.format(edge.percent.max / 100)).sort(),
  );
  expect(labels.filter((text) => text.startsWith('↻'))).toHaveLength(1);

  await page.getByRole('button', { name: 'Table' }).click();
  const [table, shares] = [
    page.getByRole('table', { name: 'Ultimate owners' }),
    page.getByRole('table', { name: 'All shares' }),
  ];
  for (const { name, percent: held, direct_percent: direct } of owners) {
    const cells = table.getByRole('row', { name }).getByRole('cell');
    expect(await cells.nth(1).innerText()).toBe(percent.format(held.max / 100));
    expect(await cells.nth(2).innerText()).toBe(percent.format(direct.max / 100));
  }
  expect(await shares.locator('tbody tr').count()).toBe(edges.length);
});

tests.test('the chart is walked by the keyboard, and zoomed', async (rig) => {
  const record = await checkedCompany(rig);
  const shown = await rig.open('auditor', { path: `/companies/${record.id}` });
  const { page } = shown;
  const { edges, nodes } = record.ownership;
  await boxOf(shown, 'company').focus();
  await page.keyboard.press('ArrowRight');
  const first = await focusedParty(shown);
  expect(edges.filter(({ owned }) => owned === 'company').map(({ owner }) => owner)).toContain(first);
  // The layer has two boxes, so one of the keys moves to the other box.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const upper = await focusedParty(shown);
  await page.keyboard.press('ArrowDown');
  expect(await focusedParty(shown)).not.toBe(upper);
  const second = await focusedParty(shown);
  // The text below the chart describes the selected party.
  const name = nodes.find(({ party }) => party === second)?.name ?? '';
  await expect.poll(() => page.locator('.party-about h3').innerText()).toBe(name);
  await page.keyboard.press('ArrowLeft');
  expect(await focusedParty(shown)).toBe('company');
  const viewBox = (): Promise<string | null> => page.locator('.owner-frame svg').getAttribute('viewBox');
  const before = await viewBox();
  await page.keyboard.press('+');
  await expect.poll(viewBox).not.toBe(before);
  // The zoom stays when the record is read again, which happens when a hidden page becomes visible.
  const zoomed = await viewBox();
  const again = page.waitForResponse((answer) => answer.url().endsWith(`/v1/kyb/verifications/${record.id}`));
  for (const hidden of [true, false]) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  }
  await again;
  await shown.settled();
  expect(await viewBox()).toBe(zoomed);
  await page.keyboard.press('f');
  await page.keyboard.press('Home');
  expect(await focusedParty(shown)).toBe('company');
});

tests.test('the register is compared field by field, and differences are marked', async (rig) => {
  const record = await checkedCompany(rig);
  const { page } = await rig.open('reviewer', { path: `/companies/${record.id}` });
  const table = page.getByRole('table', { name: 'Submitted and registered data' });
  for (const { field, agrees } of record.checks.registry.comparisons) {
    const label = { 'company.address': 'Address', 'company.legal_name': 'Legal name' }[field];
    if (!label) continue;
    const row = table.getByRole('row', { name: label });
    expect(await row.innerText()).toContain(agrees ? 'matches' : 'differs');
  }
  expect(record.checks.registry.comparisons.some(({ agrees }) => agrees === false)).toBe(true);
  const risk = page.locator('#risk');
  expect(await risk.innerText()).toContain(`${record.risk?.score} of 100 points`);
  const points = await risk.locator('td.numeric').allInnerTexts();
  expect(points.map(Number)).toEqual(record.risk?.factors.map((factor) => factor.points));
});

tests.test('a hit is decided, then the company by the keyboard', async (rig) => {
  const record = await checkedCompany(rig);
  expect(record.status).toBe('needs_review');
  const shown = await rig.open('reviewer', { path: `/companies/${record.id}` });
  const { page } = shown;
  await page.locator('#hits').getByRole('button', { name: 'Dismiss' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Different person or company' }).check();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await page.locator('#hits').getByText('Dismissed by a person').waitFor();
  const [hit] = (await retrieve(rig, record.id)).hits;
  expect(hit?.decision).toMatchObject({ decision: 'dismissed', reason: 'other_person' });

  await page.keyboard.press('a');
  await page.locator('.decide-form').waitFor();
  // The first reason claims documents, but none arrived.
  shown.expectStatus(409);
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.locator('.act-error').getByText('The reason does not match what this record shows').waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await page.locator('#decide').getByText('Approved', { exact: true }).waitFor();
  const after = await retrieve(rig, record.id);
  expect(after.status).toBe('completed');
  expect(after.review).toMatchObject({ state: 'decided', decision: 'approve', reason: 'hits_dismissed' });
});

tests.test('a person is linked with a verification, and another one is started', async (rig) => {
  const record = await checkedCompany(rig);
  const [demo] = DEMO_CASES;
  const drawn = await demo?.draw();
  if (!drawn) throw new Error('nothing was drawn');
  const { id } = await rig.api<{ id: string }>('POST', '/v1/verifications', personForm(drawn.uploads));
  const shown = await rig.open('reviewer', { path: `/companies/${record.id}` });
  const { page } = shown;
  await page.getByRole('button', { name: 'Link a verification of Philippa Hartnoll-Vane' }).click();
  const search = page.getByRole('dialog').getByRole('searchbox');
  await search.fill(id);
  await page.getByRole('dialog').getByRole('radio').check();
  // The search removes the earlier choice, so no person is linked unseen.
  await search.fill('Nobody of this name');
  await page.getByRole('dialog').getByText('No verification matches').waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Link' }).isDisabled()).toBe(true);
  await search.fill(id);
  await page.getByRole('dialog').getByRole('radio').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Link' }).click();
  const open = page.getByRole('link', { name: 'Open the verification of Philippa Hartnoll-Vane' });
  await open.waitFor();
  expect((await retrieve(rig, record.id)).ubos[1]?.verification_id).toBe(id);

  await page.getByRole('button', { name: 'Start a verification of Tobias Quenby' }).click();
  const dialog = page.getByRole('dialog');
  await shown.axe();
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(drawn.uploads.map(({ name, file, mediaType }) => ({ name, buffer: file, mimeType: mediaType })));
  for (const [i, { type }] of drawn.uploads.entries())
    await dialog.getByRole('combobox', { name: 'Shows' }).nth(i).selectOption(type);
  // The answer is lost on its way. A second start returns the same verification.
  let lost = 0;
  let made = 0;
  await page.route('**/persons/*/verification', async (route) => {
    if (lost++ > 0) return route.continue();
    made = (await fetchAsPage(route)).status();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog.getByText('The appliance does not respond').waitFor();
  expect(made).toBe(201);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Open the verification of Tobias Quenby' }).waitFor();
  const owner = (await retrieve(rig, record.id)).ubos[4];
  expect(owner?.verification_id).toMatch(/^ver_/);
  await open.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/verifications/${id}`);
});

tests.test('files that cannot be sent are told before they are', async (rig) => {
  const record = await checkedCompany(rig);
  const shown = await rig.open('reviewer', { path: `/companies/${record.id}` });
  const { page } = shown;
  await page.getByRole('button', { name: 'Add documents' }).click();
  const dialog = page.getByRole('dialog');
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });
  const heic = file('photo.heic', Buffer.from('\0\0\0\x18ftypheic', 'latin1'));
  const many = Array.from({ length: 11 }, (_, i) => file(`page-${i}.jpg`, jpeg));
  await dialog.locator('input[type=file]').setInputFiles([heic, file('empty.pdf', Buffer.alloc(0)), ...many]);
  await dialog.getByText('photo.heic: HEIC and AVIF files are not supported').waitFor();
  await dialog.getByText('empty.pdf: The file is unreadable.').waitFor();
  await dialog.getByText('page-10.jpg: There are too many files.').waitFor();
  expect(await dialog.locator('.added > li').count()).toBe(10);
  await shown.axe();
});

/** The form of a person's verification. */
function personForm(uploads: readonly { name: string; file: Buffer; mediaType: string; type: string }[]): FormData {
  const form = new FormData();
  form.append('documents_meta', JSON.stringify({ items: uploads.map(({ name, type }) => ({ name, type })) }));
  for (const { name, file, mediaType } of uploads)
    form.append('documents[]', new Blob([new Uint8Array(file)], { type: mediaType }), name);
  return form;
}

tests.test('who may not decide sees no act', async (rig) => {
  const record = await checkedCompany(rig);
  const { page } = await rig.open('auditor', { path: `/companies/${record.id}` });
  await page.locator('#decide').getByText('Only a reviewer can decide.').waitFor();
  for (const name of ['Approve', 'Reject', 'Dismiss', 'Add documents', /^Start a/, /^Link a/])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0);
});

tests.test('the screen is accessible in both themes, and holds at every width and from right to left', async (rig) => {
  const record = await checkedCompany(rig);
  for (const theme of ['light', 'dark'] as const) {
    const shown = await rig.open('reviewer', { path: `/companies/${record.id}`, theme });
    await shown.axe();
    for (const width of WIDTHS) {
      await shown.resize(width);
      await shown.fits();
    }
    await shown.shot(`company-${theme}`);
    await shown.page.getByRole('button', { name: 'Table' }).click();
    await shown.axe();
    await shown.shot(`company-table-${theme}`);
    await shown.close();
  }
  const mirrored = await rig.open('reviewer', { path: `/companies/${record.id}?lang=x-rtl`, lang: 'x-rtl' });
  for (const width of WIDTHS) {
    await mirrored.resize(width);
    await mirrored.fits();
  }
  const middleOf = async (party: string): Promise<number> => {
    const box = await boxOf(mirrored, party).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0) / 2;
  };
  const owner = record.ownership.edges.find(({ owned }) => owned === 'company')?.owner ?? '';
  expect(await middleOf(owner)).toBeLessThan(await middleOf('company'));
});

tests.test('the screen of a company that does not exist, or was erased, says so', async (rig) => {
  const record = await checkedCompany(rig, { company: { ...COMPANY.company, legal_name: 'Specimen Gone Ltd' } });
  await rig.api('DELETE', `/v1/kyb/verifications/${record.id}`);
  const shown = await rig.open('reviewer');
  shown.expectStatus(404);
  await shown.goto(`/companies/${record.id}`);
  await shown.page.getByRole('heading', { name: 'This verification was erased' }).waitFor();
  await shown.axe();
  await shown.goto('/companies/kyb_ver_00000000000000000000000000');
  await shown.page.getByRole('heading', { name: 'Not found' }).waitFor();
});
