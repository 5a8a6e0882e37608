import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from '../../server/lib/at-end.ts';

/** Kills a child process that still runs when the block is left, and waits for its exit: `await using _end = killAtEnd(child)`. */
export const killAtEnd = (child: ChildProcess): AsyncDisposable =>
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
