import { nowMs } from './clock.ts';
import { hearWindows, tellWindows } from './windows.ts';

/** Without a key, click, touch or scroll for so long the console locks itself. */
const IDLE_LOCK_MS = 10 * 60 * 1000;
const CHECK_MS = 5_000;
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls `onIdle` once after idle time in all windows of the console, a machine's sleep counted in. Returns how to stop watching. */
export function watchIdle(onIdle: () => void): () => void {
  let lastMs = nowMs();
  let toldMs = 0;
  const live = (): void => {
    if (nowMs() - lastMs < IDLE_LOCK_MS) lastMs = nowMs();
  };
  const alive = (): void => {
    live();
    if (nowMs() - toldMs < CHECK_MS) return;
    toldMs = nowMs();
    tellWindows('alive');
  };
  const check = (): void => {
    if (nowMs() - lastMs < IDLE_LOCK_MS) return;
    stop();
    onIdle();
  };
  const timer = setInterval(check, CHECK_MS);
  for (const name of SIGNS_OF_LIFE) addEventListener(name, alive, { passive: true, capture: true });
  document.addEventListener('visibilitychange', check);
  const stopHearing = hearWindows((word) => {
    if (word === 'alive') live();
  });
  const stop = (): void => {
    clearInterval(timer);
    stopHearing();
    for (const name of SIGNS_OF_LIFE) removeEventListener(name, alive, { capture: true });
    document.removeEventListener('visibilitychange', check);
  };
  return stop;
}
