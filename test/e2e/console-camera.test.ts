import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { CaptureListenerAnswer } from '../../server/contract/capture-listener.ts';
import type { CaptureSessionAnswer } from '../../server/contract/capture-sessions.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { drawCard } from '../support/specimens/card.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { photograph } from '../support/specimens/photograph.ts';
import { useConsole } from './console/harness.ts';
import { card } from './console/new-form.ts';

describe('the camera', () => {
  const film = join(tmpdir(), `custos-card-${process.pid}.mjpeg`);
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

  tests.test('a card that holds still is outlined and photographed by itself, or by hand if wanted', async (rig) => {
    const shown = await rig.open('operator', { path: '/new', permissions: ['camera'] });
    const { page } = shown;
    await page.keyboard.press('c');
    const taken = page.getByAltText('Picture taken');
    await taken.waitFor();
    expect(await taken.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
    await page.getByRole('button', { name: 'Retake', exact: true }).click();
    const automatic = page.getByLabel('Take pictures of documents automatically');
    await automatic.uncheck();
    await page.getByText('Good. Take the picture.').waitFor();
    // Longer than the automatic shutter takes.
    await page.waitForTimeout(2_000);
    expect(await taken.isVisible()).toBe(false);
    // The whole picture is shown, so that the outline lies on the card, which fills about three quarters of it.
    const [outline, video, frame] = await Promise.all(
      ['.camera-outline polygon', 'video', '.camera-frame'].map((part) => page.locator(part).first().boundingBox()),
    );
    expect(video).toEqual(frame);
    const share = (outline?.height ?? 0) / (video?.height ?? 1);
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.95);
    await shown.axe();
    await shown.shot('camera-document', { full: false });
    await page.getByRole('button', { name: 'Take picture' }).click();
    await page.getByRole('button', { name: 'Use picture' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await card(page, 'document-1.jpg').waitFor();
  });

  tests.test('instead of a selfie, the operator lets the person prove that they are live', async (rig) => {
    const { kiosk_urls } = await rig.api<CaptureListenerAnswer>('PUT', '/v1/system/capture', { on: true, port: 0 });
    const shown = await rig.open('operator', { path: '/new', permissions: ['camera'] });
    const { page } = shown;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Use camera' }).click();
    const challenge = dialog.getByRole('button', { name: 'Prove a live person instead' });
    await dialog.getByRole('button', { name: 'Take picture' }).waitFor();
    expect(await challenge.count()).toBe(0);
    await dialog.getByText('Selfie', { exact: true }).click();
    await challenge.click();
    expect(await dialog.getByRole('radio', { name: /^Required/ }).isChecked()).toBe(true);
    await shown.axe();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const link = dialog.getByRole('link', { name: 'Open the kiosk page' });
    expect(await link.getAttribute('href')).toBe(kiosk_urls[0]);
    const { data } = await rig.api<{ data: CaptureSessionAnswer[] }>('GET', '/v1/capture-sessions');
    expect(data.map(({ liveness, steps }) => [liveness, steps.at(-1)?.kind])).toEqual([['required', 'face']]);
  });
});

/** A card on a table, as a camera of 1280x960 sees it. */
async function writeFilm(path: string): Promise<void> {
  const { front } = await drawCard({ person: PEOPLE.clean, portrait: await cropFace(FACES.man) });
  const frame = await sharp(await photograph(front, 5, 3))
    .resize({ width: 1280 })
    .jpeg({ quality: 92 })
    .toBuffer();
  writeFileSync(path, Buffer.concat([frame, frame]));
}
