import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/** What can be signed. A signature is valid for one purpose only. */
export type SigningPurpose =
  | 'evidence'
  | 'audit checkpoint'
  | 'audit export'
  | 'erasure certificate'
  | 'backup'
  | 'hub parcel'
  | 'hub enrolment'
  | 'hub answer'
  | 'hub receipt'
  | 'hub directive'
  | 'hub erasure list';

/** Signs with one Ed25519 key (RFC 8032). */
export interface Signer {
  /** 32 bytes, 64 hexadecimal digits. */
  publicKey: string;
  /** 64 bytes. */
  sign(purpose: SigningPurpose, message: Uint8Array): Buffer;
}

/** The DER prefix of a 32-byte key (RFC 8410, sections 4 and 7). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns a new private key: 32 bytes. */
export function makeSeed(): Buffer {
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
  return made.subarray(PKCS8_START.length);
}

/** Returns the signer with this private key of 32 bytes. */
export function createSigner(seed: Buffer): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI_START.length)
    .toString('hex');
  return { publicKey, sign: (purpose, message) => sign(null, signedText(purpose, message), privateKey) };
}

/** Returns whether `signature` is of this message, for this purpose, by the key with these 64 hexadecimal digits. */
export function isSignedBy(
  publicKey: string,
  purpose: SigningPurpose,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey)) return false;
  const key = Buffer.concat([SPKI_START, Buffer.from(publicKey, 'hex')]);
  return verify(
    null,
    signedText(purpose, message),
    createPublicKey({ key, format: 'der', type: 'spki' }),
    Buffer.from(signature),
  );
}

/** A purpose holds no line break, so two purposes never produce the same bytes. */
function signedText(purpose: SigningPurpose, message: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`custos ${purpose} v1\n`), message]);
}

/** Returns the form in which people compare public keys: the first 16 bytes of its SHA-256 in groups of four digits. */
export function keyFingerprint(publicKey: string): string {
  const digits = createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, 32);
  return (digits.match(/.{4}/g) ?? []).join(' ');
}
