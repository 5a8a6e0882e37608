import { type AppError, invalidField } from '../lib/errors.ts';

/** The first bytes of DG3 and DG4, fingerprints and irises (ICAO Doc 9303-10, table 31). */
const TAGS: readonly number[] = [0x63, 0x76];
/** A length of DER in one to three further bytes. No text has such a second byte. */
const LONG_LENGTHS: readonly number[] = [0x81, 0x82, 0x83];

/** Whether a file of a chip holds fingerprints or irises. */
export const isBiometricGroup = (bytes: Uint8Array): boolean => TAGS.includes(bytes[0] ?? 0);

/** Passes a file on. Throws `invalid_request` at its first bytes if it holds fingerprints or irises. */
export async function* withoutBiometrics(stream: AsyncIterable<Buffer>, field: string): AsyncIterable<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (head.length < 2) {
      head = Buffer.concat([head, chunk.subarray(0, 2)]);
      if (isBiometricGroup(head) && LONG_LENGTHS.includes(head[1] ?? 0)) throw biometricsRefused(field);
    }
    yield chunk;
  }
}

export function biometricsRefused(field: string): AppError {
  const message = `${field} holds fingerprints or irises (DG3, DG4), which are never stored. Leave it out.`;
  return invalidField(field, message, 'biometrics_refused');
}
