import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { DEMO_CASES, DEMO_LIST } from '../demo/cases.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { createClient } from '../support/verification-client.ts';
import { type ConsoleRig, useConsole } from './console/harness.ts';

const tests = useConsole();

const NAMESAKE = 'name alone on a list';
const BLURRED = 'card out of focus';
const ONE_MAN = 'identity card and selfie of one man';

/** Draws a specimen of this kind, and verifies it with the real engines. */
async function verify(
  rig: ConsoleRig,
  title: string,
  { wait = true, selfie }: { wait?: boolean; selfie?: Buffer } = {},
): Promise<string> {
  const client = createClient(rig.base, rig.key);
  const drawn = await DEMO_CASES.find((one) => one.title === title)?.draw();
  if (!drawn) throw new Error(`there is no case "${title}"`);
  const uploads = drawn.uploads.map((upload) =>
    selfie && upload.type === 'selfie' ? { ...upload, file: selfie } : upload,
  );
  const id = await client.create({ ...drawn, uploads });
  if (wait) await client.waitForResult(id);
  return id;
}

/** The man of the card and a second man with an equally large face. */
async function selfieOfTwo(): Promise<Buffer> {
  const people = await Promise.all([FACES.stranger, FACES.manAgain].map((place) => cropFace(place)));
  const { width = 0, height = 0 } = await sharp(people[0]).metadata();
  return sharp({ create: { width: 2 * width, height, channels: 3, background: 'white' } })
    .composite(people.map((input, at) => ({ input, left: at * width, top: 0 })))
    .jpeg()
    .toBuffer();
}

/** A record that needs review, for tests that leave it so. */
let waiting: Promise<string> | null = null;
function waitingRecord(rig: ConsoleRig): Promise<string> {
  waiting ??= verify(rig, BLURRED);
  return waiting;
}

async function loadList(rig: ConsoleRig): Promise<void> {
  const path = join(rig.appliance.folder, 'list.csv');
  writeFileSync(path, DEMO_LIST);
  await createClient(rig.base, rig.key).importList(path, 'demo', 'Demonstration list');
}

const recordOf = (rig: ConsoleRig, id: string): Promise<VerificationAnswer> =>
  rig.api<VerificationAnswer>('GET', `/v1/verifications/${id}`);

const row = (page: Page, field: string) => page.locator('tr', { has: page.getByRole('button', { name: field }) });

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

tests.test('a reviewer sees what was read at its place, and decides with the keys alone', async (rig) => {
  await loadList(rig);
  const id = await verify(rig, NAMESAKE);
  const shown = await rig.open('reviewer', { path: `/verifications/${id}` });
  const { page } = shown;
  expect(await page.title()).toBe('Verification of a person · Custos');

  // A field highlights its box, and a box its field.
  const box = page.locator('.boxes [data-key="last_name"]').first();
  await row(page, 'Last name').getByRole('button').focus();
  await expect.poll(() => box.getAttribute('class')).toContain('lit');
  await page.locator('.boxes [data-key="first_name"]').first().hover();
  await expect.poll(() => row(page, 'First name').getAttribute('class')).toContain('current');
  expect(await box.getAttribute('class')).not.toContain('lit');
  await page.locator('.boxes [data-key="first_name"]').first().click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('First name');

  // Keys zoom, turn and change the picture.
  const stage = page.locator('.stage');
  const whole = await stage.evaluate((element) => element.style.transform);
  await page.keyboard.press('+');
  await expect.poll(() => stage.evaluate((element) => element.style.transform)).not.toBe(whole);
  await page.keyboard.press('t');
  await expect.poll(() => stage.evaluate((element) => element.style.transform)).toContain('rotate(90deg)');
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Identity card, back', pressed: true }).waitFor();
  await page.locator('.boxes [data-key="mrz"]').first().waitFor();

  // Both faces have pictures, and their score is marked on its scale.
  for (const face of await page.locator('.face img').all()) {
    await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(40);
  }
  await page.getByRole('img', { name: /Face match/ }).waitFor();

  // The page explains the hit word by word.
  await expect.poll(() => page.locator('.tokens td.same').allTextContents()).toEqual(['brandstetter', 'lukas']);
  await shown.axe();
  await shown.fits();

  // The record cannot be approved before the hit is decided, and the page says so.
  const needs = page.locator('.approval-needs');
  await needs.getByText('This hit is not decided yet.').waitFor();
  shown.expectStatus(409);
  await page.keyboard.press('a');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'cannot be approved yet' }).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('r');
  await page.keyboard.press('1');
  // On a French keyboard the key 4 types another character.
  await page.evaluate(() => {
    const pressed = new KeyboardEvent('keydown', { key: "'", code: 'Digit4', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(pressed);
  });
  await page.getByRole('radio', { name: 'The faces do not belong to the same person.', checked: true }).waitFor();
  await shown.axe();
  await page.keyboard.press('Enter');
  await page.locator('.review-word', { hasText: 'Rejected' }).waitFor();
  const { status, review } = await recordOf(rig, id);
  expect([status, review?.decision, review?.reason]).toEqual(['failed', 'reject', 'other_person']);
  expect(review?.note).toBe('The faces do not belong to the same person.');
  await page.locator('.timeline', { hasText: 'Decided: rejected' }).waitFor();
});

tests.test(
  'of two faces of a selfie a person chooses one by the keyboard, and the comparison is made of it',
  async (rig) => {
    const id = await verify(rig, ONE_MAN, { selfie: await selfieOfTwo() });
    const shown = await rig.open('reviewer', { path: `/verifications/${id}` });
    const { page } = shown;
    await page.locator('#faces').getByText('Faces found: 1 on documents, 2 on selfies.').waitFor();
    await page.keyboard.press('g');
    const dialog = page.getByRole('dialog');
    const faces = dialog.getByRole('radio');
    await expect.poll(() => faces.count()).toBe(2);
    await shown.axe();
    await faces.first().focus();
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('radio', { name: 'Face 2', checked: true }).waitFor();
    await dialog.getByLabel('Note').fill('The applicant is the one behind.');
    await shown.axe();
    await shown.fits();
    await dialog.getByRole('button', { name: 'Compare again' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Face chosen. The faces are compared again.').waitFor();
    await page.locator('#decide').getByText('A reviewer chose which face is compared').waitFor();
    await page.locator('#faces').getByText('The applicant is the one behind.').waitFor();
    await shown.axe();
    const { status, face_choices, documents } = await recordOf(rig, id);
    expect(status).toBe('needs_review');
    expect(face_choices).toMatchObject([{ in_force: true, note: 'The applicant is the one behind.' }]);
    const compared = documents.flatMap(({ boxes }) => boxes.faces).filter((face) => face.of === 'selfie');
    expect(compared.map((face) => face.compared)).toEqual([false, true]);

    // A choice can be undone.
    await page.keyboard.press('g');
    await dialog.getByRole('radio', { name: 'Undo the choice: the appliance selects the face.' }).check();
    await dialog.getByLabel('Note').fill('Both are in the picture.');
    await dialog.getByRole('button', { name: 'Compare again' }).click();
    await page.locator('#faces').getByText('Choice undone').waitFor();
  },
);

tests.test('what was read wrong is corrected by the keyboard, and both values are shown', async (rig) => {
  const id = await verify(rig, BLURRED);
  const shown = await rig.open('reviewer', { path: `/verifications/${id}` });
  const { page } = shown;
  const before = await recordOf(rig, id);
  const [document] = before.documents;
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Last name').fill('Quarrington-Lisle');
  await dialog.getByLabel('Date of birth').fill('1979-02-03');
  await dialog.getByLabel('Note').fill('The picture shows it.');
  await shown.axe();
  await dialog.getByRole('button', { name: 'Correct and run again' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Corrected. The checks run again.').waitFor();
  await page.locator('#decide').getByText('A reviewer corrected what was read').waitFor();
  await row(page, 'Last name').getByText('Quarrington-Lisle').waitFor();
  await page.locator('#fields').getByText('Corrections by people').waitFor();
  await shown.axe();
  await shown.fits();
  const { status, corrections } = await recordOf(rig, id);
  expect(status).toBe('needs_review');
  expect(corrections).toMatchObject([
    {
      document_id: document?.id,
      type: null,
      fields: { last_name: { value: 'Quarrington-Lisle' }, date_of_birth: { value: '1979-02-03' } },
      note: 'The picture shows it.',
    },
  ]);
  const auditor = await rig.open('auditor', { path: `/verifications/${id}` });
  await auditor.page.locator('#fields').getByText('Corrections by people').waitFor();
  expect(await auditor.page.getByRole('button', { name: 'Correct' }).count()).toBe(0);
});

tests.test('a hit is dismissed with its reason; a note and an assignment stay with the record', async (rig) => {
  const id = await verify(rig, NAMESAKE);
  const shown = await rig.open('reviewer', { path: `/verifications/${id}` });
  const { page } = shown;
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByLabel('Different date of birth').check();
  await page.getByRole('textbox', { name: /Note/ }).last().fill('Born in another year.');
  await shown.axe();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Dismissed by a person').waitFor();
  const { checks } = await recordOf(rig, id);
  expect(checks.watchlists.hits[0]?.decision).toMatchObject({
    decision: 'dismissed',
    reason: 'other_birth_date',
    note: 'Born in another year.',
  });

  await page.getByLabel('Add a note').fill('Called the branch.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.timeline q', { hasText: 'Called the branch.' }).waitFor();
  await page.getByLabel('Assigned to').selectOption({ label: 'Me' });
  await expect.poll(async () => (await recordOf(rig, id)).assignment?.assignee).toBe(shown.account?.id);
  expect(await page.locator('.approval-needs').count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('a');
  await page.keyboard.press('4');
  await page.keyboard.press('Enter');
  await page.locator('.review-word', { hasText: 'Approved' }).waitFor();
  await page.locator('.review-word', { hasText: 'The searched watchlists were at most' }).waitFor();
});

tests.test('under four eyes a second person confirms; report and evidence are taken', async (rig) => {
  const { version } = await rig.api<{ version: number }>('GET', '/v1/policies/current');
  await rig.api('POST', '/v1/policies', {
    based_on: version,
    note: 'Two people decide.',
    changes: { 'review.four_eyes': true },
  });
  const id = await verify(rig, BLURRED);
  const first = await rig.open('reviewer', { path: `/verifications/${id}` });
  await first.page.getByText('The picture is blurred').first().waitFor();
  await first.page.keyboard.press('r');
  await first.page.keyboard.press('3');
  await first.page.keyboard.press('Enter');
  await first.page.getByText('Another person must confirm your proposal.').waitFor();
  // Nobody confirms their own decision.
  expect(await first.page.getByRole('button', { name: /^(Reject|Confirm rejection)/ }).count()).toBe(0);
  expect((await recordOf(rig, id)).status).toBe('needs_review');

  const second = await rig.open('reviewer', { path: `/verifications/${id}`, login: 'second' });
  await second.page.getByRole('button', { name: 'Confirm rejection' }).waitFor();
  await second.axe();
  await second.page.keyboard.press('r');
  await second.page.keyboard.press('0');
  await second.page.keyboard.type('Nothing can be read, as my colleague says.');
  await second.page.keyboard.press('Control+Enter');
  await second.page.getByText('Confirmed by').waitFor();
  const { status, review } = await recordOf(rig, id);
  expect([status, review?.state, review?.second?.reason]).toEqual(['failed', 'decided', 'other']);
  expect(review?.second?.decided_by).toBe(second.account?.id);
  // The first reviewer's page updates by itself.
  await first.page.getByText('Confirmed by').waitFor();

  const auditor = await rig.open('auditor', { path: `/verifications/${id}` });
  expect(await auditor.page.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
  const [report] = await Promise.all([
    auditor.page.waitForEvent('download'),
    auditor.page.getByRole('button', { name: 'Report' }).click(),
  ]);
  expect(report.suggestedFilename()).toBe(`${id}.pdf`);
  expect((await bytesOf(report)).subarray(0, 5).toString()).toBe('%PDF-');
  const [evidence] = await Promise.all([
    auditor.page.waitForEvent('download'),
    auditor.page.getByRole('button', { name: 'Evidence bundle' }).click(),
  ]);
  expect(evidence.suggestedFilename()).toBe(`${id}-evidence.zip`);
  expect((await bytesOf(evidence)).subarray(0, 2).toString()).toBe('PK');
});

tests.test(
  'a record is followed while its checks run; with sharper pictures they run again, and it completes',
  async (rig) => {
    const id = await verify(rig, BLURRED, { wait: false });
    const shown = await rig.open('operator', { path: `/verifications/${id}` });
    const { page } = shown;
    // An operator who only creates records does not decide.
    await page.getByText('Only a reviewer can decide.').waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0);

    const sharp = await DEMO_CASES[0]?.draw();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Add documents' }).click();
    const files = (sharp?.uploads ?? []).map(({ name, file, mediaType }) => ({
      name,
      buffer: file,
      mimeType: mediaType,
    }));
    await page.locator('dialog input[type=file]').first().setInputFiles(files.slice(0, 2));
    await page.getByText('Looks like: Identity card, back').waitFor();
    await shown.axe();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    const { status, documents } = await recordOf(rig, id);
    expect(status).toBe('completed');
    expect(documents.filter(({ replaced_by: by }) => by !== null)).toHaveLength(2);
  },
);

tests.test('an erased record leaves its certificate, once its id was typed', async (rig) => {
  const id = await verify(rig, BLURRED);
  const shown = await rig.open('administrator', { path: `/verifications/${id}` });
  const { page } = shown;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Erase' }).click();
  const erase = page.getByRole('button', { name: 'Erase permanently' });
  expect(await erase.isDisabled()).toBe(true);
  await page.getByLabel(/^Type/).fill(id.slice(-6));
  await shown.axe();
  shown.expectStatus(404);
  await erase.click();
  await page.getByText('Only this certificate remains.').waitFor();
  await rig.api('GET', `/v1/verifications/${id}`, undefined, { expect: 404 });
  await shown.axe();
  await shown.fits();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the certificate' }).click(),
  ]);
  const certificate = JSON.parse((await bytesOf(saved)).toString());
  expect(certificate).toMatchObject({ object: 'erasure_certificate', verification: { id }, cause: 'request' });
});

tests.test('the legal hold keeps a record; asked for documents, it says so', async (rig) => {
  const id = await waitingRecord(rig);
  const shown = await rig.open('administrator', { path: `/verifications/${id}` });
  const { page } = shown;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Retention and legal hold' }).click();
  await page.getByLabel(/^Legal hold/).check();
  await page.getByLabel('Reason for the hold').fill('A court asked for it.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const held = await rig.api<{ legal_hold: boolean; reason: string }>('GET', `/v1/verifications/${id}/retention`);
  expect([held.legal_hold, held.reason]).toEqual([true, 'A court asked for it.']);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Request documents' }).click();
  await page.getByRole('dialog').getByLabel('Identity card').check();
  await page.getByRole('button', { name: 'Request', exact: true }).click();
  await page.getByRole('heading', { name: 'Documents requested' }).waitFor();
  const { review } = await recordOf(rig, id);
  expect(review?.requested_documents[0]?.types).toEqual([{ type: 'national_id', side: null }]);
});

tests.test('the screen holds at every width, in the dark, in French and from right to left', async (rig) => {
  const id = await waitingRecord(rig);
  const path = `/verifications/${id}`;
  for (const how of [
    { width: 768 as const, lang: 'x-rtl' as const },
    { width: 1280 as const, theme: 'dark' as const, lang: 'fr' as const },
    { width: 1920 as const },
  ]) {
    const shown = await rig.open('reviewer', { ...how, path });
    await shown.page.locator('.timeline > li').first().waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot(`verification-${how.width}-${how.lang ?? 'en'}`);
    if (how.lang === 'fr') {
      const words = await shown.page.locator('main').innerText();
      expect(words).toContain('L’image est floue');
      expect(words).not.toContain('The picture');
    }
  }
});

tests.test('the decision is at hand on a screen of 1024 by 768, before the pictures', async (rig) => {
  const id = await waitingRecord(rig);
  const shown = await rig.open('reviewer', { path: `/verifications/${id}`, width: 1024, height: 768 });
  const { page } = shown;
  for (const name of [/^Approve/, /^Reject/]) {
    const button = page.getByRole('button', { name });
    await button.waitFor();
    const box = await button.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(768);
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await shown.shot('verification-1024', { full: false });
});

tests.test('a picture that cannot be made says why, and is asked for once more', async (rig) => {
  const id = await waitingRecord(rig);
  const shown = await rig.open('reviewer');
  const { page } = shown;
  shown.expectStatus(409);
  const large = '**/pages/1?width=1280*';
  const problem = {
    type: '/problems/picture_unavailable',
    title: 'The file cannot be shown as a picture',
    status: 409,
    detail: 'The file is damaged.',
    instance: '/',
    code: 'picture_unavailable',
    request_id: 'req_1',
    errors: [],
  };
  await page.route(large, (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await shown.visit(`/verifications/${id}`);
  await page.getByText('The file is damaged.', { exact: true }).waitFor();
  await shown.axe();
  await page.unroute(large);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.stage img').waitFor();
});

tests.test('from a record the next one that waits is a key away', async (rig) => {
  const id = await waitingRecord(rig);
  const other = await verify(rig, BLURRED);
  const shown = await rig.open('reviewer', { path: `/verifications/${other}` });
  await shown.page.keyboard.press('j');
  await expect.poll(() => new URL(shown.page.url()).pathname).not.toBe(`/verifications/${other}`);
  // The record that has waited longest, because the person did not come from the queue.
  const next = new URL(shown.page.url()).pathname.split('/').at(-1) ?? '';
  const record = await recordOf(rig, next);
  expect(record.status).toBe('needs_review');
  expect(record.created_at <= (await recordOf(rig, id)).created_at).toBe(true);
  await shown.settled();
  await shown.page.keyboard.press('k');
  await shown.page.getByText('This is the first one in the queue.').waitFor();
});

tests.test('an id of nobody says where to look', async (rig) => {
  const shown = await rig.open('reviewer');
  shown.expectStatus(404);
  await shown.visit('/verifications/ver_01m80q33rme008f13bxfpg9fav');
  await shown.page.getByText('There is no such record in the data you are viewing.').waitFor();
  await shown.axe();
});
