import { describe, expect, it } from 'vitest';
import {
  calibrate,
  FALSE_MATCH_SHARE_MAX,
  PEOPLE_MIN,
  type Person,
  proportionInterval,
  REFUSED_SHARE_MAX,
} from '../../../../server/checks/calibration/calibrate.ts';

const IN_FORCE = { match_from: 0.9, review_from: 0.3 };

/** A face is a number here, and its similarity to another one falls with their distance. */
const compare = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(0, 1 - Math.abs((a[0] as number) - (b[0] as number)));

/** People far apart from each other. Each has two pictures at the distance `within`. */
const peopleApart = (count: number, within: (i: number) => number): Person[] =>
  Array.from({ length: count }, (_, i) => ({ embeddings: [[10 * i], [10 * i + within(i)]] }));

describe('the calibration', () => {
  it('counts each pair once, by whose faces it is', async () => {
    const people = [{ embeddings: [[0], [0.05], [0.5]] }, { embeddings: [[0.1]] }];
    const { samePairs, differentPairs, pictures, inForce } = await calibrate(people, compare, IN_FORCE);
    expect({ samePairs, differentPairs, pictures }).toEqual({ samePairs: 3, differentPairs: 3, pictures: 4 });
    // Similarities within one person: 0.95, 0.5 and 0.55; between two people: 0.9, 0.95 and 0.6.
    expect(inForce.refused).toMatchObject({ count: 0, of: 3 });
    expect(inForce.reviewed).toMatchObject({ count: 2, of: 3 });
    expect(inForce.falseMatches).toMatchObject({ count: 2, of: 3, share: 2 / 3 });
  });

  it('spreads all pairs over the bands, the highest score too', async () => {
    const { bands, samePairs, differentPairs } = await calibrate(
      peopleApart(20, (i) => i / 20),
      compare,
      IN_FORCE,
    );
    expect(bands.reduce((sum, { same }) => sum + same, 0)).toBe(samePairs);
    expect(bands.reduce((sum, { different }) => sum + different, 0)).toBe(differentPairs);
    expect(bands.at(-1)?.same).toBe(1);
    expect(bands[0]?.different).toBe(differentPairs);
  });

  it('counts each person, and each two people, once in the intervals, however many pictures they have', async () => {
    const many = { embeddings: Array.from({ length: 30 }, () => [0]) };
    const { inForce } = await calibrate([many, { embeddings: [[5], [5]] }], compare, IN_FORCE);
    expect(inForce.refused).toMatchObject({ count: 0, of: 436, high: proportionInterval(0, 2).high });
    expect(inForce.falseMatches).toMatchObject({ count: 0, of: 60, high: proportionInterval(0, 1).high });
  });

  it('proposes nothing by too few people', async () => {
    const { proposed } = await calibrate(
      peopleApart(PEOPLE_MIN - 1, () => 0.01),
      compare,
      IN_FORCE,
    );
    expect(proposed).toBeNull();
  });

  it('proposes the lowest limit of a match that surely keeps strangers out, and the highest of a refusal', async () => {
    // One pair in a hundred is unlike itself, and one pair of strangers scores 0.4.
    const people = peopleApart(400, (i) => (i % 100 === 0 ? 0.35 : 0.05));
    people.push({ embeddings: [[10 * 7 + 0.6]] });
    const { proposed } = await calibrate(people, compare, IN_FORCE);
    expect(proposed?.limits).toEqual({ match_from: 0.001, review_from: 0.001 });
    expect(proposed?.falseMatches.high).toBeLessThanOrEqual(FALSE_MATCH_SHARE_MAX);
    const crowded = [...people, ...Array.from({ length: 20 }, (_, i) => ({ embeddings: [[10 * i + 0.6]] }))];
    const { proposed: higher } = await calibrate(crowded, compare, IN_FORCE);
    expect(higher?.limits.match_from).toBe(0.451);
    expect(higher?.limits.review_from).toBe(0.451);
    expect(higher?.refused.share).toBeLessThanOrEqual(REFUSED_SHARE_MAX);
  });

  it('says so where there are no pairs of the same person, or none of two people', async () => {
    await expect(calibrate([{ embeddings: [[1]] }, { embeddings: [[2]] }], compare, IN_FORCE)).rejects.toThrow(
      RangeError,
    );
    await expect(calibrate([{ embeddings: [[1], [2]] }], compare, IN_FORCE)).rejects.toThrow(RangeError);
  });
});

describe('the interval of a share', () => {
  it('is the one that Newcombe published for 81 of 263, 15 of 148, 0 of 20 and 1 of 29', () => {
    // "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
    for (const [count, of, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = proportionInterval(count / of, of);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    }
    expect(() => proportionInterval(0, 0)).toThrow(RangeError);
  });
});
