import { expect } from 'vitest';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { isWholeRun } from '../support/long.ts';
import { dropFiles } from './console/drop-files.ts';
import { fetchAsPage } from './console/fetch-as-page.ts';
import { useConsole } from './console/harness.ts';
import {
  card,
  drawCase,
  droppedOf,
  expectKinds,
  importList,
  looked,
  openRecord,
  startButton,
} from './console/new-form.ts';

/** The first task in the console. `npm test` runs only this walk; there axe and the layout check run once, on the form with its files. */
const tests = useConsole();

tests.test('a person is verified with files from the drop zone', async (rig) => {
  await importList(rig);
  const request = await drawCase();
  const shown = await rig.open('operator', { path: '/new' });
  const { page } = shown;
  if (isWholeRun()) {
    await shown.axe();
    await shown.fits();
  }
  await shown.shot('create-empty');

  await page.getByLabel('Yes, they agree').check();
  const letter = { name: 'letter.txt', type: 'text/plain', bytes: Buffer.from('Dear all') };
  await dropFiles(page, '.drop-zone', [...droppedOf(request), letter]);
  await page.getByText('letter.txt: The file is not a JPEG, PNG, WebP, TIFF or PDF.').waitFor();
  await looked(page, 3);
  await expectKinds(page);

  // The console shows a correction and the guess that it replaced.
  await card(page, 'back.jpg').getByLabel('Shows').selectOption('passport');
  await card(page, 'back.jpg').getByText('Looks more like: Identity card, back').waitFor();
  await card(page, 'back.jpg').getByLabel('Shows').selectOption('national_id');
  await shown.axe();
  await shown.fits();
  await shown.shot('create-files');

  const { first_name = '', last_name = '', dob = '' } = request.applicant;
  await page.getByLabel('First name').fill(first_name);
  await page.getByLabel('Last name').fill(last_name);
  const born = page.getByLabel('Date of birth');
  await born.fill('31/05/1990');
  await page.getByLabel('Your reference').fill('CASE-7');
  await page.getByLabel('Nationality').fill('Frnce');
  await startButton(page).click();
  await page.getByText('Unknown country').waitFor();
  await page.getByText('This is not a date of birth. Write the day as 1990-05-31').waitFor();
  expect(await born.evaluate((field) => field === document.activeElement)).toBe(true);
  await born.fill(dob);
  await startButton(page).click();
  expect(await page.getByLabel('Nationality').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel('Nationality').fill('');

  // A refusal appears beside its field, and no input is lost.
  shown.expectStatus(400);
  await page.getByText('Contact and address').click();
  await page.getByLabel('Phone').fill('123');
  await startButton(page).click();
  await page.getByText('This is not an international number').waitFor();
  if (isWholeRun()) await shown.axe();
  await page.getByLabel('Phone').fill('+33612345678');

  // The appliance creates the record, but its answer is lost. The retry creates no second record.
  let lost = 0;
  let made = 0;
  await page.route('**/v1/verifications', async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
    made = (await fetchAsPage(route)).status();
    await route.abort();
  });
  await startButton(page).click();
  await page.getByText('The appliance does not respond').waitFor();
  expect(made).toBe(201);
  expect(await page.locator('.file-card').count()).toBe(3);
  await startButton(page).click();
  const id = await openRecord(shown);
  const { data } = await rig.api<{ data: VerificationAnswer[] }>('GET', '/v1/verifications');
  expect(data.map((record) => record.id)).toEqual([id]);
  const [record] = data;
  expect(record?.status).toBe('completed');
  expect(record?.consent).toBe(true);
  expect(record?.metadata).toEqual({ internal_ref: 'CASE-7' });
  expect(record?.applicant).toMatchObject({ first_name, last_name, dob, phone: '+33612345678' });
  expect(record?.documents.map(({ name, type, side }) => [name, type, side])).toEqual([
    ['front.jpg', 'national_id', 'front'],
    ['back.jpg', 'national_id', 'back'],
    ['selfie.jpg', 'selfie', null],
  ]);
});
