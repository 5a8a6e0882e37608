import { expect, it } from 'vitest';
import { normalisePassword, readNewPassword } from '../../../server/access/password-rules.ts';
import { LIMITS } from '../../../server/lib/limits.ts';

const read = (password: string, login = 'ada.lindqvist') => readNewPassword(password, login, 'new_password');

it('takes a password of the least and of the greatest length, counted in characters', () => {
  expect(read('elf tiny owls'.slice(0, 12))).toBe('elf tiny owl');
  expect(read('🦉'.repeat(LIMITS.passwordCharsMin))).toHaveLength(2 * LIMITS.passwordCharsMin);
  expect(read('x'.repeat(LIMITS.passwordCharsMax))).toHaveLength(LIMITS.passwordCharsMax);
});

it('knows a password again however its letters were composed', () => {
  expect(read('Zürich im Frühling'.normalize('NFD'))).toBe('Zürich im Frühling'.normalize('NFC'));
  expect(normalisePassword('e\u0301'.repeat(12))).toBe('\u00e9'.repeat(12));
});

it.each([
  ['short', 'elf tiny ow', 'is too short; choose at least 12 characters'],
  ['short after composing', 'e\u0301'.repeat(11), 'is too short'],
  ['long', 'x'.repeat(LIMITS.passwordCharsMax + 1), 'is longer than 256 characters; shorten it'],
  ['the login', 'Ada.Lindqvist', 'is the login name; choose another one'],
  ['common', 'Password1234', 'is one of the most common passwords'],
  ['common', 'qwertyuiop12', 'is one of the most common passwords'],
  ['empty', '', 'is too short'],
])('refuses one that is %s, naming the field and the remedy', (_why, password, text) => {
  let thrown: unknown;
  try {
    read(password);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    code: 'invalid_request',
    details: { items: [{ field: 'new_password', message: expect.stringContaining(text) }] },
  });
  if (password !== '') expect(JSON.stringify((thrown as { details: unknown }).details)).not.toContain(password);
});
