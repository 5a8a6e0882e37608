import { expect, test } from 'vitest';
import { matchLabel } from '../../../server/checks/read/labels.ts';
import { readCountry } from '../../../server/checks/read/nationality.ts';

test.each([
  ['Française', 'FR'],
  ['UTO', 'UTO'],
  ['Schweden', 'SE'],
  ['NORVÈGE', 'NO'],
  ['república checa', 'CZ'],
  ['D', 'DE'],
  ['Ruritanian', 'Ruritanian'],
  ['F/F', null],
  ['of Birth', null],
  ['Pave smother', null],
])('%s is %s', (text, expected) => expect(readCountry(text)).toBe(expected));

test('the country of birth is no issuing country', () => {
  expect(matchLabel(['Country', 'of', 'Birth'])).toMatchObject({ kind: 'place_of_birth', words: 3 });
  expect(matchLabel(['Country', 'code'])).toMatchObject({ kind: 'issuing_country' });
});
