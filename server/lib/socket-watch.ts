import { once } from 'node:events';
import { besideModule } from '../../models/threads/beside.ts';
import { startThread } from '../../models/threads/start.ts';
import { LIMITS } from './limits.ts';
import { connectedElsewhere } from './own-sockets.ts';

export interface SocketWatch {
  /** Ends it. Returns the addresses of other machines that a socket of this process was connected to, or tried to be. */
  end(): Promise<string[]>;
}

/** Watches the sockets of this process from a thread of its own, those of native code too; null if the system does not show them. */
export function watchSockets(): SocketWatch | null {
  if (connectedElsewhere() === null) return null;
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const thread = startThread(besideModule(import.meta.url, 'socket-watch-thread'), {
    workerData: { ended, intervalMs: LIMITS.socketWatchMs },
  });
  const seen = once(thread, 'message') as Promise<[string[]]>;
  // It is looked at in `end`; until then nobody listens.
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
