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
 * Writes an archive in a separate thread, signs it, and gives it its final name when all of it is on disk. If that fails, or `signal` aborts it,
 * nothing is left; if the process ends, the file that is left is never mistaken for an archive.
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
