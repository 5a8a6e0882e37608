import { expect, test } from 'vitest';
import { AppError } from '../../../server/lib/errors.ts';
import { createTurns } from '../../../server/lib/turns.ts';

const refuse = () => new AppError('rate_limited', 'Too many.');

test('so much runs at once, the rest in its order, and what is too much is refused', async () => {
  const inTurn = createTurns({ atOnce: 1, waitingMax: 1, refuse });
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn(async () => {
    begun.push('first');
    await gate.promise;
    throw new Error('it failed');
  });
  const second = inTurn(async () => begun.push('second'));
  await expect(inTurn(async () => begun.push('third'))).rejects.toMatchObject({ code: 'rate_limited' });
  expect(begun).toEqual(['first']);
  gate.resolve();
  // A turn that fails still passes on to the next one.
  await expect(first).rejects.toThrow('it failed');
  await second;
  await inTurn(async () => begun.push('fourth'));
  expect(begun).toEqual(['first', 'second', 'fourth']);
});
