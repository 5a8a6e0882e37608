import { describe, expect, it } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { axisTicks, dotPath, linePath, namedPlaces } = await import('../../../renderer/parts/chart.tsx');

describe('the marks of an axis', () => {
  it('are round figures up to the largest value', () => {
    expect(axisTicks(4)).toEqual([0, 1, 2, 3, 4]);
    expect(axisTicks(37)).toEqual([0, 10, 20, 30, 40]);
    expect(axisTicks(1_200)).toEqual([0, 500, 1_000, 1_500]);
  });

  it('of counts are whole', () => {
    expect(axisTicks(1)).toEqual([0, 1]);
    expect(axisTicks(0)).toEqual([0, 1]);
    expect(axisTicks(3)).toEqual([0, 1, 2, 3]);
  });

  it('of times are those that people count in', () => {
    expect(axisTicks(50_000, 'time')).toEqual([0, 15_000, 30_000, 45_000, 60_000]);
    expect(axisTicks(3 * 3_600_000, 'time')).toEqual([0, 3_600_000, 7_200_000, 10_800_000]);
    expect(axisTicks(1, 'time')).toEqual([0, 1]);
  });

  it.each(['count', 'time'] as const)('reach any %s with four steps at most', (kind) => {
    for (let max = 1; max < 1e10; max = Math.ceil(max * 1.37)) {
      const ticks = axisTicks(max, kind);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });
});

describe('the places that are named', () => {
  it('are some with the last among them', () => {
    expect(namedPlaces(24, 5)).toEqual([3, 8, 13, 18, 23]);
    expect(namedPlaces(3, 5)).toEqual([0, 1, 2]);
    expect(namedPlaces(0, 5)).toEqual([]);
  });
});

describe('a line', () => {
  it('goes through the middle of each place, higher values higher', () => {
    expect(linePath([0, 5, 10], 10)).toBe('M0.5 100L1.5 50L2.5 0');
  });

  it('is broken where there is no value, and a point alone is a dot', () => {
    const values = [null, 5, null, 10, 10];
    expect(linePath(values, 10)).toBe('M3.5 0L4.5 0');
    expect(dotPath(values, 10)).toBe('M1.5 50h0');
    expect(linePath([null, null], 10)).toBe('');
    expect(dotPath([0, null, 10], 10)).toBe('M0.5 100h0M2.5 0h0');
  });
});
