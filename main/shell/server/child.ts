import { readServerMessage, type ServerMessage, type ShellMessage } from '../../../server/desktop-link/messages.ts';
import { SERVER_LIMITS } from './limits.ts';

/** The parts of Electron's `UtilityProcess` that are used. */
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
  /** Ends it in any case: first asks the system to, and after a while forces it. */
  kill(): void;
}

export interface ChildNeeds {
  fork(): UtilityChild;
  /** `process.kill`, for a process that does not end on request. */
  killHard(pid: number): void;
  later(act: () => void, delayMs: number): () => void;
}

/** Forks the server. Drops invalid messages from it. `onExit` is called once. */
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
  // Its engine has failed, for example for lack of memory, and its exit follows. Without a listener, this would be an error of the app itself.
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
      // Electron asks by a signal, which a hanging process never handles, and sends none while a process is being created.
      cancelKill = later(() => {
        const { pid } = child;
        if (pid !== undefined && !ended) killHard(pid);
      }, SERVER_LIMITS.killWaitMs);
    },
  };
}
