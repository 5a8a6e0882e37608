import type { AnchorPool } from '../anchors.ts';
import { readSignatureAlgorithm, type SignatureAlgorithm } from '../crypto/algorithms.ts';
import { hashOf } from '../crypto/hash.ts';
import { type EcWay, type Verdict, verifySignature } from '../crypto/verify.ts';
import { childrenOf, type Der, fieldsOf, insideOf, readWhole, TAG } from '../der/reader.ts';
import { bytesOfBits, hexOf, isSame, oidOf, timeOf } from '../der/values.ts';
import { AuthenticityError, malformed } from '../errors.ts';
import type { Certificate } from '../x509/certificate.ts';
import { type Name, readName } from '../x509/name.ts';

/** A certificate revocation list (RFC 5280, 5) of a country signer. */
export interface RevocationList {
  raw: Uint8Array;
  tbs: Uint8Array;
  issuer: Name;
  /** In hexadecimal; null if the list does not name the key. */
  authorityKeyId: string | null;
  thisUpdateMs: number;
  /** null: the list does not say when the next one comes. */
  nextUpdateMs: number | null;
  /** Serial numbers in hexadecimal, as certificates give them. */
  revoked: ReadonlySet<string>;
  signatureAlgorithm: SignatureAlgorithm;
  signature: Uint8Array;
  /** SHA-256 of the file in hexadecimal. */
  sha256: string;
}

const AUTHORITY_KEY_ID = '2.5.29.35';

/** Reads a revocation list in DER or PEM. Throws `AuthenticityError`; `unsupported` for one that covers only a part. */
export function parseRevocationList(bytes: Uint8Array): RevocationList {
  const der = derOfPem(bytes);
  const outer = fieldsOf(readWhole(der, TAG.sequence));
  const tbs = outer.take(TAG.sequence);
  const algorithm = outer.take(TAG.sequence);
  const signature = bytesOfBits(outer.take(TAG.bitString));
  outer.end();
  const fields = fieldsOf(tbs);
  fields.optional(TAG.integer);
  if (!isSame(fields.take(TAG.sequence).raw, algorithm.raw)) throw malformed('A revocation list names two algorithms.');
  const issuer = readName(fields.take(TAG.sequence));
  const thisUpdateMs = timeOf(fields.any());
  const next = fields.optional(TAG.utcTime) ?? fields.optional(TAG.generalizedTime);
  const revoked = fields.optional(TAG.sequence);
  const extensions = fields.optional(0xa0);
  fields.end();
  return {
    raw: der,
    tbs: tbs.raw,
    issuer,
    authorityKeyId: extensions && readExtensions(insideOf(extensions, TAG.sequence)),
    thisUpdateMs,
    nextUpdateMs: next && timeOf(next),
    revoked: new Set(
      revoked ? childrenOf(revoked).map((entry) => hexOf(fieldsOf(entry).take(TAG.integer).content)) : [],
    ),
    signatureAlgorithm: readSignatureAlgorithm(algorithm),
    signature,
    sha256: hashOf('sha256', der).toString('hex'),
  };
}

/** The key of the issuer. Any other critical extension means that the list does not cover all certificates of its issuer. */
function readExtensions(list: Der): string | null {
  let keyId: string | null = null;
  for (const extension of childrenOf(list)) {
    const fields = fieldsOf(extension);
    const oid = oidOf(fields.take(TAG.oid));
    const isCritical = fields.optional(TAG.boolean)?.content[0] === 0xff;
    const value = fields.take(TAG.octetString);
    if (oid === AUTHORITY_KEY_ID) {
      const id = fieldsOf(readWhole(value.content, TAG.sequence)).optional(0x80);
      keyId = id && hexOf(id.content);
    } else if (isCritical) throw new AuthenticityError('unsupported', 'The revocation list covers only a part.');
  }
  return keyId;
}

const PEM = /-----BEGIN X509 CRL-----([A-Za-z0-9+/=\s]+)-----END/;

function derOfPem(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x2d) return bytes;
  const [, base64] = PEM.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return base64 === undefined ? bytes : Buffer.from(base64, 'base64');
}

/** Verifies that an anchor of `pool` signed a revocation list. Returns the anchor, or null. */
export function findListIssuer(list: RevocationList, pool: AnchorPool, way?: EcWay): Certificate | null {
  const named = list.authorityKeyId === null ? [] : pool.withKeyId(list.authorityKeyId);
  const candidates = named.length > 0 ? named : pool.ofCountry(list.issuer.country);
  const { signatureAlgorithm: algorithm, tbs: signed, signature } = list;
  const verdictOf = ({ key }: Certificate): Verdict => verifySignature({ key, algorithm, signed, signature }, way);
  return candidates.find((one) => one.keyUsage?.crlSign !== false && verdictOf(one) === 'valid') ?? null;
}

/** The newest revocation list of each key, for lists that anchors signed. */
export interface Revocations {
  /**
   * Whether the certificate, which `issuer` signed, is revoked at `atMs`. `unknown`: there is no list of its issuer, or the newest one says that a newer one was
   * due before.
   */
  stateOf(certificate: Certificate, issuer: Certificate, atMs: number): 'revoked' | 'good' | 'unknown';
}

/** Collects lists with their issuers, as `findListIssuer` returns them. */
export function collectRevocations(lists: Iterable<{ list: RevocationList; issuer: Certificate }>): Revocations {
  const newest = new Map<string, RevocationList>();
  for (const { list, issuer } of lists) {
    const known = newest.get(issuer.keyId);
    if (!known || known.thisUpdateMs < list.thisUpdateMs) newest.set(issuer.keyId, list);
  }
  return {
    stateOf({ serial }, { keyId }, atMs) {
      const list = newest.get(keyId);
      if (list?.revoked.has(serial)) return 'revoked';
      return !list || (list.nextUpdateMs !== null && list.nextUpdateMs < atMs) ? 'unknown' : 'good';
    },
  };
}
