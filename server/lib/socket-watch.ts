import { once } from 'node:events';
import { besideModule } from '../../models/threads/beside.ts';
import { startThread } from '../../models/threads/start.ts';
import { LIMITS } from './limits.ts';
import { connectedElsewhere } from './own-sockets.ts';

export interface SocketWatch {
  /** Ends the watch. Returns the addresses of other machines that a socket of this process was connected to, or tried to reach. */
  end(): Promise<string[]>;
}

/** Watches the sockets of this process from a separate thread, including those of native code; null if the system does not list them. */
export function watchSockets(): SocketWatch | null {
  if (connectedElsewhere() === null) return null;
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const thread = startThread(besideModule(import.meta.url, 'socket-watch-thread'), {
    workerData: { ended, intervalMs: LIMITS.socketWatchMs },
  });
  const seen = once(thread, 'message') as Promise<[string[]]>;
  // `end` awaits it; until then, a rejection must not count as unhandled.
  seen.catch(() => {});
  return {
    async end() {
      Atomics.store(ended, 0, 1);
      Atomics.notify(ended, 0);
      const [addresses] = await seen;
      return addresses;
    },
  };
}
