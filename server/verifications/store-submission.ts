import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { diskFull, isDiskFull } from '../lib/disk-full.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { SealedRecord, StagedFile } from '../vault/staging.ts';
import type { VerificationDeps } from './deps.ts';

/** Commits work that stores no files. Throws `disk_full`, or what `work` throws, and then nothing was kept. */
export function commitOrFull<T>(db: Db, work: () => T extends Promise<unknown> ? never : T): T {
  try {
    return transact<T>(db, work);
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error;
  }
}

export interface Stored {
  record: SealedRecord;
  /** Whether this call creates key and record. */
  isNew: boolean;
  files: readonly StagedFile[];
}

/**
 * Stores a submission: the key first if it is new, then the files, then `work` in one transaction, which creates the rows that name them. When this
 * resolves, all of it is on disk. Throws `queue_full` or `disk_full`, or what `work` throws, and then nothing was kept.
 */
export async function storeSubmission<T>(
  deps: VerificationDeps,
  stored: Stored,
  work: () => T extends Promise<unknown> ? never : T,
): Promise<T> {
  refuseFullQueue(deps);
  if (deps.diskFreeBytes() < LIMITS.diskFreeBytesMin) throw diskFull();
  try {
    return await storeAll(deps, stored, work);
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error;
  }
}

async function storeAll<T>(
  deps: VerificationDeps,
  { record, isNew, files }: Stored,
  work: () => T extends Promise<unknown> ? never : T,
): Promise<T> {
  const { verificationId, dataKey } = record;
  if (isNew) deps.keys.addDataKey(verificationId, dataKey, deps.clock.now());
  try {
    if (files.length > 0) await deps.vault.keepFiles(record, files);
    return transact<T>(deps.db, () => {
      // Others may have arrived while the files were written.
      refuseFullQueue(deps);
      return work();
    });
  } catch (error) {
    // The rows may have been stored after all. The next start checks this, and drops what no row names.
    if (isCommitDoubtful(error)) {
      if (!isNew) deps.vault.doubtFiles(verificationId);
      throw error;
    }
    const kept = files.map(({ documentId }) => documentId);
    await deps.vault.removeFiles(verificationId, isNew ? undefined : kept);
    if (isNew) deps.keys.deleteDataKey(verificationId);
    throw error;
  }
}

/** Whether it is unknown that the commit is on disk, because the commit itself failed with an input or output error. */
function isCommitDoubtful(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_IOERR');
}

function refuseFullQueue(deps: VerificationDeps): void {
  const { queued, running } = deps.queue.counts();
  if (queued + running < deps.queueLengthMax) return;
  throw new AppError('queue_full', {
    detail: 'Too many verifications are waiting. Nothing was stored. Send the request again later.',
    retryAfterSeconds: 30,
  });
}
