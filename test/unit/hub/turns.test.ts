import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../../server/hub/wire/turns.ts';

const LIMITS = { hubParcelsAtOnce: 2, hubParcelsWaitingMax: 3, hubRetryAfterSecondsMax: 5 };

test('branches are let in by turns, a second parcel of one waits elsewhere, and so do too many', async () => {
  const turns = createTurns(LIMITS);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (branch: string): Promise<void> =>
    turns.run(branch, async () => {
      begun.push(branch);
      await new Promise<void>((resolve) => ends.set(branch, resolve));
    });
  const sent = ['a', 'b', 'c', 'd', 'e'].map(send);
  await turn();
  expect(begun).toEqual(['a', 'b']);
  await expect(send('c')).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
  const refused = await send('f').then(
    () => expect.unreachable('it was let in'),
    (error: { details: { retryAfterSeconds: number } }) => error.details.retryAfterSeconds,
  );
  expect(refused).toBeGreaterThanOrEqual(1);
  expect(refused).toBeLessThanOrEqual(5);
  ends.get('b')?.();
  await turn();
  // The one that was served goes behind the others.
  sent.push(send('b'));
  for (const branch of ['a', 'c', 'd', 'e']) {
    ends.get(branch)?.();
    await turn();
    await turn();
  }
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  ends.get('b')?.();
  await Promise.all(sent);
});

test('work that fails gives its place to the next', async () => {
  const turns = createTurns({ ...LIMITS, hubParcelsAtOnce: 1 });
  const failing = turns.run('a', () => Promise.reject(new Error('lost')));
  const next = turns.run('b', async () => 'taken');
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('taken');
  expect(await turns.run('a', async () => 'again')).toBe('again');
});
