import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Change, changeOf, createChanges } from '../../../renderer/pages/queue/queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (data: object) => ({ id: 'evt_1', kind: 'verification.completed', data: { id: 'evt_1', data } });

test('an event tells of which record it is, and its state', () => {
  expect(changeOf(event({ id: 'ver_1', status: 'completed' }))).toEqual({ id: 'ver_1', status: 'completed' });
  expect(changeOf(event({ id: 'kyb_ver_1', status: 'new_state' }))).toEqual({ id: 'kyb_ver_1', status: null });
  expect(changeOf(event({ id: 'alt_1', state: 'open', verification_id: 'ver_2' }))).toEqual({
    id: 'ver_2',
    status: null,
  });
  expect(changeOf(event({ id: 'lst_1' }))).toBeNull();
});

test('changes that come together are told once, each record once with its last state', async () => {
  const rounds: (readonly Change[])[] = [];
  const changes = createChanges(async (round) => void rounds.push(round));
  for (const status of ['pending', 'processing', 'completed']) changes.hear(event({ id: 'ver_1', status }));
  changes.hear(event({ id: 'alt_1', verification_id: 'ver_1' }));
  changes.hear(event({ id: 'ver_2', status: 'pending' }));
  expect(rounds).toEqual([]);
  await vi.runAllTimersAsync();
  expect(rounds).toEqual([
    [
      { id: 'ver_1', status: 'completed' },
      { id: 'ver_2', status: 'pending' },
    ],
  ]);
});

test('what comes while a round is being worked through is the next round', async () => {
  const rounds: (readonly Change[])[] = [];
  let finish = (): void => {};
  const changes = createChanges((round) => {
    rounds.push(round);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  changes.hear(event({ id: 'ver_1', status: 'pending' }));
  await vi.runAllTimersAsync();
  changes.hear(event({ id: 'ver_2', status: 'pending' }));
  await vi.runAllTimersAsync();
  expect(rounds).toHaveLength(1);
  finish();
  await vi.runAllTimersAsync();
  expect(rounds.map((round) => round.map(({ id }) => id))).toEqual([['ver_1'], ['ver_2']]);
});

test('after the end nothing is reported any more', async () => {
  const changes = createChanges(() => Promise.reject(new Error('told after the end')));
  changes.hear(event({ id: 'ver_1', status: 'pending' }));
  changes.stop();
  changes.hear(event({ id: 'ver_2', status: 'pending' }));
  await vi.runAllTimersAsync();
});
