import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { cborArray, cborEncoded, cborText } from '../cbor/write.ts';
import { type CoseMessage, coseToBeProven, signatureOf, verifySign1 } from '../cose/sign1.ts';
import { ecOf } from '../crypto/curves.ts';
import { hashOf } from '../crypto/hash.ts';
import type { PublicKey } from '../crypto/keys.ts';
import type { StepResult } from '../result.ts';
import { stepOf } from '../result.ts';
import type { DeviceSigned, MobileSecurityObject } from './device-response.ts';

/** The session in which a device answered. */
export interface MdocSession {
  /** The bytes of the SessionTranscript (ISO/IEC 18013-5, 9.1.5.1), without tag 24. */
  transcript: Uint8Array;
  /** The reader's ephemeral private key, on the device key's curve. Without it no authentication code can be checked. */
  readerKey?: Uint8Array;
}

/** IANA's number of HMAC with SHA-256, the only one that ISO/IEC 18013-5, 9.1.3.5 allows. */
const HMAC_256 = 5;
const MAC_BYTES = 32;

/**
 * Verifies that the device with the key in the security object answered in this session (ISO/IEC 18013-5, 9.1.3): by its signature, or by a code over a
 * key that only it and the reader can derive. `undetermined`: a code, and the reader's key is not given.
 */
export function verifyDevice(
  { nameSpaces, proof: { by, message } }: DeviceSigned,
  { docType, deviceKey }: MobileSecurityObject,
  session: MdocSession,
): StepResult {
  const { transcript, readerKey } = session;
  if (deviceKey.kind === 'other') return 'not_supported';
  // The payload is never sent: both sides know it. The issuer signed the kind of key, so another algorithm than the key's is wrong.
  if (message.payload !== null || (by === 'mac' ? message.algorithm !== HMAC_256 : !signatureOf(message)))
    return 'failed';
  const payload = cborEncoded(cborArray(cborText('DeviceAuthentication'), transcript, cborText(docType), nameSpaces));
  if (by === 'signature') return stepOf(verifySign1(message, deviceKey, payload));
  return readerKey ? verifyMac(message, payload, deviceKey, transcript, readerKey) : 'undetermined';
}

function verifyMac(
  message: CoseMessage,
  payload: Uint8Array,
  deviceKey: PublicKey,
  transcript: Uint8Array,
  readerKey: Uint8Array,
): StepResult {
  if (deviceKey.kind !== 'ec') return 'not_supported';
  const secret = sharedX(deviceKey.curve, readerKey, deviceKey.point);
  if (!secret || message.proof.length !== MAC_BYTES) return 'failed';
  const salt = hashOf('sha256', cborEncoded(transcript));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'EMacKey', MAC_BYTES));
  const code = createHmac('sha256', key)
    .update(coseToBeProven('MAC0', message, payload))
    .digest();
  return timingSafeEqual(code, message.proof) ? 'successful' : 'failed';
}

/** The x of ECDH (BSI TR-03111, 4.3.1), or null for a point beside the curve. */
function sharedX(curve: Parameters<typeof ecOf>[0], privateKey: Uint8Array, point: Uint8Array): Uint8Array | null {
  try {
    return ecOf(curve).getSharedSecret(privateKey, point, true).subarray(1);
  } catch {
    return null;
  }
}
