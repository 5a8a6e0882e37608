import type { BrowserWindow } from 'electron';
import type { WindowPlace } from './place.ts';

type PlacedWindow = Pick<BrowserWindow, 'getNormalBounds' | 'isDestroyed' | 'isFullScreen' | 'isMaximized' | 'on'>;

/** A dragged window moves a hundred times a second; its position is stored this long after it has stopped. */
export const REST_MS = 1_000;

export interface PlaceKeeper {
  store(place: WindowPlace): void;
  /** Runs `act` once, later; returns the function that cancels it. */
  later(act: () => void, delayMs: number): () => void;
}

const CHANGES = ['move', 'resize', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen'] as const;

/** Stores the window's position: after it has stopped elsewhere, and before it closes. Does not write the same position twice. */
export function keepPlace(window: PlacedWindow, { store, later }: PlaceKeeper): void {
  let stored = '';
  let cancel = (): void => {};
  const write = (): void => {
    cancel();
    if (window.isDestroyed()) return;
    const place = placeNow(window);
    const text = JSON.stringify(place);
    if (text === stored) return;
    stored = text;
    store(place);
  };
  const wait = (): void => {
    cancel();
    cancel = later(write, REST_MS);
  };
  for (const change of CHANGES) onChange(window, change, wait);
  window.on('close', write);
  window.on('hide', write);
}

function placeNow(window: PlacedWindow): WindowPlace {
  const { x, y, width, height } = window.getNormalBounds();
  return { bounds: { x, y, width, height }, maximised: window.isMaximized(), fullScreen: window.isFullScreen() };
}

/** Electron types each event separately, so a list of them fits none. */
function onChange(window: PlacedWindow, change: (typeof CHANGES)[number], listener: () => void): void {
  (window.on as (event: string, listener: () => void) => unknown).call(window, change, listener);
}
