import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { cutWhenIdle } from '../../../server/api/linger.ts';

const IDLE_MS = 20;

/** A connection that receives a byte between any two checks. */
function busyConnection(): PassThrough {
  let bytes = 0;
  return Object.defineProperty(new PassThrough(), 'bytesRead', { get: () => bytes++ });
}

it('a connection on which more comes is cut off in the end', async () => {
  const patient = busyConnection();
  const stop = cutWhenIdle(patient, IDLE_MS);
  const hasty = busyConnection();
  cutWhenIdle(hasty, IDLE_MS, 5 * IDLE_MS);
  await expect.poll(() => hasty.destroyed).toBe(true);
  expect(patient.destroyed).toBe(false);
  stop();
});

it('one on which nothing comes is cut off, unless that was called off', async () => {
  const still = (): PassThrough => Object.assign(new PassThrough(), { bytesRead: 7 });
  const [cut, kept] = [still(), still()];
  cutWhenIdle(cut, IDLE_MS);
  cutWhenIdle(kept, IDLE_MS)();
  await expect.poll(() => cut.destroyed).toBe(true);
  await sleep(2 * IDLE_MS);
  expect(kept.destroyed).toBe(false);
});
