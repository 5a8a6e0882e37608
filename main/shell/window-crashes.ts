/** How often within five minutes the window's page is reloaded automatically. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 5 * 60_000;

/** Decides what follows if the window's page has crashed or does not respond: a reload, unless that keeps happening. */
export function countCrashes(now: () => number): { next(): 'reload' | 'tell'; forget(): void } {
  let atMs: number[] = [];
  return {
    next() {
      const nowMs = now();
      atMs = [...atMs.filter((it) => nowMs - it < CRASHES_WITHIN_MS), nowMs];
      return atMs.length > CRASHES_MAX ? 'tell' : 'reload';
    },
    forget: () => {
      atMs = [];
    },
  };
}
