import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../lib/assert.ts';
import { diskFull, isDiskFull } from '../lib/disk-full.ts';
import { AppError, type AppErrorDetails, type ErrorCode } from '../lib/errors.ts';
import { type BackupProgress, type DataAnswer, type DataOrder, writeData } from './write-data.ts';
import { type KeysAnswer, type KeysOrder, writeKeys } from './write-keys.ts';

/** What the thread says: how far it has come, and once how it ended. */
export type BackupMessage =
  | { progress: BackupProgress }
  | { answer: DataAnswer | KeysAnswer }
  | { refused: { code: ErrorCode; details: AppErrorDetails } };

/** Progress is told again after so many bytes. */
const TOLD_EVERY_BYTES = 4 * 1024 * 1024;

const port = must(parentPort, 'this file runs as a thread');
const say = (message: BackupMessage): void => port.postMessage(message);

/** What the system refuses is no bug: a folder that is gone or may not be written, a disk with errors. */
function ofSystem(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new AppError('backup_failed', `The backup cannot be written (${code}). Check the folder and its disk.`, error);
}

let toldBytes = 0;
const tell = (progress: BackupProgress): void => {
  if (progress.doneBytes - toldBytes < TOLD_EVERY_BYTES) return;
  toldBytes = progress.doneBytes;
  say({ progress });
};

try {
  const order = workerData as DataOrder | KeysOrder;
  say({ answer: order.kind === 'data' ? writeData(order, tell) : writeKeys(order) });
} catch (error) {
  const expected = isDiskFull(error) ? diskFull() : ofSystem(error);
  // Anything else is a bug, and ends the thread with its stack.
  if (!(expected instanceof AppError)) throw error;
  say({ refused: { code: expected.code, details: expected.details } });
}
