// @ts-check

const EVERY_MS = 15_000;

/**
 * Reports every 15 seconds that long work continues, until it ends.
 *
 * @template T
 * @param {(line: string) => void} log
 * @param {string} what such as "Still installing"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withHeartbeat(log, what, work) {
  const startedMs = performance.now();
  const heartbeat = setInterval(
    () => log(`${what} (${Math.round((performance.now() - startedMs) / 1000)} s).`),
    EVERY_MS,
  );
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
