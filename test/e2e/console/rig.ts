import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, errors, type Page } from 'playwright-core';
import { ensureConsole } from '../../../main/launch/console.mjs';
import type { Role } from '../../../server/vocabulary/roles.ts';
import { type ApplianceProcess, startApplianceProcess } from '../../support/appliance-process.ts';
import { CHROMIUM } from '../../support/chromium.ts';
import { type Account, type Accounts, createAccounts } from './accounts.ts';
import { axeProblems } from './axe.ts';
import { layoutProblems } from './layout.ts';
import { type Watch, watch } from './watch.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The browser resolves no names, whatever the machine knows: only the appliance's address remains. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** The longest wait of a walk: for one click, one text, or a screen to settle. Ten busy processes on two cores stay below it. */
export const WAIT_MS = 60_000;

export const WIDTHS = [768, 1280, 1920] as const;
const HEIGHTS: Readonly<Record<number, number>> = { 768: 1024, 1280: 800, 1920: 1080 };

export interface RigOptions {
  /** Environment variables of the appliance; undefined removes one. */
  settings?: Record<string, string | undefined>;
  /** Puts records into the folder before the first start. */
  fill?: Parameters<typeof startApplianceProcess>[1];
  /** Additional arguments of the browser. */
  browserArgs?: readonly string[];
  /** The folder for pictures. */
  shotsDir?: string;
}

export interface OpenOptions {
  /** The first page; the queue by default. */
  path?: string;
  /** The login of the operator with this role; the role's first operator by default. */
  login?: string;
  /** A separate session, for tests that end it. */
  fresh?: boolean;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** `x-rtl`: longer texts, from right to left. */
  lang?: 'en' | 'fr' | 'x-rtl';
  /** Installs a browser clock that Playwright can set forward (`page.clock`), before the page loads. */
  clock?: boolean;
  permissions?: string[];
}

/** One page of the console in a separate browser, with its own cookies and storage. */
export interface ConsolePage {
  page: Page;
  account: Account | null;
  watched: Watch;
  /** Loads a path and waits until its data is there. */
  goto(path: string): Promise<void>;
  /** The same without a reload, as a link does. */
  visit(path: string): Promise<void>;
  /** Waits until nothing is loading. */
  settled(): Promise<void>;
  /** Switches to test data, or back to live data, through the account menu. */
  showData(mode: 'test' | 'live'): Promise<void>;
  resize(width: number, height?: number): Promise<void>;
  /** From here on, answers with these statuses belong to the test and are no failures. */
  expectStatus(...statuses: number[]): void;
  /** Throws the faults that axe finds. */
  axe(): Promise<void>;
  /** Throws if anything extends beyond the window, or the page scrolls sideways. */
  fits(): Promise<void>;
  /** A picture `<name>.png`, of the whole page unless `full` is false; null without a folder for pictures. */
  shot(name: string, options?: { full?: boolean }): Promise<string | null>;
  close(): Promise<void>;
}

export interface ConsoleRig extends Accounts, AsyncDisposable {
  appliance: ApplianceProcess;
  base: string;
  /** The live key of the first start, with every scope. */
  key: string;
  /** The console with an operator of this role logged in; null: not logged in. Each call uses a separate browser. */
  open(role: Role | null, options?: OpenOptions): Promise<ConsolePage>;
  /** Pages that are open. */
  pages: readonly ConsolePage[];
  /** Closes every page, and returns the problems on any page since the last call. */
  closePages(): Promise<string[]>;
}

/** A real appliance with a console of the working tree, and Debian's Chromium. The first administrator is created when first needed. */
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
    // Without animations, so the tested elements do not move.
    reducedMotion: 'reduce',
    acceptDownloads: true,
    permissions: how.permissions ?? ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(WAIT_MS);
  const watched = await watch(context, base);
  await context.addInitScript((chosen) => {
    if (location.protocol === 'http:')
      localStorage.setItem('custos.locale', localStorage.getItem('custos.locale') ?? chosen);
  }, lang);
  if (account) await context.addCookies([cookieFor(account.cookie, base)]);
  await context.addInitScript(() => {
    const keep = ({ target }: Event): void => {
      const clicked = target instanceof Element ? (target.closest('button, a, label') ?? target) : null;
      const name = clicked?.getAttribute('aria-label') ?? clicked?.textContent ?? '';
      document.documentElement.dataset['clicked'] = `${clicked?.localName} "${name.trim().slice(0, 80)}"`;
    };
    addEventListener('click', keep, { capture: true });
  });
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

/** No loading state is shown, and the content has been drawn. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('#app')?.childElementCount !== 0 &&
      !document.querySelector('.state.loading, [aria-busy="true"]') &&
      document.querySelector('h1') !== null,
  );
  await page.evaluate(() => document.fonts.ready);
}

/** Adds to the error of a wait that was too long: each open screen, what is loading there, and what was clicked last. */
export async function explainTimeout(error: unknown, pages: readonly Pick<ConsolePage, 'page'>[]): Promise<void> {
  if (!(error instanceof errors.TimeoutError)) return;
  const screens = await Promise.all(
    pages.map(({ page }) => page.evaluate(describeScreen).catch(() => 'a closed page')),
  );
  error.message += `\nThe screens at that time:\n- ${screens.join('\n- ')}`;
}

/** Runs in the page. */
function describeScreen(): string {
  const loading = [...document.querySelectorAll('.state.loading, [aria-busy="true"]')].map(
    (one) => `<${one.localName} class="${one.className}">`,
  );
  const title = document.querySelector('h1')?.textContent ?? 'no title';
  const clicked = document.documentElement.dataset['clicked'] ?? 'nothing';
  return `${location.pathname} (${title}): last click on ${clicked}; loading: ${loading.join(', ') || 'nothing'}`;
}

function throwThese(who: string, page: Page, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const { pathname } = new URL(page.url());
  const size = page.viewportSize();
  throw new Error(`${who} finds at ${pathname} (${size?.width} px wide):\n- ${problems.join('\n- ')}`);
}

/** The file for the picture of a page whose test failed. */
export function failureShot(name: string): string {
  const folder = join(tmpdir(), 'custos-console-failures');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}.png`);
}
