import { checkOptions, type DatasetOptions } from '../datasets/options.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { TrustKind } from '../vocabulary/trust-kinds.ts';

/** The options of one import of a trust list. */
export interface TrustOptions extends Omit<DatasetOptions, 'columns' | 'acceptSmaller' | 'allowOlder'> {
  /** Needed only where the content does not say it. */
  kind?: TrustKind;
}

/** Throws `invalid_request` if an option is not valid. */
export function checkTrustOptions(options: TrustOptions, clock: Clock): void {
  if (options.paths.length > LIMITS.trustFilesMax) {
    throw new AppError('invalid_request', `Give at most ${LIMITS.trustFilesMax} files of the trust list.`);
  }
  checkOptions(options, clock, 'file of a trust list');
}
