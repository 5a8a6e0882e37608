import { describe, expect, it } from 'vitest';
import {
  faultOf,
  numberTyped,
  rebased,
  type Setting,
  valueIn,
  withValue,
} from '../../../renderer/parts/policy/draft.ts';
import { countriesTyped } from '../../../renderer/text/country-codes.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { hitsAt, stepIndex } = await import('../../../renderer/parts/threshold-preview.tsx');

const score: Setting = {
  path: 'screening.possible_from',
  group: 'screening',
  kind: 'number',
  unit: 'score',
  min: 0.7,
  max: 1,
  step: 0.01,
  options: null,
  always: null,
  nullable: false,
  default: 0.85,
  value: 0.85,
  fixed: null,
  means: 'From this score on.',
};
const topics: Setting = {
  ...score,
  path: 'screening.required_topics',
  kind: 'list',
  unit: null,
  min: null,
  max: null,
  step: null,
  options: ['sanction', 'pep'],
  value: ['sanction', 'pep'],
};

describe('a draft', () => {
  it('holds what differs from what is in force, and nothing else', () => {
    const draft = withValue({}, score, 0.9);
    expect(draft).toEqual({ 'screening.possible_from': 0.9 });
    expect([valueIn(draft, score), valueIn({}, score)]).toEqual([0.9, 0.85]);
    expect(withValue(draft, score, 0.85)).toEqual({});
  });

  it('takes lists as sets', () => {
    expect(withValue({}, topics, ['pep', 'sanction'])).toEqual({});
    expect(withValue({}, topics, ['sanction'])).toEqual({ 'screening.required_topics': ['sanction'] });
  });

  it('can set a value to nothing', () => {
    const ofTopic = { ...score, nullable: true, value: 0.9 };
    const draft = withValue({}, ofTopic, null);
    expect([draft, valueIn(draft, ofTopic)]).toEqual([{ 'screening.possible_from': null }, null]);
  });

  it('keeps beside another version what that has not', () => {
    const draft = { 'screening.possible_from': 0.9, 'screening.required_topics': ['sanction'] };
    expect(rebased(draft, [{ ...score, value: 0.9 }, topics])).toEqual({ 'screening.required_topics': ['sanction'] });
    expect(rebased(draft, [{ ...score, value: 0.7 }, topics])).toEqual(draft);
  });
});

describe('a value that was typed', () => {
  it('must lie within its bounds', () => {
    expect(faultOf(score, 0.69)).toEqual({ code: 'must_be_within', min: 0.7, max: 1 });
    expect(faultOf(score, 0.7)).toBeNull();
    expect(faultOf(score, numberTyped('', false))).toEqual({ code: 'must_be_number' });
    expect(faultOf(score, numberTyped('x', false))).toEqual({ code: 'must_be_number' });
    expect(faultOf({ ...score, step: 1, max: 5 }, 1.5)).toEqual({ code: 'must_be_whole' });
  });

  it('may be nothing where that is a value', () => {
    expect(numberTyped(' ', true)).toBeNull();
    for (const [text, number] of [
      ['0.805', 0.805],
      ['0,805', 0.805],
      ['2,5', 2.5],
      ['1 000', 1000],
      ['1.', Number.NaN],
      ['1,000', Number.NaN],
      ['1e9', Number.NaN],
      ['0x10', Number.NaN],
      ['Infinity', Number.NaN],
    ] as const)
      expect(numberTyped(text, false), text).toBe(number);
    expect(faultOf({ ...score, nullable: true }, null)).toBeNull();
    expect(faultOf(score, null)).toEqual({ code: 'must_be_number' });
  });

  it('names countries by two letters each', () => {
    const countries = { ...topics, options: null };
    expect(countriesTyped(' fr, LU  fr;de')).toEqual(['FR', 'LU', 'DE']);
    expect(faultOf(countries, ['FR', 'LUX', '1'])).toEqual({ code: 'must_be_countries', codes: 'LUX 1' });
    expect(faultOf(countries, [])).toBeNull();
  });
});

describe('a preview', () => {
  const steps = [
    { from: 0.7, subjects: 9 },
    { from: 0.71, subjects: 4 },
    { from: 0.72, subjects: 0 },
  ];

  it('tells how many have a hit from a score on', () => {
    expect(hitsAt(steps, 0.71)).toBe(4);
    expect(hitsAt(steps, 0.7 + 0.01)).toBe(4);
    expect(hitsAt(steps, 0.705)).toBe(4);
    expect(hitsAt(steps, 0.9)).toBe(0);
  });

  it('marks the place of a score', () => {
    expect([0.7, 0.72, 0.99].map((score) => stepIndex(steps, score))).toEqual([0, 2, 3]);
  });
});
