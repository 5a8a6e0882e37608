import { Worker } from 'node:worker_threads';
import type { ImportProgress } from '../../datasets/progress.ts';
import { besideModule } from '../../lib/beside.ts';
import { AppError } from '../../lib/errors.ts';
import { removeVersion } from '../store/folder.ts';
import type { RegisterAnswer, RegisterOrder } from './read-register.ts';
import type { RegisterMessage } from './worker.ts';

/**
 * Reads a register in a thread of its own (`readRegister`), so that nothing else waits for it. Where that fails, or `signal` ends it,
 * nothing of the new version is left.
 */
export async function readInThread(
  order: RegisterOrder,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<RegisterAnswer> {
  try {
    return await askThread(order, signal, onProgress);
  } catch (error) {
    removeVersion(order.folder, order.id);
    throw error;
  }
}

function askThread(
  order: RegisterOrder,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<RegisterAnswer> {
  const worker = new Worker(besideModule(import.meta.url, 'worker'), { workerData: order });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return new Promise<RegisterAnswer>((resolve, reject) => {
    let outcome: RegisterAnswer | Error | null = null;
    worker.on('message', (message: RegisterMessage) => {
      if ('progress' in message) onProgress(message.progress);
      else if ('answer' in message) outcome = message.answer;
      else outcome = new AppError(message.refused.code, message.refused.details);
    });
    worker.once('error', (error) => {
      outcome = error instanceof Error ? error : new Error('the thread failed');
    });
    // Only when it has ended nothing holds its file open.
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', end);
      if (outcome === null || outcome instanceof Error) {
        reject(outcome ?? new Error(`the thread ended without an answer (${code})`));
      } else resolve(outcome);
    });
  });
}
