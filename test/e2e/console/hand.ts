import type { Locator, Page } from 'playwright-core';
import type { ConsolePage } from './rig.ts';

/** Tabs that a person goes on with from one field to the next before they reach for the mouse. */
const TABS_MAX = 4;

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Works a page as a person does with a mouse and, where something is to be written, a keyboard. */
export interface Hand {
  click(target: Locator): Promise<void>;
  /** Chooses of a list that opens: two clicks, to open it and on the choice. */
  choose(list: Locator, choice: string | { label: string }): Promise<void>;
  /** Writes into a field: a click into it, unless it has the focus, or Tab goes there from the field that was just written. */
  write(field: Locator, text: string): Promise<void>;
  /** Clicks on what opens the dialog for files of the system, and chooses there. */
  files(opener: Locator, files: readonly ChosenFile[]): Promise<void>;
  /** What is done in here is not counted. */
  uncounted(acts: () => Promise<void>): Promise<void>;
  /** Clicks on the page up to now, as the page itself saw them. */
  clicks(): Promise<number>;
}

/** Begins to count on a page that is shown. The count ends where the page is loaded anew. */
export async function handOn({ page }: ConsolePage): Promise<Hand> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicksMade: number };
    counted.clicksMade = 0;
    const count = (clicks: number): void => {
      counted.clicksMade += clicks;
    };
    document.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count(1), { capture: true });
    // The browser draws the list of a <select> outside of the page.
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

/** Whether the field has the focus, or Tab brings it there. */
async function reach(page: Page, field: Locator, byTab: boolean): Promise<boolean> {
  const isThere = () => field.evaluate((element) => element === document.activeElement);
  if (await isThere()) return true;
  for (let tab = 0; byTab && tab < TABS_MAX; tab++) {
    await page.keyboard.press('Tab');
    if (await isThere()) return true;
  }
  return false;
}
