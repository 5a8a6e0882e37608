import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Measurements of a page, in milliseconds. */
export interface Smoothness {
  /** From the start of the navigation to the frame after the selector's first element appeared; null: none appeared. */
  firstPaint: number | null;
  /** Wall-clock durations from the page's own observer of long tasks, each over 50. */
  longTasks: number[];
  /** The longest wall-clock time between two frames. */
  worstFrame: number;
  frames: number;
  /** The most elements of the selector that were added between two frames. It shows what the page does at once, on any machine. */
  drawnAtOnce: number;
}

interface Kept extends Smoothness {
  lastFrame: number | null;
  drawn: number;
}

type Measured = Window & { custosSmoothness: Kept };

/** Measures from the next navigation on. `selector`: the elements of the first paint. */
export function watchSmoothness(page: Page, selector: string): Promise<unknown> {
  return page.addInitScript(watchFromWithin, selector);
}

function watchFromWithin(selector: string): void {
  const kept: Kept = {
    firstPaint: null,
    longTasks: [],
    worstFrame: 0,
    frames: 0,
    drawnAtOnce: 0,
    lastFrame: null,
    drawn: 0,
  };
  (window as unknown as Measured).custosSmoothness = kept;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) kept.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const seen = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
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
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    for (const node of added) kept.drawn += Number(node.matches(selector)) + node.querySelectorAll(selector).length;
    kept.drawnAtOnce = Math.max(kept.drawnAtOnce, kept.drawn);
  }).observe(document, { childList: true, subtree: true });
  const frame = (now: number): void => {
    kept.drawn = 0;
    if (kept.lastFrame !== null) kept.worstFrame = Math.max(kept.worstFrame, now - kept.lastFrame);
    kept.lastFrame = now;
    kept.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The measurements since the page began, or since the last call. */
export function takeSmoothness(page: Page): Promise<Smoothness> {
  return page.evaluate(async () => {
    // The observer delivers its remaining entries with the next tasks.
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const { custosSmoothness: kept } = window as unknown as Measured;
    const { firstPaint, longTasks, worstFrame, frames, drawnAtOnce } = kept;
    Object.assign(kept, { longTasks: [], worstFrame: 0, frames: 0, drawnAtOnce: 0, lastFrame: null });
    return { firstPaint, longTasks, worstFrame, frames, drawnAtOnce };
  });
}

/**
 * How long the threads of this process and of all its descendants (browser and appliance) were ready while other work used the processors. In
 * milliseconds, summed over all threads: on a busy machine the wall clock includes this time. 0 if the kernel does not report it.
 */
export function keptWaitingMs(): number {
  const ours = new Set([process.pid]);
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^\d+$/.test(name) ? /\) \S (\d+)/.exec(readIfThere(`/proc/${name}/stat`))?.[1] : undefined;
    return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
  });
  // Process numbers wrap around at some time, so a child's number may be the smaller one.
  for (let known = 0; known < ours.size; ) {
    known = ours.size;
    for (const [pid, parent] of parents) if (ours.has(parent)) ours.add(pid);
  }
  const threads = [...ours].flatMap((pid) => threadsOf(pid));
  return threads.reduce((sum, path) => sum + Number(readIfThere(path).split(' ')[1] ?? 0), 0) / 1e6;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  } catch {
    return [];
  }
}

/** Processes and threads may end meanwhile. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
