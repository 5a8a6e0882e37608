import { expect, test } from 'vitest';
import { within } from '../../../server/lib/within.ts';

test('work is waited for within its time alone', async () => {
  expect(await within(Promise.resolve('done'), 60_000)).toBe('done');
  expect(await within(new Promise(() => {}), 1)).toBeUndefined();
  await expect(within(Promise.reject(new Error('no')), 60_000)).rejects.toThrow('no');
});
