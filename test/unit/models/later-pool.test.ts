import { expect, test } from 'vitest';
import { EngineError } from '../../../models/ports.ts';
import type { BackendPool } from '../../../models/runtime/backends.ts';
import { createLaterPool } from '../../../models/runtime/later-pool.ts';

const OPTIONS = { timeoutMs: 1000, isAnswer: (_: unknown): _ is unknown => true };

/** What is loaded later, and what was asked of it. */
function late() {
  const asked: string[] = [];
  let ready = false;
  const pool: BackendPool = {
    async call(operation) {
      asked.push(operation);
      return operation as never;
    },
    async warm() {
      ready = true;
    },
    ready: () => ready,
    problem: () => (ready ? null : 'not yet'),
    async close() {
      asked.push('close');
    },
  };
  return {
    asked,
    later: createLaterPool('text', async () => {
      asked.push('load');
      return pool;
    }),
  };
}

test('it is loaded once, by the first that asks for anything', async () => {
  const { asked, later } = late();
  expect([later.ready(), later.problem(), asked]).toEqual([false, null, []]);
  expect(await Promise.all([later.call('one', {}, OPTIONS), later.call('two', {}, OPTIONS)])).toEqual(['one', 'two']);
  expect([later.ready(), later.problem()]).toEqual([false, 'not yet']);
  await later.warm();
  expect([later.ready(), later.problem()]).toEqual([true, null]);
  await later.close();
  expect(asked).toEqual(['load', 'one', 'two', 'close']);
});

test('it is not loaded once it was closed, and says so', async () => {
  const { asked, later } = late();
  await later.close();
  await expect(later.call('one', {}, OPTIONS)).rejects.toThrow(
    new EngineError('crashed', 'The text engine was closed.'),
  );
  expect(asked).toEqual([]);
});
