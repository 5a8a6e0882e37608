import { randomInt } from 'node:crypto';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/**
 * Lets one parcel of each branch in at a time, and a limited number of all: a branch with a backlog waits like the others, and the hub holds few parcels in
 * memory. Beyond that it throws `rate_limited`, with a random time after which to try again.
 */
export function createTurns(limit: number = LIMITS.hubParcelsAtOnce): {
  run<T>(branch: string, work: () => Promise<T>): Promise<T>;
} {
  const busy = new Set<string>();
  return {
    async run(branch, work) {
      if (busy.has(branch) || busy.size >= limit) {
        const retryAfterSeconds = busy.has(branch) ? 1 : randomInt(1, LIMITS.hubRetryAfterSecondsMax + 1);
        throw new AppError('rate_limited', {
          detail: 'The hub takes other parcels first. Send it again later.',
          retryAfterSeconds,
        });
      }
      busy.add(branch);
      try {
        return await work();
      } finally {
        busy.delete(branch);
      }
    },
  };
}
