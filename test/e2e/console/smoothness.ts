import type { Page } from 'playwright-core';

/** What the page measured of itself, in milliseconds. */
export interface Smoothness {
  /** From the start of the navigation to the frame after the first element of the selector came; null: none came. */
  firstPaint: number | null;
  /** Of each task that held the page for more than 50 ms, as the browser counts them. */
  longTasks: number[];
  /** The longest time between two frames. */
  worstFrame: number;
  frames: number;
}

interface Kept extends Smoothness {
  lastFrame: number | null;
}

type Measured = Window & { custosSmoothness: Kept };

/** Measures from the next navigation on. `selector`: what the first paint is of. */
export async function measureSmoothness(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const kept: Kept = { firstPaint: null, longTasks: [], worstFrame: 0, frames: 0, lastFrame: null };
    (window as unknown as Measured).custosSmoothness = kept;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
    const seen = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      seen.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          kept.firstPaint = performance.now();
        };
        port2.postMessage(null);
      });
    });
    seen.observe(document, { childList: true, subtree: true });
    const frame = (now: number): void => {
      if (kept.lastFrame !== null) kept.worstFrame = Math.max(kept.worstFrame, now - kept.lastFrame);
      kept.lastFrame = now;
      kept.frames += 1;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, selector);
}

/** What was measured since the page began, or since this was last asked. */
export async function takeSmoothness(page: Page): Promise<Smoothness> {
  return page.evaluate(async () => {
    // What the observer has not told yet comes with the next tasks.
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const { custosSmoothness: kept } = window as unknown as Measured;
    const { firstPaint, longTasks, worstFrame, frames } = kept;
    Object.assign(kept, { longTasks: [], worstFrame: 0, frames: 0, lastFrame: null });
    return { firstPaint, longTasks, worstFrame, frames };
  });
}
