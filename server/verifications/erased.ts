import { AppError } from '../lib/errors.ts';

/** Whether a record was erased: `erasing` from its commit on, `erased` once nothing is left to be done. Both are gone for whoever asks. */
export type Erasure = 'none' | 'erasing' | 'erased';

/** Throws `erased`. */
export function refuseErased({ erasure }: { erasure: Erasure }): void {
  if (erasure === 'none') return;
  throw erasedNow();
}

/** Of a record that was erased, perhaps while it was read. */
export function erasedNow(): AppError {
  return new AppError('erased', 'This verification was erased. Only its erasure certificate remains.');
}
