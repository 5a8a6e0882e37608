import { describe, expect, it } from 'vitest';
import {
  makeRecoveryPair,
  openingSecret,
  publicPartOf,
  readRecoveryKey,
  sealingSecret,
} from '../../../server/backup/recovery-key.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('a recovery key', () => {
  it('opens what was sealed with its public part alone, and nobody else does', () => {
    const [pair, other] = [makeRecoveryPair(), makeRecoveryPair()];
    const { ephemeral, secret } = sealingSecret(pair.publicKey);
    const key = readRecoveryKey(pair.secretText);
    expect(publicPartOf(key)).toBe(pair.publicKey);
    expect(openingSecret(key, ephemeral)).toEqual(secret);
    expect(openingSecret(readRecoveryKey(other.secretText), ephemeral)).not.toEqual(secret);
  });

  it('may be typed as people type, and a mistake is told', () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const { publicKey, secretText } = makeRecoveryPair();
    const typed = ` ${secretText.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}\n`;
    expect(publicPartOf(readRecoveryKey(typed))).toBe(publicKey);
    for (let round = 0; round < 200; round++) {
      const at = Math.floor(random() * secretText.length);
      const sign = SIGNS.charAt(Math.floor(random() * SIGNS.length));
      if (secretText[at] === '-' || secretText[at] === sign) continue;
      const wrong = secretText.slice(0, at) + sign + secretText.slice(at + 1);
      expect(() => readRecoveryKey(wrong), `sign ${at}, seed ${seed}`).toThrow(
        expect.objectContaining({ code: 'recovery_key_wrong' }),
      );
    }
    for (const text of ['', 'U'.repeat(56), secretText.slice(1), `${secretText}7`]) {
      expect(() => readRecoveryKey(text)).toThrow(expect.objectContaining({ code: 'recovery_key_wrong' }));
    }
  });
});
