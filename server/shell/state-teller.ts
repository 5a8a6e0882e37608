import type { StateMessage } from './messages.ts';

/** At most so often is the shell told how the server is doing. */
export const TELL_EVERY_MS = 2_000;

/** Looks every two seconds at how the server is doing, and tells it where it is not as it was told last. Returns how to stop it. */
export function tellState(deps: {
  read(): StateMessage;
  tell(state: StateMessage): void;
  every(work: () => void, intervalMs: number): { stop(): void };
}): { stop(): void } {
  let told = '';
  const look = (): void => {
    const state = deps.read();
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    deps.tell(state);
  };
  look();
  return deps.every(look, TELL_EVERY_MS);
}
