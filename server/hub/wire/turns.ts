import { randomInt } from 'node:crypto';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

export type ParcelLimits = Record<'hubParcelsAtOnce' | 'hubParcelsWaitingMax' | 'hubRetryAfterSecondsMax', number>;

/**
 * Lets branches in by turns: each has one parcel here at a time and then waits behind all others, so that none with a backlog holds up the rest. A second
 * parcel of a branch, or one when too many wait, gets `rate_limited` with a time after which to try again.
 */
export function createTurns(limits: ParcelLimits = LIMITS): {
  run<T>(branch: string, work: () => Promise<T>): Promise<T>;
} {
  const branches = new Set<string>();
  const waiting: (() => void)[] = [];
  let running = 0;
  const begin = async (): Promise<void> => {
    if (running < limits.hubParcelsAtOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  return {
    async run(branch, work) {
      if (branches.has(branch)) throw later(1);
      if (waiting.length >= limits.hubParcelsWaitingMax) throw later(randomInt(1, limits.hubRetryAfterSecondsMax + 1));
      branches.add(branch);
      try {
        await begin();
        try {
          return await work();
        } finally {
          end();
        }
      } finally {
        branches.delete(branch);
      }
    },
  };
}

const later = (retryAfterSeconds: number): AppError =>
  new AppError('rate_limited', {
    detail: 'The hub takes other parcels first. Send it again later.',
    retryAfterSeconds,
  });
