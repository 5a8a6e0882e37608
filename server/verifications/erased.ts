import { AppError } from '../lib/errors.ts';

/** Whether a record was erased: `erasing` from its commit on, `erased` once nothing is left to do. To a caller both are gone. */
export type Erasure = 'none' | 'erasing' | 'erased';

/** Throws `erased`. */
export function refuseErased({ erasure }: { erasure: Erasure }): void {
  if (erasure === 'none') return;
  throw erasedNow();
}

/** Returns the error for a record that was erased, perhaps while it was read. */
export function erasedNow(): AppError {
  return new AppError('erased', 'This verification was erased. Only its erasure certificate remains.');
}
