import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { besideModule } from '../lib/beside.ts';
import { AppError } from '../lib/errors.ts';
import type { SigningKey } from '../vault/signing-key.ts';
import { finishArchive, unfinishedName } from './folder.ts';
import { SIGNATURE_BYTES } from './format.ts';
import type { BackupMessage } from './worker.ts';
import type { BackupProgress, DataAnswer, DataOrder } from './write-data.ts';
import type { KeysAnswer, KeysOrder } from './write-keys.ts';

interface Watch {
  signal: AbortSignal;
  onProgress?(progress: BackupProgress): void;
}

/**
 * Has an archive written in a thread of its own, signs it, and gives it its name when all of it is on the disk. Where that fails, or
 * `signal` ends it, nothing of it is left; where the process ends, a file that is never taken for an archive.
 */
export async function makeArchive(order: DataOrder, signing: SigningKey, watch: Watch): Promise<DataAnswer>;
export async function makeArchive(order: KeysOrder, signing: SigningKey, watch: Watch): Promise<KeysAnswer>;
export async function makeArchive(
  order: DataOrder | KeysOrder,
  signing: SigningKey,
  watch: Watch,
): Promise<DataAnswer | KeysAnswer> {
  const path = unfinishedName(order.path);
  try {
    const answer = await askThread({ ...order, path }, watch);
    const file = await open(path, 'a');
    try {
      await file.appendFile(signing.sign('backup', answer.digest));
      await file.sync();
    } finally {
      await file.close();
    }
    watch.signal.throwIfAborted();
    finishArchive(dirname(path), order.path);
    return { ...answer, sizeBytes: answer.sizeBytes + SIGNATURE_BYTES };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function askThread(order: DataOrder | KeysOrder, { signal, onProgress }: Watch): Promise<DataAnswer | KeysAnswer> {
  const worker = new Worker(besideModule(import.meta.url, 'worker'), { workerData: order });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return new Promise((resolve, reject) => {
    let outcome: DataAnswer | KeysAnswer | Error | null = null;
    worker.on('message', (message: BackupMessage) => {
      if ('progress' in message) onProgress?.(message.progress);
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
