import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { toPdfPages } from '../support/specimens/pdf.ts';
import { dropFiles } from './console/drop-files.ts';
import { useConsole, WIDTHS } from './console/harness.ts';
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

/** The focused element after a click on a button was handled, before anything else can happen in the page. */
function focusAfterClick(button: Locator): Promise<string | undefined> {
  return button.evaluate(async (element: HTMLElement) => {
    element.click();
    await new Promise<void>(queueMicrotask);
    return document.activeElement?.tagName;
  });
}

async function isFocused(page: Page, button: string): Promise<void> {
  const wanted = await page.getByRole('button', { name: button }).elementHandle();
  await page.waitForFunction((element) => element === document.activeElement, wanted);
}

describe('new verifications', () => {
  const film = join(tmpdir(), `custos-webcam-${process.pid}.mjpeg`);
  // Before the browser starts, because it looks for the film then.
  beforeAll(() => writeFilm(film));
  afterAll(() => rmSync(film, { force: true }));
  const tests = useConsole({
    browserArgs: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });

  tests.test('files come by picker and paste too, and what was begun is not lost by mistake', async (rig) => {
    const [front] = droppedOf(await drawCase());
    if (!front) throw new Error('nothing was drawn');
    const shown = await rig.open('operator');
    const { page } = shown;
    await shown.visit('/new');
    await startButton(page).click();
    await page.getByText('Add at least one file').waitFor();
    // A drop beside the zone must work too; otherwise the browser would open the file in place of the page.
    await dropFiles(page, 'h1', [front]);
    await card(page, 'front.jpg').waitFor();
    const chosen = { name: 'chosen.jpg', mimeType: front.type, buffer: front.bytes };
    await page.locator('.drop-zone input[accept]').setInputFiles(chosen);
    await card(page, 'chosen.jpg').waitFor();
    await page.evaluate((base64) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, front.bytes.toString('base64'));
    await card(page, 'pasted.jpg').waitFor();
    await page.getByRole('button', { name: 'Remove chosen.jpg' }).click();
    await page.getByRole('button', { name: 'Remove pasted.jpg' }).click();
    await page.getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(new URL(page.url()).pathname).toBe('/new');
    await page.evaluate(() => history.back());
    await page.getByRole('heading', { name: 'Leave and discard what you started?' }).waitFor();
    await shown.axe();
    await page.keyboard.press('Escape');
    await card(page, 'front.jpg').waitFor();
    await page.getByRole('link', { name: 'Company' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL('**/new/company');
    await page.getByRole('link', { name: 'Person' }).click();
    await startButton(page).waitFor();
    expect(await page.locator('.file-card').count()).toBe(0);
  });

  tests.test('both sides in a PDF of two pages become two documents, beside a selfie as TIFF', async (rig) => {
    const [front, back, selfie] = droppedOf(await drawCase());
    if (!front || !back || !selfie) throw new Error('too little was drawn');
    const shown = await rig.open('operator', { path: '/new' });
    const { page } = shown;
    await shown.showData('test');
    const pdf = await toPdfPages([front.bytes, back.bytes]);
    await dropFiles(page, '.drop-zone', [
      { name: 'card.pdf', type: 'application/pdf', bytes: pdf },
      { name: 'me.tif', type: 'image/tiff', bytes: await sharp(selfie.bytes).tiff().toBuffer() },
    ]);
    await looked(page, 2);
    await card(page, 'me.tif').getByText('TIFF', { exact: true }).waitFor();
    await card(page, 'me.tif').getByLabel('Shows').selectOption('selfie');
    const one = card(page, 'card.pdf');
    await one.getByLabel('Shows').selectOption('proof_of_address');
    await one.getByText('The file has several pages').waitFor();
    await one.getByLabel('Shows').selectOption('national_id');
    await one.getByLabel('Side').selectOption('front');
    await one.getByText('Each page becomes a document').waitFor();
    await page.getByLabel('Test outcome').selectOption('failed');
    await startButton(page).click();
    const id = await openRecord(shown);
    const { documents } = await rig.api<VerificationAnswer>('GET', `/v1/verifications/${id}`, undefined, {
      test: true,
    });
    expect(documents.map((document) => [document.name, document.type, document.side, document.page])).toEqual([
      ['card.pdf', 'national_id', 'front', 1],
      ['card.pdf', 'national_id', 'back', 2],
      ['me.tif', 'selfie', null, null],
    ]);

    // A new attempt contains the PDF once.
    await page.getByRole('button', { name: 'New attempt' }).click();
    await looked(page, 2);
    await card(page, 'card.pdf').getByText('Each page becomes a document').waitFor();
    expect(await card(page, 'card.pdf').getByLabel('Side').inputValue()).toBe('front');
  });

  tests.test('a camera that is not available is reported, with what to do', async (rig) => {
    const shown = await rig.open('operator', { path: '/new' });
    const { page } = shown;
    const refuse = (name: string) =>
      page.evaluate((fault) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', fault));
      }, name);
    for (const [fault, title] of [
      ['NotAllowedError', 'Camera access was denied'],
      ['NotFoundError', 'No camera found'],
      ['NotReadableError', 'The camera does not deliver a picture'],
    ] as const) {
      await refuse(fault);
      await page.getByRole('button', { name: 'Use camera' }).click();
      await page.getByRole('heading', { name: title }).waitFor();
      await shown.axe();
      await page.keyboard.press('Escape');
    }
    await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    await page.getByRole('button', { name: 'Use camera' }).click();
    await page.getByRole('heading', { name: 'The browser does not allow the camera on this page' }).waitFor();
  });

  tests.test('among test data the outcome can be asked for', async (rig) => {
    const shown = await rig.open('operator', { path: '/new' });
    const { page } = shown;
    expect(await page.getByLabel('Test outcome').count()).toBe(0);
    await shown.showData('test');
    await dropFiles(page, '.drop-zone', droppedOf(await drawCase()).slice(0, 1));
    await card(page, 'front.jpg').getByLabel('Shows').selectOption('national_id');
    await page.getByLabel('Test outcome').selectOption('failed');
    await page.getByLabel('First name').fill('Julien');
    await page.getByLabel('Reference').fill('A-17');
    await startButton(page).click();
    const id = await openRecord(shown);
    const recordOf = (which: string) =>
      rig.api<VerificationAnswer>('GET', `/v1/verifications/${which}`, undefined, { test: true });
    const record = await recordOf(id);
    expect(record.status).toBe('failed');
    expect(record.metadata).toEqual({ internal_ref: 'A-17', simulate: 'failed' });

    // A new attempt contains the failed one's input.
    await page.getByRole('button', { name: 'New attempt' }).click();
    await card(page, 'front.jpg').waitFor();
    expect(await card(page, 'front.jpg').getByLabel('Shows').inputValue()).toBe('national_id');
    expect(await page.getByLabel('First name').inputValue()).toBe('Julien');
    expect(await page.getByLabel('Reference').inputValue()).toBe('A-17');
    await page.getByLabel('Test outcome').selectOption('completed');
    await startButton(page).click();
    await page.getByText('Julien', { exact: true }).waitFor();
    await page.getByText('A-17', { exact: true }).waitFor();
    await shown.shot('create-outcome-again');
    const second = await openRecord(shown);
    expect(second).not.toBe(id);
    const again = await recordOf(second);
    expect(again.applicant).toEqual(record.applicant);
    expect(again.documents.map(({ name, type, size_bytes }) => [name, type, size_bytes])).toEqual(
      record.documents.map(({ name, type, size_bytes }) => [name, type, size_bytes]),
    );
  });

  tests.test('a company is verified with its people, its owners along a chain, and its documents', async (rig) => {
    const shown = await rig.open('operator', { path: '/new/company' });
    const { page } = shown;
    await shown.axe();
    shown.expectStatus(400);
    await startButton(page).click();
    await page.getByText('This field is required.').first().waitFor();
    await shown.axe();
    await shown.fits();
    await page.getByLabel('Legal name').fill('Blauwater Handel B.V.');
    await page.getByLabel('Registered in').fill('nl');
    await page.getByLabel('Registration number').fill('24123456');
    await page.getByLabel('City').fill('Rotterdam');
    await page.getByLabel('Country').fill('Netherlands');

    // The keyboard adds and removes rows, and the focus follows before the next key.
    await page.getByRole('button', { name: 'Add a representative' }).press('Enter');
    await page.keyboard.type('Henrietta');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Oduya');
    await page.keyboard.press('Tab');
    await page.getByLabel('Role').selectOption('director');
    await page.getByLabel('Role').press('Tab');
    await page.keyboard.type('1980/1982');
    const addOwner = page.getByRole('button', { name: 'Add an owner' });
    const owner = (place: number) => page.getByRole('group', { name: `Owner ${place}` });
    for (let place = 1; place <= 3; place++) {
      await addOwner.press('Enter');
      const kind = owner(place).getByLabel('Owner is a');
      await page.waitForFunction((field) => field === document.activeElement, await kind.elementHandle());
    }
    expect(await focusAfterClick(addOwner)).toBe('SELECT');
    await page.getByRole('button', { name: 'Remove owner 4' }).press('Enter');
    await page.getByRole('button', { name: 'Remove owner 1' }).press('Enter');
    await page.waitForFunction((button) => button === document.activeElement, await addOwner.elementHandle());
    await owner(1).getByLabel('Owner is a').selectOption('company');
    await owner(1).getByLabel('Legal name').fill('Holding Een B.V.');
    await owner(1).getByLabel('Share in percent').fill('62,5');
    await owner(2).getByLabel('First name').fill('Casimir');
    await owner(2).getByLabel('Last name').fill('Thornbury');
    await owner(2).getByLabel('Date of birth').fill('1975');
    await owner(2).getByLabel('Share in percent').fill('many');
    await owner(2).getByLabel('Share in', { exact: true }).selectOption({ label: 'Holding Een B.V.' });

    const [front] = droppedOf(await drawCase());
    if (!front) throw new Error('nothing was drawn');
    await dropFiles(page, '.drop-zone', [{ ...front, name: 'extract.jpg' }]);
    await card(page, 'extract.jpg').getByLabel('Shows').selectOption('registration_certificate');
    await page.getByRole('button', { name: 'Announce a later document' }).click();
    await card(page, 'File comes later').getByLabel('Shows').selectOption('proof_of_address');
    await startButton(page).click();
    await page.getByText('This is not a share').waitFor();
    await owner(2).getByLabel('Share in percent').fill('100');
    await shown.axe();
    for (const width of WIDTHS) {
      await shown.resize(width);
      await shown.fits();
    }
    await shown.shot('create-company');

    // The record is created, but its files do not arrive. They alone are sent again.
    let lost = 0;
    await page.route('**/documents', (route) => (lost++ === 0 ? route.abort() : route.continue()));
    await startButton(page).click();
    await page.getByText('its files have not arrived').waitFor();
    expect(await page.getByLabel('Legal name').first().isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Send files' }).click();
    const id = await openRecord(shown);
    const { data } = await rig.api<{ data: KybVerificationAnswer[] }>('GET', '/v1/kyb/verifications');
    expect(data.map((record) => record.id)).toEqual([id]);
    const [record] = data;
    expect(record?.company).toMatchObject({
      legal_name: 'Blauwater Handel B.V.',
      country: 'NL',
      registration_number: '24123456',
      address: { city: 'Rotterdam', country: 'NL' },
    });
    expect(record?.representatives[0]).toMatchObject({
      first_name: 'Henrietta',
      last_name: 'Oduya',
      role: 'director',
      birth_date: { from: '1980', to: '1982' },
    });
    expect(record?.ubos).toHaveLength(2);
    expect(record?.ubos[0]).toMatchObject({ legal_name: 'Holding Een B.V.', ownership_percent: 62.5 });
    expect(record?.ubos[1]).toMatchObject({ last_name: 'Thornbury', ownership_percent: 100, parent: 0 });
    expect(record?.ubos[1]?.birth_date).toEqual({ from: '1975', to: '1975' });
    expect(record?.documents.map(({ type, name, announced }) => [type, name, announced])).toEqual([
      ['registration_certificate', 'extract.jpg', true],
      ['proof_of_address', null, true],
    ]);
    expect(record?.documents[0]?.id).not.toBeNull();
  });

  tests.test('both forms hold their layout in every language and width', async (rig) => {
    const [, , selfie] = droppedOf(await drawCase());
    if (!selfie) throw new Error('nothing was drawn');
    for (const lang of ['fr', 'x-rtl'] as const) {
      for (const path of ['/new', '/new/company']) {
        const shown = await rig.open('operator', { path, lang });
        await dropFiles(shown.page, '.drop-zone', [selfie]);
        await shown.page.locator('.file-card').waitFor();
        await shown.page.locator('summary').click();
        for (const width of WIDTHS) {
          await shown.resize(width);
          await shown.fits();
        }
        await shown.axe();
        await shown.shot(`create${path.replaceAll('/', '-')}-${lang}`);
      }
    }
  });

  tests.test(
    'a selfie is taken with the webcam, mirrored on the screen alone, and its face is compared',
    async (rig) => {
      await importList(rig);
      const request = await drawCase();
      const shown = await rig.open('operator', { path: '/new', permissions: ['camera'] });
      const { page } = shown;
      await page.getByLabel('Yes, they agree').check();
      await dropFiles(page, '.drop-zone', droppedOf(request).slice(0, 2));
      await page.keyboard.press('c');
      const mirrored = () => page.locator('video').evaluate((video) => getComputedStyle(video).transform);
      await page.locator('video').waitFor();
      expect(await mirrored()).toBe('none');
      await page.getByRole('button', { name: 'Selfie' }).click();
      await page.getByText('Good. Take the picture.').waitFor();
      expect(await mirrored()).toBe('matrix(-1, 0, 0, 1, 0, 0)');
      await shown.axe();
      await shown.shot('create-camera', { full: false });
      const taken = page.getByAltText('Picture taken');
      await page.getByRole('button', { name: 'Take picture' }).click();
      await taken.waitFor();
      await page.getByRole('button', { name: 'Retake', exact: true }).click();
      // The focus follows: Enter takes the picture, and then accepts it.
      await isFocused(page, 'Take picture');
      await page.keyboard.press('Enter');
      await taken.waitFor();
      expect(await taken.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
        1280, 720,
      ]);
      await isFocused(page, 'Use picture');
      await page.keyboard.press('Enter');
      await page.getByText('1 picture added').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await looked(page, 3);
      await expectKinds(page);
      await startButton(page).click();
      const id = await openRecord(shown);
      const record = await rig.api<VerificationAnswer>('GET', `/v1/verifications/${id}`);
      expect(record.status).toBe('completed');
      expect(record.face_match.passed).toBe(true);
      const selfie = record.documents.find(({ type }) => type === 'selfie');
      const answer = await fetch(`${rig.base}/v1/verifications/${id}/documents/${selfie?.id}`, {
        headers: { authorization: `Bearer ${rig.key}` },
      });
      // The wall is plain, and the man's own left side is dark. In a mirrored picture the two halves would be swapped.
      const [picture, film0] = await Promise.all([
        halves(Buffer.from(await answer.arrayBuffer())),
        cropFace(FACES.manAgain, { size: 700 }).then((face) => halves(face)),
      ]);
      expect(Math.sign(picture)).toBe(Math.sign(film0));
    },
  );
});

/** A man before a wall, as a camera of 1280x720 sees him. */
async function writeFilm(path: string): Promise<void> {
  const face = await sharp(await cropFace(FACES.manAgain, { size: 700 }))
    .resize({ height: 700 })
    .toBuffer();
  const wall = { create: { width: 1280, height: 720, channels: 3, background: { r: 150, g: 150, b: 145 } } } as const;
  const frame = await sharp(wall)
    .composite([{ input: face, gravity: 'center' }])
    .jpeg({ quality: 92 })
    .toBuffer();
  writeFileSync(path, Buffer.concat([frame, frame]));
}

/** How much brighter the left half of a picture's middle is than the right half. */
async function halves(picture: Buffer): Promise<number> {
  const { width, height } = await sharp(picture).metadata();
  const side = Math.min(width, height);
  const left = Math.floor((width - side) / 2);
  const of = async (from: number) => {
    const { channels } = await sharp(picture)
      .extract({ left: from, top: 0, width: Math.floor(side / 2), height })
      .greyscale()
      .stats();
    return channels[0]?.mean ?? 0;
  };
  return (await of(left)) - (await of(left + Math.floor(side / 2)));
}
