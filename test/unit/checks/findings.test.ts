import { describe, expect, test } from 'vitest';
import { FINDINGS, makeFinding } from '../../../server/checks/findings.ts';
import { countryCode } from '../../../server/checks/nationality.ts';

describe('findings', () => {
  test('a sentence is filled from its evidence', () => {
    const evidence = { list: 'Sample list', age_days: 31 };
    expect(makeFinding('list_stale', { evidence })).toEqual({
      code: 'list_stale',
      message: 'The list Sample list is 31 days old. Import its newest version, then run the checks again.',
      evidence,
    });
  });

  test('evidence that the sentence needs and lacks is a bug', () => {
    expect(() => makeFinding('hit_possible')).toThrow('needs the evidence list');
  });

  test('codes are snake case and every sentence is one', () => {
    for (const [code, sentence] of Object.entries(FINDINGS)) {
      expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
      expect(sentence).toMatch(/^[A-Z{].+\.$/);
    }
  });
});

describe('country codes', () => {
  test.each([
    ['SE', 'SE'],
    ['swe', 'SE'],
    [' D ', 'DE'],
    ['UTO', null],
    ['ZZ', null],
    ['SWEDISH', null],
    ['', null],
  ])('%o is %o', (text, code) => expect(countryCode(text)).toBe(code));
});
