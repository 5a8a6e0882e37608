import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { AppError } from '../../lib/errors.ts';

/** Creates a publisher's pair of Ed25519 keys (RFC 8032): the private key as PEM (PKCS #8), the public one as the base64 of its 32 bytes. */
export function makeSigningPair() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKeyOf(privateKey),
  };
}

/** Throws `invalid_request` if the text is not an Ed25519 private key. */
export function readPrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // the same answer as for a key of another kind
  }
  throw new AppError('invalid_request', 'This is not a signing key. Create one with: custos lists keys new --out FILE');
}

/** Returns the public key of a private one, in the form of `CUSTOS_PACK_KEYS`. */
export function publicKeyOf(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).export({ format: 'jwk' });
  return Buffer.from(String(x), 'base64url').toString('base64');
}

/** Returns 64 bytes. */
export function signBytes(bytes: Buffer, privateKey: KeyObject): Buffer {
  return sign(null, bytes, privateKey);
}

/** Whether one of these public keys has signed the bytes. */
export function isSignedByOne(bytes: Buffer, signature: Buffer, publicKeys: readonly string[]): boolean {
  return publicKeys.some((text) => {
    const x = Buffer.from(text, 'base64').toString('base64url');
    return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  });
}
