import { describe, expect, it } from 'vitest';
import { readImported } from '../../../server/lan/import.ts';
import { roundsOf } from '../../../server/lan/key-rounds.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { newKey, pemOf, testCertificate } from '../../support/certificates.ts';

const NOW_MS = Date.UTC(2026, 4, 7, 8);
const [PBES2, PBKDF2, SCRYPT, PKCS12] = [
  '2a864886f70d01050d',
  '2a864886f70d01050c',
  '2b06010401da470411',
  '2a864886f70d010c0103',
].map((hex) => value(0x06, Buffer.from(hex, 'hex')));
const SALT = value(0x04, Buffer.alloc(8, 7));

function value(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

const sequence = (...contents: (Buffer | undefined)[]): Buffer => value(0x30, ...contents.map((it) => it as Buffer));
const whole = (count: number): Buffer => {
  const bytes = Buffer.alloc(5);
  bytes.writeUIntBE(count, 0, 5);
  return value(0x02, bytes);
};
/** An encrypted key whose passphrase goes through this many rounds of this method. The sealed content is not a key. */
const sealed = (...method: (Buffer | undefined)[]): Buffer =>
  sequence(sequence(PBES2, sequence(sequence(...method), sequence())), value(0x04, Buffer.alloc(32)));
const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');

describe('the rounds of an encrypted key', () => {
  it('are read from one that was made here', () => expect(roundsOf(derOf(pemOf(newKey(), 'heron')))).toBe(2048));

  it.each([
    ['PBKDF2', sealed(PBKDF2, sequence(SALT, whole(2 ** 31))), 2 ** 31],
    ['PKCS #12', sequence(sequence(PKCS12, sequence(SALT, whole(5))), value(0x04, SALT)), 5],
    [
      'more than there are numbers for',
      sealed(PBKDF2, sequence(SALT, value(0x02, Buffer.alloc(9, 1)))),
      Number.POSITIVE_INFINITY,
    ],
    ['a method that counts none', sealed(SCRYPT, sequence(SALT, whole(16), whole(8), whole(2 ** 29))), null],
    ['a salt that looks like rounds', sealed(PBKDF2, sequence(whole(1), SALT)), null],
    ['one that ends too early', sealed(PBKDF2, sequence(SALT, whole(5))).subarray(0, 30), null],
    ['nothing', Buffer.alloc(0), null],
  ])('are read, or not, of %s', (_, der, rounds) => expect(roundsOf(der)).toBe(rounds));
});

it('a key that would keep the process busy for minutes is refused before it is opened', async () => {
  const { cert } = await testCertificate(NOW_MS);
  const refusal = (der: Buffer): string => {
    const text = der.toString('base64').replace(/.{64}/g, '$&\n');
    const privateKey = `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${text}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
    try {
      readImported({ certificate: cert, privateKey, passphrase: 'heron' }, NOW_MS);
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const slow = /^private_key is encrypted with too many rounds to open in time; encrypt it again: openssl pkcs8/;
  expect(refusal(sealed(PBKDF2, sequence(SALT, whole(2 ** 31 - 1))))).toMatch(slow);
  expect(refusal(sealed(SCRYPT, sequence(SALT, whole(16), whole(8), whole(2 ** 29))))).toMatch(slow);
  expect(refusal(sealed(PBKDF2, sequence(SALT, whole(LIMITS.lanKeyRoundsMax + 1))))).toMatch(slow);
  expect(refusal(sealed(PBKDF2, sequence(SALT, whole(1))))).toMatch(/^passphrase does not open the private key/);
});
