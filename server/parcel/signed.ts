import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { isSignedBy, type Signer, type SigningPurpose } from '../lib/signatures.ts';
import { canonicalBytes, readCanonical } from './canonical.ts';
import { ParcelFault } from './fault.ts';
import { signature } from './fields.ts';

/** A signed message: `text` is exactly what was signed, canonical JSON. */
export const signedSchema = z.strictObject({ text: z.string().min(2).max(LIMITS.jsonBodyBytesMax), signature });

export type Signed = z.output<typeof signedSchema>;

/** Returns the value in canonical JSON with its signature. */
export function signText(signer: Signer, purpose: SigningPurpose, value: unknown): Signed {
  const text = canonicalBytes(value);
  return { text: text.toString(), signature: signer.sign(purpose, text).toString('hex') };
}

/**
 * Returns what was signed. Throws `parcel_damaged` if it is no value of the schema, `parcel_signature` if the key has not signed it.
 * @param publicKey 64 hexadecimal digits, or how it follows from the value, for a message that names its own key
 */
export function readSigned<S extends z.ZodType>(
  schema: S,
  { text, signature }: Signed,
  purpose: SigningPurpose,
  publicKey: string | ((value: z.output<S>) => string),
): z.output<S> {
  const bytes = Buffer.from(text);
  const value = readCanonical(schema, bytes, 'the signed message');
  const key = typeof publicKey === 'string' ? publicKey : publicKey(value);
  if (!isSignedBy(key, purpose, bytes, Buffer.from(signature, 'hex'))) {
    throw new ParcelFault('parcel_signature', 'The message is not signed by the expected key.');
  }
  return value;
}
