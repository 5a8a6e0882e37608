import crypto from 'node:crypto';

const { createPublicKey } = crypto;

/** Node's `createPublicKey`, which refuses elliptic curves. Public halves of the tests' own private keys are still given out: they sign, and nothing is verified with them. */
export function refuseEc(key: Parameters<typeof createPublicKey>[0]): ReturnType<typeof createPublicKey> {
  const made = createPublicKey(key);
  const isOwn = key instanceof crypto.KeyObject;
  if (made.asymmetricKeyType === 'ec' && !isOwn) throw new Error('This runtime has no elliptic curves.');
  return made;
}
