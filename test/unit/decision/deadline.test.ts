import { expect, it } from 'vitest';
import { deadlineHours } from '../../../server/decision/deadline.ts';

const reason_hours = { hit_possible: 4, image_blurred: 48 };

it('of several reasons the shortest deadline applies, and a reason without one has the default', () => {
  const deadlines = { default_hours: 24, reason_hours };
  expect(deadlineHours(['image_blurred'], { deadlines })).toBe(48);
  expect(deadlineHours(['image_blurred', 'name_missing'], { deadlines })).toBe(24);
  expect(deadlineHours(['name_missing', 'hit_possible', 'image_blurred'], { deadlines })).toBe(4);
  expect(deadlineHours([], { deadlines })).toBe(24);
});

it('without a default, reasons without a deadline have none and do not change that of others', () => {
  for (const deadlines of [{ reason_hours }, { reason_hours, default_hours: null }]) {
    expect(deadlineHours(['name_missing'], { deadlines })).toBeNull();
    expect(deadlineHours([], { deadlines })).toBeNull();
    expect(deadlineHours(['name_missing', 'image_blurred'], { deadlines })).toBe(48);
  }
});
