import { expect, it } from 'vitest';
import { matchKeys } from '../../../server/verifications/records-and-keys.ts';

it.each([
  ['all have theirs', ['a', 'b'], ['a', 'b'], [], []],
  ['nothing is there', [], [], [], []],
  ['the first lacks one', ['a', 'b', 'c'], ['b', 'c'], ['a'], []],
  ['the last lacks one', ['a', 'b', 'c'], ['a', 'b'], ['c'], []],
  ['none has one', ['a', 'b'], [], ['a', 'b'], []],
  ['a key is left over before, between and after', ['b', 'd'], ['a', 'b', 'c', 'd', 'e'], [], ['a', 'c', 'e']],
  ['keys of others alone', ['b', 'd'], ['a', 'c', 'e'], ['b', 'd'], ['a', 'c', 'e']],
])('records and keys: %s', (_what, records, keyed, keyless, unnamed) => {
  expect(matchKeys(records, keyed)).toEqual({ keyless, unnamed });
});
