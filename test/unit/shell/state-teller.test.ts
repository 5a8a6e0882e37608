import { expect, test } from 'vitest';
import { TELL_EVERY_MS, tellState } from '../../../server/desktop.ts';
import type { StateMessage } from '../../../server/desktop-link/messages.ts';

test('the state is sent immediately, and then at most every two seconds if it has changed', () => {
  let state: StateMessage = {
    kind: 'state',
    ready: false,
    missing: ['x'],
    needsReview: 0,
    alertsOpen: 0,
    processing: 0,
    captureUrl: null,
  };
  const told: StateMessage[] = [];
  let tick = (): void => {};
  let stopped = 0;
  const following = tellState({
    read: () => ({ ...state, missing: [...state.missing] }),
    tell: (message) => void told.push(message),
    every(work, intervalMs) {
      expect(intervalMs).toBe(TELL_EVERY_MS);
      tick = work;
      return {
        stop() {
          stopped += 1;
        },
      };
    },
  });
  expect(told).toEqual([state]);
  tick();
  expect(told).toHaveLength(1);
  const former = state;
  state = { ...state, ready: true, missing: [], needsReview: 1 };
  state = { ...state, needsReview: 2 };
  tick();
  tick();
  expect(told).toEqual([former, state]);
  following.stop();
  expect(stopped).toBe(1);
});
