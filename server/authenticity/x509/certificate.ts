import { readSignatureAlgorithm, type SignatureAlgorithm } from '../crypto/algorithms.ts';
import { hashOf } from '../crypto/hash.ts';
import { type PublicKey, readSubjectKey } from '../crypto/keys.ts';
import { childrenOf, type Der, fieldsOf, insideOf, readAt, readWhole, TAG } from '../der/reader.ts';
import { bytesOfBits, hexOf, isSame, oidOf, setBitsOf, timeOf } from '../der/values.ts';
import { AuthenticityError, malformed } from '../errors.ts';
import { type Name, readName } from './name.ts';

/** An X.509 certificate (RFC 5280). The arrays are views of the file. */
export interface Certificate {
  raw: Uint8Array;
  /** What its issuer signed. */
  tbs: Uint8Array;
  /** In hexadecimal, as encoded. */
  serial: string;
  issuer: Name;
  subject: Name;
  /** Of the subject, otherwise of the issuer. */
  country: string | null;
  notBeforeMs: number;
  notAfterMs: number;
  key: PublicKey;
  /** SHA-1 of the key in hexadecimal: what key identifiers usually are. */
  keyId: string;
  /** As the certificate gives them, in hexadecimal; null if it does not. */
  subjectKeyId: string | null;
  authorityKeyId: string | null;
  isCa: boolean;
  keyUsage: KeyUsage | null;
  /** Object identifiers of the extended key usage. */
  extendedKeyUsage: string[];
  /** Critical extensions that are not read here. */
  unknownCritical: string[];
  signatureAlgorithm: SignatureAlgorithm;
  signature: Uint8Array;
  /** SHA-256 of the file in hexadecimal: its fingerprint. */
  sha256: string;
}

export interface KeyUsage {
  /** It may sign data. */
  digitalSignature: boolean;
  /** It may sign certificates. */
  certSign: boolean;
  /** It may sign revocation lists. */
  crlSign: boolean;
}

const EXTENSIONS = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

/** Extensions that say nothing about whether a signature counts: periods of the private key, other names, points of distribution, policies, and the types of documents. */
const HARMLESS = ['2.5.29.16', '2.5.29.17', '2.5.29.18', '2.5.29.31', '2.5.29.32', '2.23.136.1.1.6.2'];

/** Reads one certificate in DER. Throws `AuthenticityError`. */
export function parseCertificate(der: Uint8Array): Certificate {
  return readCertificate(readWhole(der, TAG.sequence));
}

/** Reads one certificate from its element. Throws `AuthenticityError`. */
export function readCertificate(element: Der): Certificate {
  const outer = fieldsOf(element);
  const tbs = outer.take(TAG.sequence);
  const algorithm = outer.take(TAG.sequence);
  const signature = bytesOfBits(outer.take(TAG.bitString));
  outer.end();
  const fields = fieldsOf(tbs);
  fields.optional(0xa0);
  const serial = fields.take(TAG.integer);
  if (!isSame(fields.take(TAG.sequence).raw, algorithm.raw)) throw malformed('A certificate names two algorithms.');
  const issuer = readName(fields.take(TAG.sequence));
  const validity = fieldsOf(fields.take(TAG.sequence));
  const notBeforeMs = timeOf(validity.any());
  const notAfterMs = timeOf(validity.any());
  const subject = readName(fields.take(TAG.sequence));
  const { key, keyId } = readSubjectKey(fields.take(TAG.sequence));
  fields.optional(0x81);
  fields.optional(0x82);
  const extensions = fields.optional(0xa3);
  fields.end();
  return {
    raw: element.raw,
    tbs: tbs.raw,
    serial: hexOf(serial.content),
    issuer,
    subject,
    country: subject.country ?? issuer.country,
    notBeforeMs,
    notAfterMs,
    key,
    keyId,
    ...readExtensions(extensions),
    signatureAlgorithm: readSignatureAlgorithm(algorithm),
    signature,
    sha256: hashOf('sha256', element.raw).toString('hex'),
  };
}

type Extended = Pick<
  Certificate,
  'subjectKeyId' | 'authorityKeyId' | 'isCa' | 'keyUsage' | 'extendedKeyUsage' | 'unknownCritical'
>;

function readExtensions(element: Der | null): Extended {
  const values = new Map<string, Der>();
  const unknownCritical: string[] = [];
  for (const extension of element ? childrenOf(insideOf(element, TAG.sequence)) : []) {
    const fields = fieldsOf(extension);
    const oid = oidOf(fields.take(TAG.oid));
    const isCritical = fields.optional(TAG.boolean)?.content[0] === 0xff;
    const value = fields.take(TAG.octetString);
    fields.end();
    if (values.has(oid)) throw malformed('A certificate has an extension twice.');
    values.set(oid, value);
    const isKnown = Object.values<string>(EXTENSIONS).includes(oid) || HARMLESS.includes(oid);
    if (isCritical && !isKnown) unknownCritical.push(oid);
  }
  const read = <T>(oid: string, tag: number, value: (inside: Der) => T): T | null => {
    const found = values.get(oid);
    return found ? value(readWhole(found.content, tag)) : null;
  };
  return {
    subjectKeyId: read(EXTENSIONS.subjectKeyId, TAG.octetString, ({ content }) => hexOf(content)),
    authorityKeyId: read(EXTENSIONS.authorityKeyId, TAG.sequence, readAuthority),
    isCa: read(EXTENSIONS.basicConstraints, TAG.sequence, readIsCa) ?? false,
    keyUsage: read(EXTENSIONS.keyUsage, TAG.bitString, readUsage),
    extendedKeyUsage: read(EXTENSIONS.extendedKeyUsage, TAG.sequence, (list) => childrenOf(list).map(oidOf)) ?? [],
    unknownCritical,
  };
}

function readAuthority(element: Der): string | null {
  const id = fieldsOf(element).optional(0x80);
  return id && hexOf(id.content);
}

const readIsCa = (element: Der): boolean => fieldsOf(element).optional(TAG.boolean)?.content[0] === 0xff;

function readUsage(bits: Der): KeyUsage {
  const set = setBitsOf(bits);
  return { digitalSignature: set.has(0), certSign: set.has(5), crlSign: set.has(6) };
}

const PEM = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/g;
const PEM_START = '-----BEGIN';

/** Reads a file of one or more certificates: DER, one after the other, or PEM. Throws `AuthenticityError`. */
export function certificateOfFile(bytes: Uint8Array): Certificate[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.subarray(0, TEXT_BYTES_MAX).includes(PEM_START)) return certificatesIn(bytes);
  const certificates = [...text.toString('latin1').matchAll(PEM)].map(([, base64 = '']) =>
    parseCertificate(Buffer.from(base64, 'base64')),
  );
  if (certificates.length === 0) throw new AuthenticityError('unsupported', 'The PEM file holds no certificate.');
  return certificates;
}

/** Text may come before the first certificate of a PEM file. */
const TEXT_BYTES_MAX = 64 * 1024;

function certificatesIn(bytes: Uint8Array): Certificate[] {
  const certificates: Certificate[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = readAt(bytes, at);
    certificates.push(readCertificate(element));
    at += element.raw.length;
  }
  if (certificates.length === 0) throw malformed('The file is empty.');
  return certificates;
}
