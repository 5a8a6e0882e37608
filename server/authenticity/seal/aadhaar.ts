import { unzipSync } from 'node:zlib';
import { LIMITS } from '../../lib/limits.ts';
import { malformed } from '../errors.ts';
import type { SealFields, SealReading } from './types.ts';

/** The digits of a secure QR code: a signature alone has more than 500. */
const DIGITS = /^\d{500,7089}$/;
const SIGNATURE_BYTES = 256;
const SEPARATOR = 0xff;
/** Fields in their order (UIDAI, "Secure QR code specification"); what follows them is not read. */
const FIELDS = [
  'indicator',
  'reference',
  'name',
  'birth',
  'gender',
  'care_of',
  'district',
  'landmark',
  'house',
  'location',
  'pin_code',
  'post_office',
  'state',
  'street',
  'sub_district',
  'town',
] as const;
/** The parts of the address in the order in which India writes them. */
const ADDRESS = [
  'care_of',
  'house',
  'street',
  'landmark',
  'location',
  'town',
  'post_office',
  'sub_district',
  'district',
  'state',
  'pin_code',
] as const;
/** Four digits of the Aadhaar number, then the moment of issue: YYYYMMDD and the time. */
const REFERENCE = /^\d{4}(\d{4})(\d\d)(\d\d)\d{9}$/;
const LATIN1 = new TextDecoder('latin1');

export const isAadhaar = (text: string): boolean => DIGITS.test(text);

/**
 * Reads an Aadhaar secure QR code: a decimal number whose bytes are gzip, or zlib as
 * some issuers write it; the last 256 are the signature over the rest. The photo, the reference and the
 * hashes of e-mail address and mobile number are covered by the signature, but not kept. Throws `AuthenticityError`.
 */
export function readAadhaar(text: string): SealReading {
  if (!isAadhaar(text)) throw malformed('Aadhaar: another form');
  const hex = BigInt(text).toString(16);
  const bytes = unzip(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
  const signedLength = bytes.length - SIGNATURE_BYTES;
  if (signedLength <= 0) throw malformed('Aadhaar: it is too short');
  const signed = bytes.subarray(0, signedLength);
  const values = valuesOf(signed);
  return {
    kind: 'aadhaar',
    documentType: null,
    country: 'IND',
    signedOn: REFERENCE.exec(values.reference)?.slice(1).join('-') ?? null,
    signer: { by: 'nothing' },
    signature: { signed, signature: bytes.subarray(signedLength), hash: 'sha256' },
    fields: fieldsOf(values),
  };
}

type Values = Record<(typeof FIELDS)[number], string>;

function valuesOf(signed: Uint8Array): Values {
  // The oldest form has no version before the fields.
  let start = signed[0] === 'V'.charCodeAt(0) ? signed.indexOf(SEPARATOR) + 1 : 0;
  const values = FIELDS.map((name) => {
    const end = signed.indexOf(SEPARATOR, start);
    if (end < 0) throw malformed('Aadhaar: a field is missing');
    const value = LATIN1.decode(signed.subarray(start, end)).trim();
    start = end + 1;
    return [name, value] as const;
  });
  return Object.fromEntries(values) as Values;
}

function fieldsOf({ name, birth, gender, ...rest }: Values): SealFields {
  const address = ADDRESS.flatMap((part) => rest[part] || []).join(', ');
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(birth) ?? [];
  return {
    ...(name && { full_name: name }),
    ...(year && { date_of_birth: `${year}-${month}-${day}` }),
    // T: transgender.
    ...(/^[MFT]$/.test(gender) && { sex: gender === 'T' ? 'X' : gender }),
    ...(address && { address }),
    issuing_country: 'IN',
  };
}

function unzip(bytes: Uint8Array): Uint8Array {
  try {
    return unzipSync(bytes, { maxOutputLength: LIMITS.sealUnzippedBytesMax });
  } catch {
    throw malformed('Aadhaar: it cannot be unzipped, or is too large');
  }
}
