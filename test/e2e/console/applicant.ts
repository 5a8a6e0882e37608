import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { lazily } from '../../../server/lib/lazily.ts';
import { cropFace, FACES } from '../../support/faces.ts';
import { PEOPLE } from '../../support/specimens/people.ts';
import { axeProblems } from './axe.ts';
import type { ConsolePage, ConsoleRig } from './harness.ts';
import { WAIT_MS } from './rig.ts';
import { filmPerson, useTurningCamera } from './turning-camera.ts';
import { type Watch, watch } from './watch.ts';

export interface Device {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  touch?: boolean;
}

export interface Applicant extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  watched: Watch;
  /** Waits for a heading and looks for faults of access. */
  at(heading: string): Promise<void>;
  click(button: string): Promise<void>;
}

/** What the camera sees: a person with their card. Drawn only once. */
const filmOnce = lazily(async () => {
  const portrait = await cropFace(FACES.stranger, { size: 600 });
  return filmPerson(FACES.stranger, PEOPLE.clean, portrait);
});

/** The applicant's own browser at this address, with a camera before which somebody does what the page says. It closes with the applicant. */
export async function openApplicant(browser: Browser, url: string, device: Device): Promise<Applicant> {
  const { width, height, theme, touch = false } = device;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: touch,
  });
  context.setDefaultTimeout(WAIT_MS);
  const watched = await watch(context, new URL(url).origin);
  // The page asks for its session before it has one.
  watched.expectStatus(401);
  await useTurningCamera(context, await filmOnce());
  const page = await context.newPage();
  await page.goto(url);
  return {
    page,
    context,
    watched,
    async at(heading) {
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
      expect(await axeProblems(page), `axe at "${heading}"`).toEqual([]);
    },
    click: (button) => page.getByRole('button', { name: button, exact: true }).click(),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** The operator creates the session from the form; returns the pairing code. */
export async function startSession({ page, axe, fits, shot }: ConsolePage): Promise<string> {
  await page.getByLabel('First name').fill('Julien');
  await page.getByLabel('Last name').fill('Lemarchal');
  await page.getByRole('button', { name: 'Let the applicant do it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Document', { exact: true }).selectOption('national_id');
  await axe();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const code = await dialog.getByLabel('Pairing code').textContent();
  await axe();
  await fits();
  await shot('capture-session', { full: false });
  return (code ?? '').replaceAll(/\D/g, '');
}

/** From the code to both sides of the document. */
export async function captureDocument({ page, at, click }: Applicant, code: string): Promise<void> {
  await at('Enter your code');
  await page.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
  await at('Do you agree?');
  await click('I agree');
  await at('Get ready');
  await click('Start');
  await at('Capture the front');
  await at('Now capture the back');
}

export async function captureAll(applicant: Applicant, operator: ConsolePage, code: string): Promise<void> {
  const { page, at, click } = applicant;
  await captureDocument(applicant, code);
  await at('Face check');
  await operator.page.getByRole('dialog').getByText('Captured', { exact: true }).nth(1).waitFor();
  await page.locator('.camera-message', { hasText: 'Good. Hold still.' }).waitFor();
  await click('Start the face check');
  await passFaceCheck(page);
  await at('Look at your pictures');
  await click('Send');
  await at('Thank you');
}

/** An applicant may try three times; on a busy machine the first attempt can be too slow. Throws when no attempt is left. */
async function passFaceCheck(page: Page): Promise<void> {
  const passed = page.getByRole('heading', { name: 'Look at your pictures' });
  const usedUp = page.getByRole('heading', { name: 'Capture your face' });
  const again = page.getByRole('button', { name: 'Try again', exact: true });
  for (;;) {
    await passed.or(usedUp).or(again).first().waitFor();
    if (await passed.isVisible()) return;
    if (await usedUp.isVisible()) throw new Error('the face check failed three times; is the machine busy?');
    const why = await page
      .locator('.note.warn p')
      .first()
      .textContent({ timeout: 1_000 })
      .catch(() => null);
    process.stderr.write(`An attempt of the face check failed: ${why}\n`);
    await again.click({ timeout: 1_000 }).catch(() => {});
    await again.waitFor({ state: 'hidden' });
  }
}

interface FinishedRecord {
  errors: { code: string }[];
  checks: { liveness: { proof: unknown } };
  face_match: { passed: boolean | null };
  ocr: unknown;
}

/** The operator reads that the session is done, opens the record and waits for its end. It has the proof, and nothing is missing. */
export async function expectRecord(rig: ConsoleRig, { page, settled, axe, shot }: ConsolePage): Promise<void> {
  await page.getByRole('dialog').getByText('Done: the verification was created').waitFor();
  await axe();
  await shot('capture-done', { full: false });
  await page.getByRole('link', { name: 'Open the verification' }).click();
  await settled();
  await page.getByRole('heading', { name: 'Living person' }).waitFor();
  await page.getByRole('list', { name: 'Frames that prove' }).getByRole('img').first().waitFor();
  await axe();
  await shot('capture-proof');
  const record = await rig.api<FinishedRecord>('GET', `/v1${new URL(page.url()).pathname}`);
  expect(record.checks.liveness.proof, 'the proof').toMatchObject({ verdict: 'proven', reasons: [] });
  expect(record.face_match.passed).toBe(true);
  // No watchlist is loaded, which a reviewer has to know; nothing else is missing.
  expect(record.errors.map(({ code }) => code)).toEqual(['no_list_loaded']);
  expect(record.ocr).toMatchObject({ national_id: { last_name: 'LEMARCHAL' } });
}
