/** So often within five minutes may the window's page be loaded again by itself. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 5 * 60_000;

/** Says what follows where the window's page is gone, or does not answer: it is loaded again, unless that happens again and again. */
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
