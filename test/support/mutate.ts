/** Values that no body should contain. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '\u0000\u0007\u001b[31m',
  '\ud800',
  'a\udc00b',
  '\u202eabc\u202d',
  'x'.repeat(256),
  'x'.repeat(100_000),
  'ab '.repeat(80),
  '﷽'.repeat(100),
  '👩‍👩‍👧',
  '__proto__',
  'constructor',
  '9999-12-31',
  '0000-00-00',
  '1990-02-30',
  'FR',
  'zz',
  [],
  {},
  [null],
  [[]],
  [{}],
  ['FR'],
  { toString: null },
  { __proto__: null, constructor: 1 },
];

/** Replaces, removes or adds something anywhere in a JSON body; new values come from `values`. */
export function mutate(value: unknown, random: () => number, values: readonly unknown[]): unknown {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  if (typeof value !== 'object' || value === null || random() < 0.2) return pick(values);
  const keys = Object.keys(value);
  const key = random() < 0.1 ? pick(['queries', 'extra', '__proto__', 'constructor', 'a.b[0]']) : pick(keys);
  if (key === undefined) return pick(values);
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (random() < 0.15) delete copy[key];
  else {
    const set = mutate(Object.hasOwn(copy, key) ? copy[key] : null, random, values);
    Object.defineProperty(copy, key, { value: set, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
