import { parentPort, workerData } from 'node:worker_threads';
import type { ImportProgress } from '../../datasets/progress.ts';
import { must } from '../../lib/assert.ts';
import { systemClock } from '../../lib/clock.ts';
import { diskFull, isDiskFull } from '../../lib/disk-full.ts';
import { AppError, type AppErrorDetails, type ErrorCode } from '../../lib/errors.ts';
import { type RegisterAnswer, type RegisterOrder, readRegister } from './read-register.ts';

/** What the thread says: how far it has come, and once how it ended. */
export type RegisterMessage =
  | { progress: ImportProgress }
  | { answer: RegisterAnswer }
  | { refused: { code: ErrorCode; details: AppErrorDetails } };

const port = must(parentPort, 'this file runs as a thread');
const say = (message: RegisterMessage): void => port.postMessage(message);

try {
  const answer = await readRegister(workerData as RegisterOrder, systemClock, (progress) => say({ progress }));
  say({ answer });
} catch (error) {
  const expected = isDiskFull(error) ? diskFull() : error;
  // Anything else is a bug, and ends the thread with its stack.
  if (!(expected instanceof AppError)) throw error;
  say({ refused: { code: expected.code, details: expected.details } });
}
