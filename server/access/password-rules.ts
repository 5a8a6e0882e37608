import { type AppError, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';

/** The most common passwords of the allowed length: short favourites, doubled, lengthened or typed along the keyboard. */
const COMMONEST = new Set(
  `000000000000 111111111111 112233445566 121212121212 123123123123 123412341234 123456123456 123456654321 1234567890ab
123456789012 12345678901234 123456789012345 1234567890123456 1234567890qwerty 123456789abc 123456qwerty 123qwe123qwe
1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 987654321000 abc123abc123 abcdefghijkl abcdefghijklm
abcdefghijklmnopqrstuvwxyz administrator adminadminadmin adminadmin123 administrator1 aaaaaaaaaaaa asdfasdfasdf
asdfghjkl123 changemechangeme changeme1234 correcthorsebatterystaple iloveyou1234 iloveyouiloveyou letmeinletmein
motdepasse123 p@ssw0rd1234 passw0rd1234 password1234 password12345 password123456 password2024 password2025
password2026 passwordpassword passwort1234 qazwsxedcrfv qwerty123456 qwertyqwerty qwertyuiop12 qwertyuiop123
qwertyuiopasdf qwertyuiopasdfghjklzxcvbnm welcome12345 welcomewelcome zaq12wsxcde3`.split(/\s+/),
);

/** Returns the password in the form that is hashed: the same, however the keyboard composed its letters (Unicode NFC). */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Returns a new password in the form that is hashed. Throws `invalid_request`, naming `field`, if it is too short or too long, equals the login, or
 * is one of the most common passwords.
 */
export function readNewPassword(password: string, login: string, field: string): string {
  const read = normalisePassword(password);
  const chars = [...read].length;
  const least = `at least ${LIMITS.passwordCharsMin} characters, such as a few words that only you would combine`;
  if (chars < LIMITS.passwordCharsMin) throw refused(field, 'invalid_length', `is too short; choose ${least}`);
  if (chars > LIMITS.passwordCharsMax) {
    throw refused(field, 'invalid_length', `is longer than ${LIMITS.passwordCharsMax} characters; shorten it`);
  }
  const plain = read.toLowerCase();
  if (plain === login) throw refused(field, 'invalid_value', 'is the login name; choose another one');
  if (COMMONEST.has(plain))
    throw refused(field, 'invalid_value', `is one of the most common passwords; choose ${least}`);
  return read;
}

function refused(field: string, code: string, text: string): AppError {
  return invalidField(field, `${field} ${text}.`, code);
}
