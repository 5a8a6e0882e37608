import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeProblems } from '../../e2e/console/axe.ts';
import { CHROMIUM, hasChromium } from '../chromium.ts';
import { skipUnless } from '../skip.ts';

/** For walks through the hub's console. */
export const needsChromium = skipUnless(
  hasChromium(),
  'there is no Chromium on this machine (CUSTOS_CHROMIUM says where one is)',
);
/** `CUSTOS_SHOTS` names a folder for pictures of each screen. */
const SHOTS = process.env['CUSTOS_SHOTS'];

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });

/** A page at the hub's console. */
export interface HubPage {
  page: Page;
  /** Errors of the page, requests to other places, and answers that refuse what a button or a screen asked for. */
  faults: string[];
  /** Waits for the screen, takes its picture, and looks for what bars people. */
  check(name: string): Promise<void>;
}

export async function openHubPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<HubPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) faults.push(`asks ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  const check = async (name: string): Promise<void> => {
    await page.waitForFunction(() => document.querySelector('.loading') === null);
    if (SHOTS !== undefined) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
    }
    expect(await axeProblems(page), name).toEqual([]);
  };
  await page.goto(url);
  return { page, faults, check };
}

/** Logs in at the login page. */
export async function logInAt(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Opens the menu of the account. */
export const openAccountMenu = (page: Page): Promise<void> => page.getByRole('button', { name: /^Account/ }).click();
