import type { Locator, Page } from 'playwright-core';
import type { ConsolePage } from './rig.ts';

/** How many times a person presses Tab between two fields before using the mouse. */
const TABS_MAX = 4;

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Uses a page as a person does, with a mouse and, to write, a keyboard. */
export interface Hand {
  click(target: Locator): Promise<void>;
  /** Chooses from a list that opens: two clicks, one to open it and one on the choice. */
  choose(list: Locator, choice: string | { label: string }): Promise<void>;
  /** Writes into a field. It clicks into the field, unless the field has the focus or Tab reaches it from the previous field. */
  write(field: Locator, text: string): Promise<void>;
  /** Clicks on the element that opens the system's file dialog, and chooses there. */
  files(opener: Locator, files: readonly ChosenFile[]): Promise<void>;
  /** Acts in here are not counted. */
  uncounted(acts: () => Promise<void>): Promise<void>;
  /** Clicks on the page so far, counted by the page itself. */
  clicks(): Promise<number>;
}

/** Begins to count on the page shown. A reload ends the count. */
export async function handOn({ page }: ConsolePage): Promise<Hand> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicksMade: number };
    counted.clicksMade = 0;
    const count = (clicks: number): void => {
      counted.clicksMade += clicks;
    };
    document.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count(1), { capture: true });
    // The browser draws the list of a <select> outside the page.
    document.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(2), true);
  });
  const clicks = (): Promise<number> => page.evaluate(() => (window as unknown as { clicksMade: number }).clicksMade);
  let wrote = false;
  return {
    clicks,
    async click(target) {
      wrote = false;
      await target.click();
    },
    async choose(list, choice) {
      wrote = false;
      await list.selectOption(choice);
    },
    async write(field, text) {
      await field.waitFor();
      if (!(await reach(page, field, wrote))) await field.click();
      await field.fill(text);
      wrote = true;
    },
    async files(opener, files) {
      wrote = false;
      const [dialog] = await Promise.all([page.waitForEvent('filechooser'), opener.click()]);
      await dialog.setFiles([...files]);
    },
    async uncounted(acts) {
      const before = await clicks();
      await acts();
      await page.evaluate((made) => Object.assign(window, { clicksMade: made }), before);
    },
  };
}

/** Whether the field has the focus, or Tab reaches it. */
async function reach(page: Page, field: Locator, byTab: boolean): Promise<boolean> {
  const isThere = () => field.evaluate((element) => element === document.activeElement);
  if (await isThere()) return true;
  for (let tab = 0; byTab && tab < TABS_MAX; tab++) {
    await page.keyboard.press('Tab');
    if (await isThere()) return true;
  }
  return false;
}
