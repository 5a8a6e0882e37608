import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DEMO_CASES, DEMO_LIST } from '../../demo/cases.ts';
import { type CreateRequest, createClient } from '../../support/verification-client.ts';
import type { DroppedFile } from './drop-files.ts';
import type { ConsolePage, ConsoleRig } from './rig.ts';

/** An identity card, both sides, and a selfie of one man who is on no list. */
export function drawCase(): Promise<CreateRequest> {
  const [first] = DEMO_CASES;
  if (!first) throw new Error('the demonstration has no cases');
  return first.draw();
}

/** Its files, in the form that a drop needs. */
export function droppedOf({ uploads }: CreateRequest): DroppedFile[] {
  return uploads.map(({ name, file, mediaType }) => ({ name, type: mediaType, bytes: file }));
}

/** Puts the demonstration's list into force. */
export async function importList({ appliance, base, key }: ConsoleRig): Promise<void> {
  const path = join(appliance.folder, 'list.csv');
  writeFileSync(path, DEMO_LIST);
  await createClient(base, key).importList(path, 'demo', 'Demonstration');
}

/** The button that sends the form. */
export const startButton = (page: Page) => page.getByRole('button', { name: 'Start verification' });
/** The card of an added file, by its name. */
export const card = (page: Page, name: string) =>
  page.locator('.file-card').filter({ has: page.locator('.file-name', { hasText: name }) });

/** Waits until the appliance has analysed every file. */
export async function looked(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (files) =>
      document.querySelectorAll('.file-card').length === files && !document.querySelector('.file-guess .spinner'),
    count,
  );
}

/** Every guess must be right. On a busy machine some guesses come too late; then the test enters what the file shows. */
export async function expectKinds(page: Page): Promise<void> {
  for (const [name, type, side] of [
    ['front.jpg', 'national_id', 'front'],
    ['back.jpg', 'national_id', 'back'],
    ['selfie', 'selfie', null],
  ] as const) {
    const one = card(page, name);
    const guessed = await one.getByLabel('Shows').inputValue();
    expect(['', type], `what ${name} was taken for`).toContain(guessed);
    if (guessed !== '') continue;
    await one.getByLabel('Shows').selectOption(type);
    if (side) await one.getByLabel('Side').selectOption(side);
  }
}

/** Waits for the outcome, opens the record and returns its id. */
export async function openRecord(shown: ConsolePage): Promise<string> {
  await shown.page.getByRole('heading', { name: 'Outcome' }).waitFor();
  await shown.axe();
  await shown.fits();
  await shown.shot('create-outcome');
  await shown.page.keyboard.press('Enter');
  await shown.page.waitForURL(/\/(?:verifications|companies)\//);
  return shown.page.url().split('/').at(-1) ?? '';
}
