import { nowMs } from './clock.ts';

/** Without a key, click, touch or scroll for so long the console locks itself. */
export const IDLE_LOCK_MS = 10 * 60 * 1000;
const CHECK_MS = 5_000;
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls `onIdle` once after idle time, a machine's sleep counted in. Returns how to stop watching. */
export function watchIdle(onIdle: () => void): () => void {
  let lastMs = nowMs();
  const alive = (): void => {
    if (nowMs() - lastMs < IDLE_LOCK_MS) lastMs = nowMs();
  };
  const check = (): void => {
    if (nowMs() - lastMs < IDLE_LOCK_MS) return;
    stop();
    onIdle();
  };
  const timer = setInterval(check, CHECK_MS);
  for (const name of SIGNS_OF_LIFE) addEventListener(name, alive, { passive: true, capture: true });
  document.addEventListener('visibilitychange', check);
  const stop = (): void => {
    clearInterval(timer);
    for (const name of SIGNS_OF_LIFE) removeEventListener(name, alive, { capture: true });
    document.removeEventListener('visibilitychange', check);
  };
  return stop;
}
