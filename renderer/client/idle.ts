import { nowMs } from './clock.ts';

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

/** What the windows of one browser tell each other, since they share one session. Never who it is. */
type Word = 'alive' | 'locked' | 'logged_out' | 'changed';

const channel = new BroadcastChannel('custos.session');

export function tellWindows(word: Word): void {
  channel.postMessage(word);
}

/** Hears the other windows. Returns how to stop. */
export function hearWindows(on: (word: Word) => void): () => void {
  const hear = ({ data }: MessageEvent<Word>): void => on(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
