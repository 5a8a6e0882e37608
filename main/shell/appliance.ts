import { createInterface } from 'node:readline';
import { type Announcement, readAnnouncement } from './announcement.ts';

/** What the shell uses of Electron's `UtilityProcess`; a `ChildProcess` has it too. */
export interface ApplianceChild {
  stdout: NodeJS.ReadableStream | null;
  once(event: 'exit', listener: (code: number | null) => void): unknown;
  /** Asks it to end (SIGTERM); false where it has ended already. */
  kill(): boolean;
}

/** The exit code told where a signal ended the server, which then has none of its own. */
const KILLED = 1;

export interface Supervision {
  /** Resolves with the exit code when the server has ended, however it ended. */
  exited: Promise<number>;
  /** Whether the end was asked for by `stop`. */
  isStopping(): boolean;
  /** Asks the server to drain and end, once; resolves with its exit code. */
  stop(): Promise<number>;
}

/** Watches over the server process: passes on what it announces, and ends it in an orderly way. */
export function superviseAppliance(
  child: ApplianceChild,
  onAnnouncement: (announcement: Announcement) => void,
): Supervision {
  let stopping = false;
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? KILLED)));
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const announcement = readAnnouncement(line);
      if (announcement) onAnnouncement(announcement);
    });
  }
  return {
    exited,
    isStopping: () => stopping,
    stop: () => {
      if (!stopping) child.kill();
      stopping = true;
      return exited;
    },
  };
}
