import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureConsole } from '../../main/launch/console.mjs';
import {
  documentStep,
  faceStep,
  type Script,
  type ScriptedCapture,
  startScriptedCapture,
} from '../support/capture-script.ts';
import { CHROMIUM, hasChromium } from '../support/chromium.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { skipUnless } from '../support/skip.ts';
import { drawCard } from '../support/specimens/card.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { axeProblems } from './console/axe.ts';
import { watch } from './console/watch.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = join(ROOT, 'renderer/dist/capture');
const NEEDS = skipUnless(hasChromium(), 'there is no Chromium on this machine (CUSTOS_CHROMIUM says where one is)');
const HANG_MS = 120_000;
/** A phone, and a tablet or kiosk. */
const SIZES = { phone: { width: 390, height: 844 }, kiosk: { width: 1280, height: 800 } } as const;

interface Opened extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  capture: ScriptedCapture;
  /** From here on, a refusal with this status is part of the test. */
  expectStatus(...statuses: number[]): void;
  /** Waits for a heading, looks for faults of access and layout, and draws the page if a folder for pictures is set. */
  at(heading: string): Promise<void>;
  click(button: string): Promise<void>;
}

interface OpenOptions {
  size?: keyof typeof SIZES;
  theme?: 'light' | 'dark';
  locale?: string;
  path?: string;
  name?: string;
  /** Installs a clock that the test sets forward. */
  clock?: boolean;
}

async function open(browser: Browser, script: Script, options: OpenOptions = {}): Promise<Opened> {
  const { size = 'kiosk', theme = 'light', locale = 'en-GB', path, name = 'page', clock = false } = options;
  const capture = await startScriptedCapture(BUILT, script);
  const context = await browser.newContext({
    viewport: SIZES[size],
    locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['camera'],
  });
  context.setDefaultTimeout(HANG_MS);
  const watched = await watch(context, capture.base);
  const page = await context.newPage();
  if (clock) await page.clock.install();
  let shots = 0;
  await page.goto(`${capture.base}${path ?? `/c/#${capture.token}`}`);
  return {
    page,
    context,
    capture,
    expectStatus: watched.expectStatus,
    async at(heading) {
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const folder = process.env['CUSTOS_SHOTS_DIR'];
      shots += 1;
      if (folder) await page.screenshot({ path: join(folder, `${name}-${size}-${theme}-${shots}.png`) });
      expect(await axeProblems(page), `axe at "${heading}"`).toEqual([]);
      expect(await sideways(page), `"${heading}" is wider than the window`).toBe(0);
    },
    click: (button) => page.getByRole('button', { name: button, exact: true }).click(),
    async [Symbol.asyncDispose]() {
      await context.close();
      await capture[Symbol.asyncDispose]();
      expect([...watched.problems, ...capture.faults]).toEqual([]);
    },
  };
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What the page has left in the browser. */
async function leftovers(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookies: document.cookie,
    hash: location.hash,
    pictures: document.querySelectorAll('img').length,
    live: [...document.querySelectorAll('video')].filter(({ srcObject }) => srcObject !== null).length,
  }));
}

const NOTHING = {
  local: [],
  session: [],
  databases: 0,
  caches: 0,
  workers: 0,
  cookies: '',
  hash: '',
  pictures: 0,
  live: 0,
};

/** A browser whose camera shows this picture. */
function useCamera(draw: () => Promise<Buffer>, name: string): { browser: () => Browser } {
  const film = join(tmpdir(), `custos-capture-${name}-${process.pid}.mjpeg`);
  let browser: Browser | null = null;
  beforeAll(async () => {
    if (!hasChromium()) return;
    await ensureConsole(ROOT, process.execPath, () => {});
    const frame = await draw();
    writeFileSync(film, Buffer.concat([frame, frame]));
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(film, { force: true });
  });
  return {
    browser: () => {
      if (!browser) throw new Error('the browser was not started');
      return browser;
    },
  };
}

/** Cameras expose white paper as a light grey. */
const WHITE_PAPER = 0.8;

/** An identity card on a dark table, as a camera of 1280 by 720 sees it. */
async function drawTable(): Promise<Buffer> {
  const portrait = await cropFace(FACES.woman, { size: 600 });
  const { front } = await drawCard({ person: PEOPLE.clean, portrait });
  const card = await sharp(front).resize({ width: 900 }).linear(WHITE_PAPER, 0).toBuffer();
  return onWall(card, { r: 70, g: 62, b: 56 });
}

/** A face before a wall. */
async function drawFace(): Promise<Buffer> {
  const face = await sharp(await cropFace(FACES.stranger, { size: 560 })).toBuffer();
  return onWall(face, { r: 150, g: 150, b: 145 });
}

function onWall(input: Buffer, background: { r: number; g: number; b: number }): Promise<Buffer> {
  return sharp({ create: { width: 1280, height: 720, channels: 3, background } })
    .composite([{ input, gravity: 'center' }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

const CARD = (): Script['steps'] => [documentStep('document_1'), faceStep()];

describe('the applicant captures a document', () => {
  const camera = useCamera(drawTable, 'table');

  test.each([
    { size: 'kiosk', theme: 'light' },
    { size: 'phone', theme: 'dark' },
  ] as const)('from the code to the end, $size, $theme', NEEDS, async ({ size, theme }) => {
    await using shown = await open(camera.browser(), { steps: CARD() }, { size, theme, name: 'document' });
    const { page, capture } = shown;
    await shown.at('Compare this number');
    expect(new URL(page.url()).hash).toBe('');
    await page.getByText('4711').waitFor();
    capture.view.confirmed = true;
    await shown.at('Do you agree?');
    await shown.click('I do not agree');
    await page.getByRole('heading', { name: 'Do you refuse?' }).waitFor();
    await shown.at('Do you agree?');
    await page.keyboard.press('Escape');
    await shown.click('I agree');
    await shown.at('Get ready');
    await page.getByLabel('Keep the screen dark').check();
    await shown.click('Start');
    await shown.at('Which document do you have?');
    await page.getByLabel('Identity card').check();
    const outlined = page.locator('.outline').waitFor();
    await shown.click('Continue');
    await shown.at('Capture the front');
    await shown.at('Now capture the back');
    await shown.at('Face check');
    await outlined;
    const stored = await Promise.all([...capture.pictures.values()].map((picture) => sharp(picture).metadata()));
    expect(stored.map(({ format, width }) => ({ format, width }))).toEqual([
      { format: 'jpeg', width: 1280 },
      { format: 'jpeg', width: 1280 },
    ]);
    await shown.click('Start the face check');
    await shown.at('Look at your pictures');
    expect(await page.locator('.review img').count()).toBe(3);
    await shown.click('Take again: Identity card, back');
    await shown.at('Now capture the back');
    await shown.at('Look at your pictures');
    await shown.click('Send');
    await page.getByText('being handed over').waitFor();
    capture.view.state = 'done';
    await page.getByText('None of them is left').waitFor();
    await shown.at('Thank you');
    expect(await leftovers(page)).toEqual(NOTHING);
  });

  test('a wrong choice of the document is changed, also when its picture was taken', NEEDS, async () => {
    const script: Script = { steps: [documentStep('document_1')], confirms: false };
    await using shown = await open(camera.browser(), script, { size: 'phone', name: 'choice' });
    const { page, capture } = shown;
    await shown.click('I agree');
    await shown.click('Start');
    await shown.at('Which document do you have?');
    await shown.click('Continue');
    await shown.at('Look at your pictures');
    await shown.click('Choose another document');
    await shown.at('Which document do you have?');
    await page.getByText('the pictures of the former document are deleted').waitFor();
    expect(await page.getByLabel('Passport').isChecked()).toBe(true);
    await shown.click('Back');
    await shown.at('Look at your pictures');
    await shown.click('Choose another document');
    await page.getByLabel('Identity card').check();
    await shown.click('Continue');
    await page.getByRole('button', { name: 'Choose another document' }).waitFor();
    await shown.at('Now capture the back');
    await shown.at('Look at your pictures');
    expect([...capture.pictures.keys()]).toEqual(['document_1', 'document_2']);
    expect(capture.requests.filter((request) => request === 'POST picture/document_1')).toHaveLength(2);
    expect(await page.locator('.review img').count()).toBe(2);
  });

  test('a reload goes on where the session stands, on this device alone', NEEDS, async () => {
    await using shown = await open(camera.browser(), { steps: CARD(), confirms: false });
    const { page, capture, context } = shown;
    await shown.click('I agree');
    await shown.click('Start');
    await page.getByLabel('Identity card').check();
    await shown.click('Continue');
    await shown.at('Now capture the back');
    await page.reload();
    await shown.at('Now capture the back');
    await shown.at('Face check');
    expect([...capture.pictures.keys()]).toEqual(['document_1', 'document_2']);
    shown.expectStatus(401);
    const other = await (await context.browser())?.newContext();
    const elsewhere = await other?.newPage();
    await elsewhere?.goto(`${capture.base}/c/`);
    await elsewhere?.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await other?.close();
  });
});

describe('the applicant shows the face', () => {
  const camera = useCamera(drawFace, 'face');

  test('frames come in batches, one after the other, and a failed attempt can be repeated', NEEDS, async () => {
    const script: Script = { steps: [faceStep()], confirms: false, framesOfPart: 12, failsFirst: 'move_not_seen' };
    await using shown = await open(camera.browser(), script, { size: 'phone', name: 'face' });
    const { page, capture } = shown;
    await shown.click('I agree');
    await shown.click('Start');
    await shown.at('Face check');
    await page.locator('.camera-message', { hasText: 'Good. Hold still.' }).waitFor();
    await shown.click('Start the face check');
    await page.locator('[data-move="left"]').waitFor();
    await shown.at('Face check');
    await page.getByText('A move was not seen').waitFor();
    await shown.at('Face check');
    const { y = 0, height = 0 } = (await page.getByRole('button', { name: 'Try again' }).boundingBox()) ?? {};
    expect(y + height, 'the button is in the window').toBeLessThanOrEqual(SIZES.phone.height);
    const failed = capture.batches.length;
    await shown.click('Try again');
    await shown.at('Look at your pictures');
    const batches = capture.batches.slice(failed);
    const times = batches.flatMap((batch) => batch.times);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [frame] = batches.flatMap(({ frames }) => frames);
    expect(await sharp(frame).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    await shown.click('Send');
    await page.getByText('being handed over').waitFor();
    expect(await leftovers(page)).toEqual(NOTHING);
  });

  test('a slow appliance gets fewer frames', NEEDS, async () => {
    const script: Script = { steps: [faceStep()], confirms: false, framesOfPart: 6, batchMs: 1_500 };
    await using shown = await open(camera.browser(), script);
    const { page, capture } = shown;
    await shown.click('I agree');
    await shown.click('Start');
    await shown.click('Start the face check');
    await page.locator('.camera-message', { hasText: 'The machine is busy' }).waitFor();
    await shown.at('Look at your pictures');
    expect(Math.max(...capture.batches.map(({ frames }) => frames.length))).toBeLessThanOrEqual(6);
  });

  test('whoever leaves the page ends the attempt, and the camera stops', NEEDS, async () => {
    await using shown = await open(camera.browser(), { steps: [faceStep()], confirms: false, framesOfPart: 100 });
    const { page, capture } = shown;
    await shown.click('I agree');
    await shown.click('Start');
    await shown.click('Start the face check');
    await page.locator('[data-move="ahead"]').waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByText('You left the page').waitFor();
    const sent = capture.batches.length;
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'visible' }));
    await shown.at('Face check');
    expect(capture.batches.length - sent).toBeLessThanOrEqual(1);
    await shown.click('Leave');
    await shown.click('Leave and delete');
    await page.getByText('You left this check').waitFor();
    await shown.at('This check has ended');
    expect(await leftovers(page)).toEqual(NOTHING);
  });

  test(
    'the keyboard alone leads from the kiosk to the end, with an operator instead of the challenge',
    NEEDS,
    async () => {
      const script: Script = { steps: [faceStep()] };
      await using shown = await open(camera.browser(), script, { path: '/kiosk', name: 'keys' });
      shown.expectStatus(401, 404);
      const { page, capture } = shown;
      const press = async (button: string): Promise<void> => {
        const wanted = await page.getByRole('button', { name: button, exact: true }).elementHandle();
        for (let tabs = 0; tabs < 20; tabs++) {
          if (await page.evaluate((element) => element === document.activeElement, wanted)) break;
          await page.keyboard.press('Tab');
        }
        await page.keyboard.press('Enter');
      };
      await shown.at('Enter your code');
      await page.keyboard.press('Tab');
      await page.keyboard.type('1111 2222');
      await page.keyboard.press('Enter');
      await page.getByText('This code or link is not valid').waitFor();
      await page.keyboard.type('١٢٣٤٥٦٧٨');
      await page.keyboard.press('Enter');
      await shown.at('Do you agree?');
      await press('I agree');
      await shown.at('Get ready');
      await press('I cannot do the face check');
      await page.getByRole('heading', { name: 'An employee looks instead' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await press('Ask for an employee');
      await shown.at('Get ready');
      await press('Start');
      await shown.at('Capture your face');
      await page.waitForFunction(() => !document.querySelector('button:disabled'));
      await press('Take the picture');
      await shown.at('Look at your pictures');
      await press('Send');
      await shown.at('Thank you');
      await press('Finish');
      await shown.at('Enter your code');
      expect(capture.requests).toContain('POST attended');
      expect(await leftovers(page)).toEqual(NOTHING);
    },
  );

  test('in Arabic the page runs from right to left, and in French it speaks French', NEEDS, async () => {
    const script: Script = { steps: CARD(), confirms: false };
    await using shown = await open(camera.browser(), script, { size: 'phone', locale: 'ar-EG', name: 'arabic' });
    const { page } = shown;
    await shown.at('هل توافق؟');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await shown.click('أوافق');
    await shown.at('استعد');
    await shown.click('ابدأ');
    await shown.at('ما نوع وثيقتك؟');
    await page.locator('header select').selectOption('fr');
    await shown.at('Quel document avez-vous ?');
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    expect(shown.capture.view.language).toBe('ar');
  });

  test('a document that the page does not find is taken by hand after a while', NEEDS, async () => {
    const steps = [documentStep('document_1', 'front', 'passport')];
    await using shown = await open(camera.browser(), { steps, confirms: false }, { size: 'phone', name: 'manual' });
    await shown.click('I agree');
    await shown.click('Start');
    await shown.at('Capture your document');
    await shown.click('Take the picture now');
    await shown.at('Look at your pictures');
    expect([...shown.capture.pictures.keys()]).toEqual(['document_1']);
  });

  test('the kiosk ends the session of a person who went away', NEEDS, async () => {
    await using shown = await open(camera.browser(), { steps: CARD() }, { path: '/kiosk#12345678', clock: true });
    const { page, capture } = shown;
    await shown.at('Do you agree?');
    expect(page.url()).toBe(`${capture.base}/kiosk`);
    await leapUntil(page, '03:01', 'Are you still there?');
    await shown.click('I am still here');
    await page.getByRole('heading', { name: 'Are you still there?' }).waitFor({ state: 'hidden' });
    await leapUntil(page, '03:01', 'Are you still there?');
    await shown.at('Do you agree?');
    await leapUntil(page, '01:01', 'Enter your code');
    expect(capture.view.last_error).toBe('left_by_applicant');
    expect(await leftovers(page)).toEqual(NOTHING);
  });

  /** Lets time pass until a heading comes. A second first: the page begins its timer only after it has shown a screen. */
  async function leapUntil(page: Page, leap: string, heading: string): Promise<void> {
    await page.clock.runFor(1_000);
    await page.clock.fastForward(leap);
    await page.getByRole('heading', { name: heading }).waitFor();
  }

  test('a person who refuses ends the session, and nothing was captured', NEEDS, async () => {
    await using shown = await open(camera.browser(), { steps: CARD(), confirms: false, language: 'fr' });
    const { page, capture } = shown;
    await shown.click('Je ne suis pas d’accord');
    await shown.click('Je refuse');
    await page.getByText('Vous avez refusé').waitFor();
    await shown.at('Cette vérification est terminée');
    expect(capture.requests.filter((request) => /picture|challenge/.test(request))).toEqual([]);
  });

  test('three attempts that failed lead to one picture, and the page says that an employee looks', NEEDS, async () => {
    await using shown = await open(camera.browser(), { steps: [faceStep()], confirms: false }, { size: 'phone' });
    const { capture } = shown;
    await shown.click('I agree');
    await shown.click('Start');
    await shown.at('Face check');
    Object.assign(capture.view, { steps: [{ ...faceStep(), state: 'failed', attempts_left: 0 }], state: 'capturing' });
    await shown.page.reload();
    await shown.at('Capture your face');
    await shown.page.getByText('The face check did not work').waitFor();
    await shown.click('Take the picture');
    await shown.at('Look at your pictures');
  });

  test('a camera that is refused or unplugged is named, and the page goes on with it again', NEEDS, async () => {
    const script: Script = { steps: [faceStep()], confirms: false, framesOfPart: 100 };
    await using shown = await open(camera.browser(), script, { size: 'phone', name: 'camera' });
    const { page } = shown;
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = () => {
        mediaDevices.getUserMedia = open;
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      };
    });
    await shown.click('I agree');
    await shown.click('Start');
    await page.getByRole('heading', { name: 'The camera was not allowed' }).waitFor();
    await shown.at('Face check');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await shown.click('Start the face check');
    await page.locator('[data-move="ahead"]').waitFor();
    await page.evaluate(() => {
      const { srcObject } = document.querySelector('video') as HTMLVideoElement;
      for (const track of (srcObject as MediaStream).getTracks()) track.dispatchEvent(new Event('ended'));
    });
    await page.getByRole('heading', { name: 'The camera was disconnected' }).waitFor();
    await page.getByText('This attempt was interrupted.').waitFor();
    await shown.at('Face check');
    await page.locator('.camera-state').getByRole('button', { name: 'Try again' }).click();
    await page.locator('video').waitFor();
  });

  test('a connection that is lost and comes back keeps the applicant where they are', NEEDS, async () => {
    const script: Script = { steps: [faceStep()], confirms: false, framesOfPart: 100 };
    await using shown = await open(camera.browser(), script, { size: 'phone', name: 'offline' });
    const { page } = shown;
    const away = async (during: () => Promise<void>): Promise<void> => {
      await page.route('**/c/**', (route) => (isFile(route.request().url()) ? route.continue() : route.abort()));
      await during();
      await page.unroute('**/c/**');
    };
    await shown.at('Do you agree?');
    await away(async () => {
      await page.reload();
      await page.getByText('The machine does not answer').waitFor();
      expect(await page.getByLabel('Code').count()).toBe(0);
    });
    await shown.at('Do you agree?');
    await page.getByText('The machine does not answer').waitFor({ state: 'detached' });
    await shown.click('I agree');
    await shown.click('Start');
    await shown.click('Start the face check');
    await page.locator('[data-move="ahead"]').waitFor();
    await away(async () => {
      await page.getByText('This attempt was interrupted.').waitFor();
      await page.getByText('The machine does not answer').waitFor();
      await shown.at('Face check');
    });
    await shown.click('Try again');
    await page.locator('[data-move="ahead"]').waitFor();
    await page.getByText('The machine does not answer').waitFor({ state: 'detached' });
  });

  const isFile = (url: string): boolean => /\/c\/(?:assets\/|$)/.test(new URL(url).pathname);

  test('a session that an operator ended or gave to another device ends here too', NEEDS, async () => {
    await using shown = await open(camera.browser(), { steps: [faceStep()], confirms: false }, { size: 'phone' });
    const { page, capture } = shown;
    await shown.at('Do you agree?');
    Object.assign(capture.view, { state: 'canceled', last_error: 'canceled_by_operator' });
    await page.getByText('An employee ended this check').waitFor();
    await shown.at('This check has ended');
    Object.assign(capture.view, { state: 'claimed', last_error: null });
    await page.reload();
    await shown.at('Do you agree?');
    shown.expectStatus(401);
    capture.refuse(401, 'unauthorized');
    await page.getByText('No check is running on this device').waitFor();
    await shown.at('Enter your code');
    expect(await leftovers(page)).toEqual(NOTHING);
  });

  test('what goes wrong is told, and the page goes on', NEEDS, async () => {
    await using shown = await open(camera.browser(), { steps: [faceStep()], confirms: false });
    const { page, capture } = shown;
    await shown.at('Do you agree?');
    shown.expectStatus(429, 503);
    capture.refuse(429, 'rate_limited');
    await shown.click('I agree');
    await page.getByText('There were too many requests').waitFor();
    capture.refuse(503, 'busy');
    await shown.click('I agree');
    await page.getByText('The machine is busy with other people').waitFor();
    capture.refuse(null);
    capture.view.expires_at = new Date(Date.now() + 90_000).toISOString();
    await shown.click('I agree');
    await page.getByText('Less than 2 minutes').waitFor();
    await shown.at('Get ready');
    Object.assign(capture.view, { state: 'expired' });
    await shown.at('This check has ended');
  });
});
