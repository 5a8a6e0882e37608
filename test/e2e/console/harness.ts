import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hasChromium } from '../../support/chromium.ts';
import { skipUnless } from '../../support/skip.ts';
import { type ConsoleRig, explainTimeout, failureShot, type RigOptions, startConsole } from './rig.ts';

export type { Account, ApiOptions } from './accounts.ts';
export { type ConsolePage, type ConsoleRig, type OpenOptions, WIDTHS } from './rig.ts';

export interface TestOptions extends RigOptions {
  /** Runs once before the first test; its result is disposed of at the end. */
  prepare?: (rig: ConsoleRig) => Promise<AsyncDisposable>;
}

/** The tools of a test file: `rig()` works once its tests run. */
export interface ConsoleTests {
  /** A test that needs the browser; without one it is skipped with a reason. */
  test(name: string, body: (rig: ConsoleRig) => Promise<void>): void;
}

/**
 * One appliance and one browser for the tests of a file (or of a `describe`). After each test all its pages are closed. A test fails if a page has an
 * error, breaches the content security policy, sends a request to another origin or gets an unexpected refusal.
 */
export function useConsole(options: TestOptions = {}): ConsoleTests {
  let rig: ConsoleRig | null = null;
  let prepared: AsyncDisposable | undefined;
  const needed = (): ConsoleRig => {
    if (!rig) throw new Error('the console was not started');
    return rig;
  };
  beforeAll(async () => {
    rig = await startConsole(options);
    prepared = await options.prepare?.(rig);
  });
  afterEach(async ({ task }) => {
    if (!rig) return;
    if (task.result?.state === 'fail') await showFailure(rig, task.name);
    expect(await rig.closePages(), 'what went wrong on the pages').toEqual([]);
  });
  afterAll(async () => {
    await rig?.[Symbol.asyncDispose]();
    await prepared?.[Symbol.asyncDispose]();
  });
  return {
    test(name, body) {
      const needs = skipUnless(
        hasChromium(),
        'there is no Chromium on this machine (CUSTOS_CHROMIUM says where one is)',
      );
      test(name, needs, async () => {
        try {
          await body(needed());
        } catch (error) {
          await explainTimeout(error, needed().pages);
          throw error;
        }
      });
    },
  };
}

async function showFailure({ pages }: ConsoleRig, name: string): Promise<void> {
  for (const [i, { page }] of pages.entries()) {
    const path = failureShot(`${i} ${name}`);
    await page.screenshot({ path, fullPage: true }).then(
      () => process.stderr.write(`The page as it stood when "${name}" failed: ${path}\n`),
      () => {},
    );
  }
}
