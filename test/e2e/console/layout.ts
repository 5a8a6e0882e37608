import type { Page } from 'playwright-core';

/**
 * Layout faults, one element per line. Elements that make the page scroll sideways, elements that extend beyond the
 * window outside a scrolling frame, and cards whose content does not fit. Empty: all fits.
 */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    // A positioned element is clipped by its offset parent, not by its parent in the document.
    const around = (element: Element): Element | null =>
      getComputedStyle(element).position === 'absolute' ? (element as HTMLElement).offsetParent : element.parentElement;
    const scrolls = (element: Element): boolean => {
      if (getComputedStyle(element).position === 'fixed') return true;
      const outer = around(element);
      if (!outer || outer === root || outer === document.body) return false;
      return getComputedStyle(outer).overflowX !== 'visible' || scrolls(outer);
    };
    const sticksOut = (element: Element): boolean => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && (left < -1 || right > root.clientWidth + 1) && !scrolls(element);
    };
    const describe = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent?.slice(0, 40) ?? ''}"`;
    const out = [...document.body.querySelectorAll('*')]
      .filter(sticksOut)
      .map((element) => `sticks out of the window: ${describe(element)}`);
    const sideways =
      root.scrollWidth > root.clientWidth
        ? [`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth} px`]
        : [];
    // Content that scrolls by itself has its own frame in the card.
    const crowded = [...document.querySelectorAll('.section, .dialog, .state')]
      .filter((card) => card.scrollWidth > card.clientWidth + 1)
      .map((card) => `wider inside than its card by ${card.scrollWidth - card.clientWidth} px: ${describe(card)}`);
    return [...sideways, ...out.slice(0, 10), ...crowded];
  });
}
