import canonicalize from 'canonicalize';
import { AuthenticityError, malformed } from '../errors.ts';
import type { SealFields, SealReading } from './types.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;
type Json = Record<string, unknown>;

/** Returns whether a text can be a seal for non-constrained environments: JSON with `data` and `sig`. */
export const isVdsNc = (text: string): boolean =>
  /^\s*\{/.test(text) && text.includes('"hdr"') && text.includes('"sigvl"');

/**
 * Reads a VDS-NC (ICAO Technical Report "VDS-NC", 1.2). Its signature is over `data` in canonical form (RFC 8785). Throws `AuthenticityError`.
 */
export function readVdsNc(text: string): SealReading {
  const { data, sig } = jsonOf(text);
  const { hdr, msg } = objectOf(data);
  const { t, is } = objectOf(hdr);
  const { alg, cer, sigvl } = objectOf(sig);
  if (alg !== 'ES256') throw new AuthenticityError('unsupported', 'VDS-NC: another algorithm than ES256');
  const { pid } = objectOf(msg);
  return {
    kind: 'vds_nc',
    documentType: typeof t === 'string' ? t : null,
    country: typeof is === 'string' ? is : null,
    signedOn: null,
    signer: { by: 'certificate', certificate: bytesOf(cer) },
    signature: { signed: Buffer.from(canonicalOf(data)), signature: bytesOf(sigvl), hash: 'sha256' },
    fields: fieldsOf(typeof pid === 'object' && pid !== null ? (pid as Json) : {}),
  };
}

/** `n`: the whole name; `i` (proof of vaccination) or `dn` (proof of testing): the number of the travel document. */
function fieldsOf({ n, dob, sex, i, dn }: Json): SealFields {
  const number = i ?? dn;
  return {
    ...(typeof n === 'string' && { full_name: n }),
    ...(typeof dob === 'string' && DATE.test(dob) && { date_of_birth: dob }),
    ...((sex === 'M' || sex === 'F' || sex === 'X') && { sex }),
    ...(typeof number === 'string' && { document_number: number }),
  };
}

function canonicalOf(data: unknown): string {
  // It throws for lone surrogates, which no canonical form has.
  try {
    return canonicalize(data) ?? '';
  } catch {
    throw malformed('VDS-NC: it has no canonical form');
  }
}

function jsonOf(text: string): Json {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    throw malformed('VDS-NC: no JSON');
  }
}

function objectOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('VDS-NC: another form');
  return value as Json;
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !BASE64URL.test(value)) throw malformed('VDS-NC: no base64url');
  return Buffer.from(value, 'base64url');
}
