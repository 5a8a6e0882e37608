import { expect, test } from 'vitest';
import { reasonChoices } from '../../../renderer/parts/review-reasons.ts';
import { REVIEW_REASONS } from '../../../server/verifications/review-types.ts';

test.each(['approve', 'reject'] as const)(
  'every reason to %s can be chosen of a person or a company, each key once',
  (decision) => {
    const both = (['kyc', 'kyb'] as const).map((kind) => reasonChoices(kind, decision));
    const offered = new Set(both.flat().map(({ reason }) => reason));
    expect([...offered].toSorted()).toEqual(Object.keys(REVIEW_REASONS[decision]).toSorted());
    for (const choices of both) {
      const keys = choices.flatMap(({ key }) => key ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      expect(choices.find(({ reason }) => reason === 'other')?.key).toBe('0');
    }
  },
);
