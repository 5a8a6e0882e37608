import { createHash } from 'node:crypto';
import { isSignedBy } from '../../lib/signatures.ts';
import { type BundleVerdict, SIGNED_START, verifyBundle } from './verify.ts';

/** Verifies a bundle with this appliance's own cryptography. */
export function checkBundle(bytes: Uint8Array<ArrayBuffer>): Promise<BundleVerdict> {
  return verifyBundle(bytes, {
    sha256: async (data) => createHash('sha256').update(data).digest('hex'),
    isSigned: async (signature, message, publicKey) =>
      isSignedBy(
        Buffer.from(publicKey).toString('hex'),
        'evidence',
        message.subarray(Buffer.byteLength(SIGNED_START)),
        signature,
      ),
  });
}
