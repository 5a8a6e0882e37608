import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../../../main/launch/console.mjs';
import type { Role } from '../../../server/vocabulary/roles.ts';
import { type ApplianceProcess, startApplianceProcess } from '../../support/appliance-process.ts';
import { CHROMIUM } from '../../support/chromium.ts';
import { type Account, type Accounts, createAccounts } from './accounts.ts';
import { axeProblems } from './axe.ts';
import { layoutProblems } from './layout.ts';
import { type Watch, watch } from './watch.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** A name that a browser asks for is unknown, whatever the machine knows: only the appliance's address is left. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** No wait of a walk takes so long on however busy a machine: what is waited for will not come. */
export const HANG_MS = 240_000;

export const WIDTHS = [768, 1280, 1920] as const;
const HEIGHTS: Readonly<Record<number, number>> = { 768: 1024, 1280: 800, 1920: 1080 };

export interface RigOptions {
  /** Environment variables of the appliance; undefined: not set. */
  settings?: Record<string, string | undefined>;
  /** Puts records into the folder before the first start. */
  fill?: Parameters<typeof startApplianceProcess>[1];
  /** Further arguments of the browser. */
  browserArgs?: readonly string[];
  /** Where pictures go. */
  shotsDir?: string;
}

export interface OpenOptions {
  /** Where to begin; the queue unless given. */
  path?: string;
  /** Whose session of this role: an operator of this login; the role's first unless given. */
  login?: string;
  /** A session of its own, for tests that end it. */
  fresh?: boolean;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** `x-rtl`: longer texts from right to left. */
  lang?: 'en' | 'fr' | 'x-rtl';
  /** The browser's clock, which Playwright can set forward (`page.clock`), is installed before the page loads. */
  clock?: boolean;
  permissions?: string[];
}

/** One page of the console in a browser of its own: its cookies and its storage are nobody else's. */
export interface ConsolePage {
  page: Page;
  account: Account | null;
  watched: Watch;
  /** Loads a path and waits until what it asks for is there. */
  goto(path: string): Promise<void>;
  /** The same without loading the page anew, as a link does. */
  visit(path: string): Promise<void>;
  /** Waits until nothing is being loaded any more. */
  settled(): Promise<void>;
  /** Shows the data of tests, or the live ones again, by the account menu. */
  showData(mode: 'test' | 'live'): Promise<void>;
  resize(width: number, height?: number): Promise<void>;
  /** Answers of the appliance with these statuses are part of what is tested: no failure from here on. */
  expectStatus(...statuses: number[]): void;
  /** Throws what axe finds wrong. */
  axe(): Promise<void>;
  /** Throws where anything sticks out of the window, or the page scrolls sideways. */
  fits(): Promise<void>;
  /** A picture `<name>.png`, of the whole page unless `full` is false; null where no folder for pictures is set. */
  shot(name: string, options?: { full?: boolean }): Promise<string | null>;
  close(): Promise<void>;
}

export interface ConsoleRig extends Accounts, AsyncDisposable {
  appliance: ApplianceProcess;
  base: string;
  /** The live key of the first start, with every scope. */
  key: string;
  /** The console with somebody of this role logged in; null: nobody. Each call is a browser of its own. */
  open(role: Role | null, options?: OpenOptions): Promise<ConsolePage>;
  /** Pages that were opened and not closed yet. */
  pages: readonly ConsolePage[];
  /** Closes every page, and returns what went wrong on any since the last time. */
  closePages(): Promise<string[]>;
}

/** A real appliance with a console of the working tree, and Debian's Chromium. The first administrator is made when first needed. */
export async function startConsole(options: RigOptions = {}): Promise<ConsoleRig> {
  await ensureConsole(ROOT, process.execPath, () => {});
  const appliance = await startApplianceProcess(options.settings, options.fill);
  const browser = await launch(options.browserArgs ?? []).catch(async (error) => {
    await appliance[Symbol.asyncDispose]();
    throw error;
  });
  const accounts = createAccounts(appliance);
  const pages: ConsolePage[] = [];
  return {
    ...accounts,
    appliance,
    base: appliance.base,
    key: appliance.key,
    pages,
    async open(role, how = {}) {
      const whose =
        role &&
        (how.login === undefined && role === 'administrator'
          ? await accounts.admin()
          : await accounts.account(role, how.login));
      const account = whose && how.fresh ? await accounts.logIn(whose) : whose;
      const shotsDir = options.shotsDir ?? process.env['CUSTOS_SHOTS_DIR'] ?? null;
      const opened = await openPage(browser, { base: appliance.base, account, how, shotsDir });
      pages.push(opened);
      return opened;
    },
    async closePages() {
      const closed = pages.splice(0);
      await Promise.all(closed.map((page) => page.close()));
      return closed.flatMap(({ watched }) => watched.problems);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await appliance[Symbol.asyncDispose]();
    },
  };
}

function launch(args: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', OFFLINE, ...args] });
}

interface PageSettings {
  base: string;
  account: Account | null;
  how: OpenOptions;
  shotsDir: string | null;
}

async function openPage(browser: Browser, { base, account, how, shotsDir }: PageSettings): Promise<ConsolePage> {
  const { width = 1280, height = heightFor(width), lang = 'en' } = how;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: lang === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'UTC',
    colorScheme: how.theme ?? 'light',
    // Nothing moves: what is looked at stands still.
    reducedMotion: 'reduce',
    acceptDownloads: true,
    permissions: how.permissions ?? ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(HANG_MS);
  const watched = await watch(context, base);
  await context.addInitScript((chosen) => {
    if (location.protocol === 'http:')
      localStorage.setItem('custos.locale', localStorage.getItem('custos.locale') ?? chosen);
  }, lang);
  if (account) await context.addCookies([cookieFor(account.cookie, base)]);
  const page = await context.newPage();
  if (how.clock) await page.clock.install();
  const settled = async (): Promise<void> => {
    await watched.quiet();
    await waitUntilSettled(page);
  };
  const opened: ConsolePage = {
    page,
    account,
    watched,
    settled,
    async goto(path) {
      await page.goto(`${base}${path}`);
      await settled();
    },
    async visit(path) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await settled();
    },
    async showData(mode) {
      await page.locator('.side-end .menu > button').click();
      await page
        .locator('.menu-sheet .choice')
        .first()
        .locator('button')
        .nth(mode === 'test' ? 1 : 0)
        .click();
      await settled();
    },
    resize: (to, tall = heightFor(to)) => page.setViewportSize({ width: to, height: tall }),
    expectStatus: watched.expectStatus,
    async axe() {
      await settled();
      throwThese('axe', page, await axeProblems(page));
    },
    async fits() {
      await settled();
      throwThese('the layout', page, await layoutProblems(page));
    },
    async shot(name, { full = true } = {}) {
      if (shotsDir === null) return null;
      mkdirSync(shotsDir, { recursive: true });
      await settled();
      const path = join(shotsDir, `${name}.png`);
      await page.screenshot({ path, fullPage: full });
      return path;
    },
    close: () => context.close(),
  };
  await opened.goto(how.path ?? '/');
  return opened;
}

function cookieFor(cookie: string, base: string) {
  const [name = '', value = ''] = cookie.split('=');
  return { name, value, domain: new URL(base).hostname, path: '/', httpOnly: true, sameSite: 'Strict' as const };
}

const heightFor = (width: number): number => HEIGHTS[width] ?? 800;

/** Nothing says that it is being loaded, and what there is has been drawn. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('#app')?.childElementCount !== 0 &&
      !document.querySelector('.state.loading, [aria-busy="true"]') &&
      document.querySelector('h1') !== null,
  );
  await page.evaluate(() => document.fonts.ready);
}

function throwThese(who: string, page: Page, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const { pathname } = new URL(page.url());
  const size = page.viewportSize();
  throw new Error(`${who} finds at ${pathname} (${size?.width} px wide):\n- ${problems.join('\n- ')}`);
}

/** Where the picture of a page goes on which a test failed. */
export function failureShot(name: string): string {
  const folder = join(tmpdir(), 'custos-console-failures');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}.png`);
}
