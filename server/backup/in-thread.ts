import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { besideModule } from '../../models/threads/beside.ts';
import { type AskOptions, askThread } from '../lib/ask-thread.ts';
import type { SigningKey } from '../vault/signing-key.ts';
import { finishArchive, unfinishedName } from './folder.ts';
import { SIGNATURE_BYTES } from './format.ts';
import type { BackupProgress, DataAnswer, DataOrder } from './write-data.ts';
import type { KeysAnswer, KeysOrder } from './write-keys.ts';

type Watch = AskOptions<BackupProgress> & { signal: AbortSignal };

const WORKER = besideModule(import.meta.url, 'worker');

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
    const answer = await askThread<DataAnswer | KeysAnswer, BackupProgress>(WORKER, { ...order, path }, watch);
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
