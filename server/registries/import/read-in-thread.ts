import { besideModule } from '../../../models/threads/beside.ts';
import type { ImportProgress } from '../../datasets/progress.ts';
import { askThread } from '../../lib/ask-thread.ts';
import { removeVersion } from '../store/folder.ts';
import type { RegisterAnswer, RegisterOrder } from './read-register.ts';

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
    return await askThread(besideModule(import.meta.url, 'worker'), order, { signal, onProgress });
  } catch (error) {
    removeVersion(order.folder, order.id);
    throw error;
  }
}
