import { expect, it } from 'vitest';
import { beginOfDay, dayOf, daysBetween, daysOfMonth, isZone } from '../../../server/figures/days.ts';

const begin = (day: string, zone: string): string => new Date(beginOfDay(day, zone)).toISOString();

it('a day begins at midnight of its zone, in summer and in winter', () => {
  expect(begin('2026-10-25', 'Europe/Paris')).toBe('2026-10-24T22:00:00.000Z');
  expect(begin('2026-10-26', 'Europe/Paris')).toBe('2026-10-25T23:00:00.000Z');
  expect(begin('2026-03-29', 'Europe/Paris')).toBe('2026-03-28T23:00:00.000Z');
  expect(begin('2026-03-30', 'Europe/Paris')).toBe('2026-03-29T22:00:00.000Z');
  expect(begin('2026-10-01', 'Asia/Kathmandu')).toBe('2026-09-30T18:15:00.000Z');
  expect(begin('2026-10-01', 'Pacific/Kiritimati')).toBe('2026-09-30T10:00:00.000Z');
  expect(begin('2026-10-01', 'Pacific/Pago_Pago')).toBe('2026-10-01T11:00:00.000Z');
  expect(begin('2026-10-01', 'UTC')).toBe('2026-10-01T00:00:00.000Z');
});

it('where the clock skips midnight, the day begins when it goes on', () => {
  // In Cairo, the clock goes from 00:00 to 01:00 on the last Friday of April.
  expect(begin('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
  expect(dayOf(Date.parse('2026-04-23T22:00:00.000Z'), 'Africa/Cairo')).toBe('2026-04-24');
  expect(dayOf(Date.parse('2026-04-23T21:59:59.999Z'), 'Africa/Cairo')).toBe('2026-04-23');
});

it('every day of two years is one piece, and the next begins where it ends', () => {
  for (const zone of ['Europe/Paris', 'America/Santiago', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    for (const day of daysBetween('2026-01-01', '2027-12-31')) {
      const beginMs = beginOfDay(day, zone);
      expect([dayOf(beginMs, zone), dayOf(beginMs - 1, zone) < day], `${day} ${zone}`).toEqual([day, true]);
    }
  }
});

it('a month has its own last day', () => {
  expect(daysOfMonth('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

it('only zones of the machine are zones', () => {
  expect(['UTC', 'Europe/Paris', 'Mars/Olympus', ''].map(isZone)).toEqual([true, true, false, false]);
});
