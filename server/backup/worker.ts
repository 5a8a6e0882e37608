import { answerInThread } from '../lib/ask-thread.ts';
import { isDiskFull } from '../lib/disk-full.ts';
import { AppError } from '../lib/errors.ts';
import { type BackupProgress, type DataAnswer, type DataOrder, writeData } from './write-data.ts';
import { type KeysAnswer, type KeysOrder, writeKeys } from './write-keys.ts';

/** Progress is reported after this many bytes. */
const TOLD_EVERY_BYTES = 4 * 1024 * 1024;

/** Converts an error from the system, which is not a bug: a missing or read-only folder, a disk with errors. */
function ofSystem(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || isDiskFull(error)) return error;
  return new AppError('backup_failed', `The backup cannot be written (${code}). Check the folder and its disk.`, error);
}

await answerInThread(
  (order: DataOrder | KeysOrder, tell: (progress: BackupProgress) => void): DataAnswer | KeysAnswer => {
    let toldBytes = 0;
    const onProgress = (progress: BackupProgress): void => {
      if (progress.doneBytes - toldBytes < TOLD_EVERY_BYTES) return;
      toldBytes = progress.doneBytes;
      tell(progress);
    };
    try {
      return order.kind === 'data' ? writeData(order, onProgress) : writeKeys(order);
    } catch (error) {
      throw ofSystem(error);
    }
  },
);
