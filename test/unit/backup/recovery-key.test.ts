import { describe, expect, it } from 'vitest';
import {
  makeRecoveryPair,
  openingSecret,
  publicPartOf,
  readRecoveryKey,
  sealingSecret,
} from '../../../server/backup/recovery-key.ts';
import { oldRecoveryKey } from '../../support/old-recovery-key.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

/** The public key that an appliance signs with. */
const SIGNER = '7'.repeat(64);
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('a recovery key', () => {
  it('opens what was sealed with its public part alone, and nobody else does', () => {
    const [pair, other] = [makeRecoveryPair(SIGNER), makeRecoveryPair(SIGNER)];
    const { ephemeral, secret } = sealingSecret(pair.publicKey);
    const key = readRecoveryKey(pair.secretText).secret;
    expect(publicPartOf(key)).toBe(pair.publicKey);
    expect(openingSecret(key, ephemeral)).toEqual(secret);
    expect(openingSecret(readRecoveryKey(other.secretText).secret, ephemeral)).not.toEqual(secret);
  });

  it('names the appliance that made it, and no other', () => {
    const { names } = readRecoveryKey(makeRecoveryPair(SIGNER).secretText);
    const almost = `${SIGNER.slice(0, -1)}8`;
    expect([SIGNER, almost].map((signer) => names?.(signer))).toEqual([true, false]);
  });

  it('of an older version is read too, and names none', () => {
    const { publicKey, secretText } = makeRecoveryPair(SIGNER);
    const old = oldRecoveryKey(secretText);
    expect(old).toHaveLength(56);
    const { secret, names } = readRecoveryKey(old);
    expect([publicPartOf(secret), names]).toEqual([publicKey, null]);
  });

  it('may be typed as people type, and a mistake is reported', () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const { publicKey, secretText } = makeRecoveryPair(SIGNER);
    const typed = ` ${secretText.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}\n`;
    expect(publicPartOf(readRecoveryKey(typed).secret)).toBe(publicKey);
    for (let round = 0; round < 200; round++) {
      const at = Math.floor(random() * secretText.length);
      const sign = SIGNS.charAt(Math.floor(random() * SIGNS.length));
      if (secretText[at] === '-' || secretText[at] === sign) continue;
      const wrong = secretText.slice(0, at) + sign + secretText.slice(at + 1);
      expect(() => readRecoveryKey(wrong), `sign ${at}, seed ${seed}`).toThrow(
        expect.objectContaining({ code: 'recovery_key_wrong' }),
      );
    }
    for (const text of ['', 'U'.repeat(56), 'U'.repeat(72), secretText.slice(1), `${secretText}7`]) {
      expect(() => readRecoveryKey(text)).toThrow(expect.objectContaining({ code: 'recovery_key_wrong' }));
    }
  });
});
