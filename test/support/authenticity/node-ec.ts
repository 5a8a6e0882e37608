import crypto from 'node:crypto';
import { describe } from 'vitest';
import { replaceBuiltin } from '../replace-builtin.ts';

/**
 * Runs the tests of `define` twice: with Node's elliptic curves as they are, and with Node refusing to verify on any curve. That stands for Electron's
 * runtime, which lacks brainpool curves and written-out parameters.
 */
export function withAndWithoutNodeEc(name: string, define: (hasNodeEc: boolean) => void): void {
  describe(name, () => define(true));
  describe(`${name}, without Node's elliptic curves`, () => {
    replaceBuiltin(crypto, { createPublicKey: refuseEc as typeof crypto.createPublicKey });
    define(false);
  });
}

const { createPublicKey } = crypto;

/** Public halves of the tests' own private keys are still given out: they sign, and nothing is verified with them. */
function refuseEc(key: Parameters<typeof createPublicKey>[0]): ReturnType<typeof createPublicKey> {
  const made = createPublicKey(key);
  const isOwn = key instanceof crypto.KeyObject;
  if (made.asymmetricKeyType === 'ec' && !isOwn) throw new Error('This runtime has no elliptic curves.');
  return made;
}
