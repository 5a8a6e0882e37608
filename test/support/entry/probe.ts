import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Figures that the server reports. */
export interface InnerFigures {
  /** V8's heap after garbage collection. */
  heapMib: number;
  /** Memory outside the heap that JavaScript holds, such as files in buffers. */
  externalMib: number;
  /** What keeps the event loop alive, by kind: timers, sockets, threads. */
  resources: Record<string, number>;
  /** Delay of the event loop since the last question. */
  delayP99Ms: number;
  delayMaxMs: number;
}

export type ProbeAsk = { ask: 'figures' } | { ask: 'advance'; ms: number };

const MIB = 1024 * 1024;
const NS_PER_MS = 1e6;

/**
 * Loaded before the real entry (`node --expose-gc --import`). It answers questions of the process that forked it, and
 * moves the clock, which starts `CUSTOS_TEST_AHEAD_MS` ahead. It keeps nothing open.
 */
const realNow = Date.now.bind(Date);
let aheadMs = Number(process.env['CUSTOS_TEST_AHEAD_MS'] ?? 0);
Date.now = () => realNow() + aheadMs;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', (asked: ProbeAsk) => {
  if (asked.ask === 'advance') {
    aheadMs += asked.ms;
    process.send?.({ aheadMs });
    return;
  }
  const [p99, max] = [delay.percentile(99), delay.max];
  (globalThis as { gc?: () => void }).gc?.();
  // The delay of the collection itself does not count as the server's.
  setImmediate(() => {
    delay.reset();
    const { heapUsed, external } = process.memoryUsage();
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const figures: InnerFigures = {
      heapMib: heapUsed / MIB,
      externalMib: external / MIB,
      resources,
      delayP99Ms: p99 / NS_PER_MS,
      delayMaxMs: max / NS_PER_MS,
    };
    process.send?.(figures);
  });
});
process.channel?.unref();
// If the parent process ends in any way, this process ends too.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
