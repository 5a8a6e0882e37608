import type { Page } from 'playwright-core';
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

interface Records {
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
    await page.getByText('More numbers and names').click();
    await names.fill('x'.repeat(300));
    await page.getByText('More numbers and names').click();
    shown.expectStatus(400);
    await page.getByRole('button', { name: 'Start verification' }).click();
    await page.getByText('See the messages next to the fields.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await names.evaluate((field) => field === document.activeElement)).toBe(true);
    await shown.axe();
    // The details stay open while the person corrects the field.
    await names.fill('Folded');
    expect(await names.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Start verification' }).click();
    await page.getByRole('heading', { name: 'Outcome' }).waitFor();
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
      const before = (await rig.api<Records>('GET', '/v1/verifications')).data.length;
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
      await page.getByRole('heading', { name: 'Outcome' }).waitFor();
      expect(sent).toBe(1);
      expect((await rig.api<Records>('GET', '/v1/verifications')).data.length).toBe(before + 1);
    },
  );

  tests.test('the camera is off, and no picture is held, once it is closed or the console is locked', async (rig) => {
    await rig.account('operator', 'own-camera');
    const shown = await rig.open('operator', { login: 'own-camera', fresh: true, path: '/new' });
    const { page } = shown;
    await page.evaluate(watchCamera);
    const front = await drawFront();
    await dropFiles(page, '.drop-zone', [front]);
    await page.locator('.file-picture img').waitFor();
    const held = (): Promise<Held> => page.evaluate(() => (window as unknown as { held: () => Held }).held());
    const take = page.getByRole('button', { name: 'Take picture' });
    const on = (): Promise<unknown> =>
      page.waitForFunction(
        () =>
          document.activeElement instanceof HTMLButtonElement &&
          document.activeElement.textContent?.includes('Take picture'),
      );

    await page.keyboard.press('c');
    await on();
    await expect.poll(held).toEqual({ live: 1, urls: 1 });
    await page.getByRole('button', { name: 'Selfie' }).click();
    await on();
    await take.click();
    await page.getByAltText('Picture taken').waitFor();
    await expect.poll(held).toEqual({ live: 1, urls: 2 });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(held).toEqual({ live: 0, urls: 1 });

    // The camera is off after the tenth file, because an eleventh would be refused unseen.
    const more = Array.from({ length: 8 }, (_, i) => ({ ...front, name: `more-${i}.jpg` }));
    await dropFiles(page, '.drop-zone', more);
    await page.waitForFunction(() => document.querySelectorAll('.file-card').length === 9);
    await page.keyboard.press('c');
    await on();
    await take.click();
    await page.getByRole('button', { name: 'Use picture' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => (await held()).live).toBe(0);
    expect(await page.locator('.file-card').count()).toBe(10);
    expect(await page.getByRole('button', { name: 'Use camera' }).isDisabled()).toBe(true);
    await page
      .getByRole('button', { name: /^Remove / })
      .last()
      .click();
    for (const one of more) await page.getByRole('button', { name: `Remove ${one.name}` }).click();

    await page.keyboard.press('c');
    await on();
    await page.evaluate(() => (window as unknown as { unplug: () => void }).unplug());
    await page.getByRole('heading', { name: 'The camera was disconnected' }).waitFor();
    await expect.poll(() => take.isDisabled()).toBe(true);
    await shown.axe();
    await page.getByRole('button', { name: 'Try again' }).click();
    await on();
    await expect.poll(async () => (await held()).live).toBe(1);
    const other = await page.context().newPage();
    await other.goto(rig.base);
    await lock(other);
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await expect.poll(held).toEqual({ live: 0, urls: 0 });
  });

  tests.test('what one operator began is there after a lock, and gone once another one has been here', async (rig) => {
    const first = await rig.account('operator', 'own-draft');
    const second = await rig.account('operator', 'own-other');
    const shown = await rig.open('operator', { login: first.login, fresh: true, path: '/new' });
    const { page } = shown;
    const enter = async (login: string, password: string): Promise<void> => {
      await page.getByLabel('Login').fill(login);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.locator('.side-end .menu > button').waitFor();
      await shown.settled();
    };
    await page.getByLabel('First name').fill('Ludovica');
    await lock(page);
    await enter(first.login, first.password);
    expect(await page.getByLabel('First name').inputValue()).toBe('Ludovica');
    await shown.visit('/alerts');
    await lock(page);
    await enter(second.login, second.password);
    await lock(page);
    await enter(first.login, first.password);
    await shown.visit('/new');
    expect(await page.getByLabel('First name').inputValue()).toBe('');
  });
});

async function lock(page: Page): Promise<void> {
  await page.locator('.side-end .menu > button').click();
  await page.locator('.menu-sheet').getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
}

interface Held {
  /** The number of active cameras. */
  live: number;
  /** Addresses of pictures that were created and not revoked. */
  urls: number;
}

/** Gives the page a camera that shows a grey surface, and counts the resources in use. Runs on the page. */
function watchCamera(): void {
  const tracks: MediaStreamTrack[] = [];
  const urls = new Set<string>();
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
  const pen = canvas.getContext('2d');
  const draw = (): void => {
    pen?.fillRect(0, 0, 1280, 720);
    requestAnimationFrame(draw);
  };
  draw();
  navigator.mediaDevices.getUserMedia = async () => {
    const stream = canvas.captureStream();
    tracks.push(...stream.getTracks());
    return stream;
  };
  const make = URL.createObjectURL.bind(URL);
  const free = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (of) => {
    const url = make(of);
    urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    urls.delete(url);
    free(url);
  };
  const live = (): MediaStreamTrack[] => tracks.filter(({ readyState }) => readyState === 'live');
  Object.assign(window, {
    held: () => ({ live: live().length, urls: urls.size }),
    unplug: () => {
      for (const track of live()) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    },
  });
}
