/** Time that moves only when a test moves it. */
export function fakeTimers() {
  let nowMs = 0;
  let pending: { atMs: number; act: () => void }[] = [];
  return {
    now: (): number => nowMs,
    later(act: () => void, delayMs: number): () => void {
      const one = { atMs: nowMs + delayMs, act };
      pending.push(one);
      return () => {
        pending = pending.filter((other) => other !== one);
      };
    },
    /** Runs the timers that fall due within `ms` in their order, each at its own time. */
    pass(ms: number): void {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = pending.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        pending = pending.filter((other) => other !== next);
        nowMs = next.atMs;
        next.act();
      }
      nowMs = endMs;
    },
    get pending(): number {
      return pending.length;
    },
  };
}
