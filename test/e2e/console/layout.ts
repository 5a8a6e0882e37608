import type { Page } from 'playwright-core';

/**
 * What makes the page scroll sideways, and what sticks out of the window outside of a frame that scrolls by itself; one element a line.
 * Empty: all fits.
 */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
        const { overflowX, position } = getComputedStyle(at);
        if (overflowX !== 'visible' || position === 'fixed') return true;
      }
      return false;
    };
    const sticksOut = (element: Element): boolean => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && (left < -1 || right > root.clientWidth + 1) && !scrolls(element);
    };
    const describe = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent?.slice(0, 40) ?? ''}"`;
    const out = [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('.unseen') && sticksOut(element))
      .map((element) => `sticks out of the window: ${describe(element)}`);
    const sideways =
      root.scrollWidth > root.clientWidth
        ? [`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth} px`]
        : [];
    return [...sideways, ...out.slice(0, 10)];
  });
}
