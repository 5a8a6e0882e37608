import { asArray, asBytes, asMap, isTag } from '../cbor/fields.ts';
import { type CborMap, type CborValue, readCbor } from '../cbor/read.ts';
import { cborArray, cborBytes, cborText } from '../cbor/write.ts';
import type { SignatureAlgorithm } from '../crypto/algorithms.ts';
import type { PublicKey } from '../crypto/keys.ts';
import { type Verdict, verifySignature } from '../crypto/verify.ts';
import { malformed } from '../errors.ts';

/** COSE_Sign1 or COSE_Mac0 (RFC 9052, 4.2 and 6.2): they have the same form. */
export interface CoseMessage {
  /** The protected header as it was signed. */
  protectedBytes: Uint8Array;
  /** IANA's number of the algorithm. null: none, or the header demands something that is not known here. */
  algorithm: number | null;
  /** x5chain, the signer first (RFC 9360). Empty: none. */
  chain: Uint8Array[];
  /** null: it is sent apart. */
  payload: Uint8Array | null;
  /** The signature, r||s for ECDSA, or the authentication code. */
  proof: Uint8Array;
}

const [ALGORITHM, CRITICAL, X5CHAIN] = [1, 2, 33];
/** Tags that a message may carry. */
const [SIGN1, MAC0] = [18, 17];
const CHAIN_MAX = 8;

/** Reads the four parts of a message, with or without its tag. Throws `AuthenticityError`. */
export function readCoseMessage(value: CborValue): CoseMessage {
  const untagged = isTag(value) && (value.tag === SIGN1 || value.tag === MAC0) ? value.content : value;
  const [first, second, third, fourth] = asArray(untagged, 'a COSE message', 4);
  const protectedBytes = asBytes(first, 'the protected header');
  const guarded: CborMap =
    protectedBytes.length > 0 ? asMap(readCbor(protectedBytes), 'the protected header') : new Map();
  const open = asMap(second, 'the unprotected header');
  const named = guarded.get(ALGORITHM);
  return {
    protectedBytes,
    algorithm: typeof named === 'number' && !guarded.has(CRITICAL) ? named : null,
    chain: chainOf(guarded.has(X5CHAIN) ? guarded.get(X5CHAIN) : open.get(X5CHAIN)),
    payload: third === null ? null : asBytes(third, 'the payload'),
    proof: asBytes(fourth, 'the signature'),
  };
}

function chainOf(value: CborValue): Uint8Array[] {
  if (value === undefined) return [];
  const certificates = value instanceof Uint8Array ? [value] : asArray(value, 'x5chain');
  if (certificates.length > CHAIN_MAX) throw malformed('COSE: too many certificates');
  return certificates.map((certificate) => asBytes(certificate, 'a certificate'));
}

/** What a signature (`Signature1`) or a code (`MAC0`) is over: the protected header and the payload, with no external data. */
export function coseToBeProven(
  context: 'Signature1' | 'MAC0',
  { protectedBytes }: CoseMessage,
  payload: Uint8Array,
): Buffer {
  return cborArray(cborText(context), cborBytes(protectedBytes), cborBytes(new Uint8Array()), cborBytes(payload));
}

const SHA256 = { kind: 'ecdsa', hash: 'sha256' } as const;
const SHA384 = { kind: 'ecdsa', hash: 'sha384' } as const;
const SHA512 = { kind: 'ecdsa', hash: 'sha512' } as const;
const EDDSA = { kind: 'ed25519' } as const;
/** ECDSA and EdDSA (RFC 9053, 2), and the same with the curve in their name (RFC 9864). */
const SIGNATURES: ReadonlyMap<number, SignatureAlgorithm> = new Map<number, SignatureAlgorithm>([
  [-7, SHA256],
  [-35, SHA384],
  [-36, SHA512],
  [-8, EDDSA],
  [-9, SHA256],
  [-51, SHA384],
  [-52, SHA512],
  [-19, EDDSA],
  [-265, SHA256],
  [-266, SHA384],
  [-267, SHA384],
  [-268, SHA512],
]);

/** Returns the signature's algorithm, or null if it is none of the table. */
export const signatureOf = ({ algorithm }: CoseMessage): SignatureAlgorithm | null =>
  SIGNATURES.get(algorithm ?? 0) ?? null;

/** Verifies a COSE_Sign1 over `payload`. The algorithm is that of the protected header, and must suit the key. */
export function verifySign1(message: CoseMessage, key: PublicKey, payload: Uint8Array): Verdict {
  const algorithm = signatureOf(message);
  if (!algorithm) return 'unsupported';
  const signed = coseToBeProven('Signature1', message, payload);
  return verifySignature({ key, algorithm, signed, signature: message.proof, form: 'raw' });
}
