import { describe, expect, it } from 'vitest';
import { compare, missedOf, RATIO_MAX, type Samples, spreadOf, tableOf } from '../../bench/store/ratios.ts';

const took = (cpuMs: readonly number[], wallMs: readonly number[] = cpuMs): Samples => ({ wallMs, cpuMs });

describe('an operation on two stores', () => {
  it('is missed where the larger one takes over one and a half times the CPU time, by name', () => {
    const fine = compare('list', { small: took([2, 2, 2]), large: took([3, 3, 3]) });
    const slow = compare('search', { small: took([2, 2, 2]), large: took([3.1, 3.1, 3.1]) });
    expect([fine.missed, slow.missed]).toEqual([false, true]);
    expect(missedOf([fine, slow])).toEqual([`search: 1.55 times the CPU time, over ${RATIO_MAX}`]);
  });

  it('is judged by the middle of its times, whatever single ones took', () => {
    expect(compare('list', { small: took([2, 2, 2]), large: took([2, 2, 900]) }).missed).toBe(false);
    expect(compare('list', { small: took([2, 2, 900]), large: took([9, 9, 2]) }).missed).toBe(true);
  });

  it('is judged by the clock where the system tells no CPU time', () => {
    const slow = compare('list', { small: took([], [10, 10]), large: took([], [30, 30]) });
    expect(slow).toMatchObject({ cpuRatio: null, wallRatio: 3, missed: true });
    expect(missedOf([slow])[0]).toContain('3 times the time');
    // Where the system reports it, other work on the machine has no effect.
    expect(compare('list', { small: took([2], [10]), large: took([2], [300]) }).missed).toBe(false);
  });

  it('is not missed by what clocks cannot tell apart, nor where it is only told of', () => {
    expect(compare('list', { small: took([0.1]), large: took([0.24]) }).missed).toBe(false);
    expect(compare('list', { small: took([0.1]), large: took([0.26]) }).missed).toBe(true);
    expect(compare('names', { small: took([1]), large: took([100]) }, null)).toMatchObject({
      missed: false,
      limit: null,
    });
  });

  it('that was never done is no success', () => {
    expect(() => compare('list', { small: took([1]), large: took([]) })).toThrow('no values');
  });

  it('is in the table with all its figures', () => {
    const rows = [
      compare('list', { small: took([2, 4]), large: took([8, 9]) }),
      compare('names', { small: took([1]), large: took([5]) }, null),
    ];
    expect(spreadOf(took([1, 2, 3, 40]))).toEqual({ p50Ms: 2, p95Ms: 40, cpuMs: 2 });
    const table = tableOf(rows, { small: 'few', large: 'many' });
    expect(table).toHaveLength(3);
    expect(table[1]).toMatch(/^list +2 \/ 4 \/ 2 +8 \/ 9 \/ 8 +4 +4 +over 1\.5$/);
    expect(table[2]).toMatch(/^names .* told only$/);
  });
});
