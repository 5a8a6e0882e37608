import { readServerMessage, type ServerMessage, type ShellMessage } from '../../../server/desktop-link/messages.ts';
import { SERVER_LIMITS } from './limits.ts';

/** What is used of Electron's `UtilityProcess`. */
export interface UtilityChild {
  pid: number | undefined;
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
}

/** One run of the server. */
export interface ServerChild {
  send(message: ShellMessage): void;
  /** Ends it in any case: asks the system to, and after a while does not ask any more. */
  kill(): void;
}

export interface ChildNeeds {
  fork(): UtilityChild;
  /** `process.kill`, for one that does not end by itself. */
  killHard(pid: number): void;
  later(act: () => void, delayMs: number): () => void;
}

/** Forks the server. What it sends that is no message of ours is dropped. `onExit` is called once. */
export function startChild(
  { fork, killHard, later }: ChildNeeds,
  on: { message(message: ServerMessage): void; exit(code: number): void },
): ServerChild {
  const child = fork();
  let ended = false;
  let cancelKill = (): void => {};
  child.on('message', (value) => {
    const message = readServerMessage(value);
    if (message !== null && !ended) on.message(message);
  });
  // Its engine has given up, such as for want of memory, and its end follows. Unheard, this would be an error of the shell itself.
  child.on('error', () => {});
  child.once('exit', (code) => {
    ended = true;
    cancelKill();
    on.exit(code);
  });
  return {
    send: (message) => {
      if (!ended) child.postMessage(message);
    },
    kill() {
      if (ended) return;
      child.kill();
      // Electron asks by a signal, which a process that hangs never hears, and does not ask at all while a process is being made.
      cancelKill = later(() => {
        const { pid } = child;
        if (pid !== undefined && !ended) killHard(pid);
      }, SERVER_LIMITS.killWaitMs);
    },
  };
}
