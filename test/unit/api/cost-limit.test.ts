import type { Response } from 'express';
import { expect, test } from 'vitest';
import { createCostLimit } from '../../../server/api/cost-limit.ts';
import { AppError } from '../../../server/lib/errors.ts';

function setUp(perMinute: number) {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const limit = createCostLimit('things', perMinute, clock);
  /** The rest of the limit after a request of this cost; `refused` with the seconds to wait. */
  const take = (cost: number, actorId = 'key_a'): string => {
    const headers = new Map<string, string>();
    const res = {
      locals: { principal: { actorId } },
      setHeader: (name: string, value: string) => headers.set(name, value),
    };
    try {
      limit.take(res as unknown as Response, cost);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `refused ${error.details.retryAfterSeconds}; ${headers.get('RateLimit')}`;
    }
    return headers.get('RateLimit') ?? 'not told';
  };
  return { clock, take };
}

test('what a request costs is taken from the minute that began with the first one', () => {
  const { clock, take } = setUp(10);
  expect(take(4)).toBe('"things"; r=6; t=60');
  clock.nowMs += 20_000;
  expect(take(6)).toBe('"things"; r=0; t=40');
  expect(take(1)).toBe('refused 40; "things"; r=0; t=40');
  clock.nowMs += 39_500;
  expect(take(1)).toBe('refused 1; "things"; r=0; t=1');
  clock.nowMs += 500;
  expect(take(1)).toBe('"things"; r=9; t=60');
});

test('a request that costs too much takes nothing, and keys have limits of their own', () => {
  const { take } = setUp(10);
  expect(take(11)).toBe('refused 60; "things"; r=10; t=60');
  expect(take(10)).toBe('"things"; r=0; t=60');
  expect(take(10, 'key_b')).toBe('"things"; r=0; t=60');
});
