import { expect, it } from 'vitest';
import { ownValue } from '../../../server/lib/own.ts';

it('gives what a table holds, and nothing for what every object inherits', () => {
  const table: Record<string, string> = { a: 'x' };
  expect(ownValue(table, 'a')).toBe('x');
  expect(ownValue(table, 'b')).toBeUndefined();
  const inherited = Object.getOwnPropertyNames(Object.prototype);
  expect(inherited).toContain('__proto__');
  expect(inherited.filter((key) => ownValue(table, key) !== undefined)).toEqual([]);
});
