import { readHash, readSignatureAlgorithm, type SignatureAlgorithm } from '../crypto/algorithms.ts';
import { type Hash, hashOf } from '../crypto/hash.ts';
import { type EcWay, type Verdict, verifySignature } from '../crypto/verify.ts';
import { toDefinite } from '../der/definite.ts';
import { childrenOf, type Der, fieldsOf, insideOf, readWhole, TAG } from '../der/reader.ts';
import { hexOf, isSame, oidOf, timeOf } from '../der/values.ts';
import { derOf } from '../der/write.ts';
import { AuthenticityError, malformed, readOrNull } from '../errors.ts';
import { type Certificate, readCertificate } from '../x509/certificate.ts';

/** A SignedData of CMS (RFC 5652) with its content inside. */
export interface SignedData {
  /** The object identifier of the content's type. */
  contentType: string;
  content: Uint8Array;
  /** Those that came with it and can be read. */
  certificates: Certificate[];
  signers: Signer[];
}

interface Signer {
  /** How the signer's certificate is named: by issuer and serial number, or by key. In hexadecimal; `issuer` as encoded. */
  issuer: Uint8Array | null;
  serial: string | null;
  keyId: string | null;
  /** null: the hash is not known here. */
  digest: Hash | null;
  algorithm: SignatureAlgorithm;
  signature: Uint8Array;
  attributes: SignedAttributes | null;
}

interface SignedAttributes {
  /** What is signed: the attributes as a SET, as they were sent and in the order of DER. */
  signed: Uint8Array[];
  contentType: string;
  messageDigest: Uint8Array;
  signingTimeMs: number | null;
}

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const;

/** Some chips of the field call their content plain data. */
export const PLAIN_DATA = OIDS.data;

const SIGNERS_MAX = 4;

/** Reads a ContentInfo with a SignedData. Throws `AuthenticityError`. */
export function parseSignedData(bytes: Uint8Array): SignedData {
  const info = fieldsOf(readWhole(toDefinite(bytes), TAG.sequence));
  if (oidOf(info.take(TAG.oid)) !== OIDS.signedData) throw malformed('The file is no signed data.');
  const fields = fieldsOf(insideOf(info.take(0xa0), TAG.sequence));
  info.end();
  fields.take(TAG.integer);
  fields.take(TAG.set);
  const content = fieldsOf(fields.take(TAG.sequence));
  const contentType = oidOf(content.take(TAG.oid));
  const octets = insideOf(content.take(0xa0), TAG.octetString);
  const certificates = fields.optional(0xa0);
  fields.optional(0xa1);
  const signers = childrenOf(fields.take(TAG.set));
  fields.end();
  if (signers.length === 0) throw malformed('Nobody signed the data.');
  if (signers.length > SIGNERS_MAX) throw new AuthenticityError('too_large', 'The data has too many signers.');
  return {
    contentType,
    content: octets.content,
    certificates: certificates
      ? childrenOf(certificates).flatMap((one) => readOrNull(() => readCertificate(one)) ?? [])
      : [],
    signers: signers.map(readSigner),
  };
}

function readSigner(element: Der): Signer {
  const fields = fieldsOf(element);
  fields.take(TAG.integer);
  const named = fields.any();
  const digest = readHash(fields.take(TAG.sequence));
  const attributes = fields.optional(0xa0);
  const algorithm = readSignatureAlgorithm(fields.take(TAG.sequence), digest);
  const signature = fields.take(TAG.octetString).content;
  fields.optional(0xa1);
  fields.end();
  return {
    ...readIdentifier(named),
    digest,
    algorithm,
    signature,
    attributes: attributes && readAttributes(attributes),
  };
}

function readIdentifier(element: Der): Pick<Signer, 'issuer' | 'serial' | 'keyId'> {
  if (element.tag === 0x80) return { issuer: null, serial: null, keyId: hexOf(element.content) };
  if (element.tag !== TAG.sequence) throw malformed('A signer is named in no known way.');
  const fields = fieldsOf(element);
  const issuer = fields.take(TAG.sequence).raw;
  const serial = hexOf(fields.take(TAG.integer).content);
  fields.end();
  return { issuer, serial, keyId: null };
}

function readAttributes(element: Der): SignedAttributes {
  const attributes = childrenOf(element);
  const only = (wanted: string): Der | null => {
    const [found, ...twice] = attributes.filter((one) => oidOf(fieldsOf(one).take(TAG.oid)) === wanted);
    if (!found) return null;
    const [, values] = childrenOf(found);
    const [value, ...more] = values?.tag === TAG.set ? childrenOf(values) : [];
    if (!value || more.length > 0 || twice.length > 0) throw malformed('A signed attribute does not have one value.');
    return value;
  };
  const [type, messageDigest] = [only(OIDS.contentType), only(OIDS.messageDigest)];
  if (!type || messageDigest?.tag !== TAG.octetString) throw malformed('A signed attribute is missing.');
  const time = only(OIDS.signingTime);
  // RFC 5652, 5.4: what is signed has the tag of a SET in place of its own, and the order of DER; some signers keep their own order.
  const sent = Buffer.concat([Buffer.of(TAG.set), element.raw.subarray(1)]);
  const sorted = derOf(TAG.set, ...attributes.map(({ raw }) => raw).sort(Buffer.compare));
  return {
    signed: isSame(sent, sorted) ? [sent] : [sent, sorted],
    contentType: oidOf(type),
    messageDigest: messageDigest.content,
    signingTimeMs: time && readOrNull(() => timeOf(time)),
  };
}

export interface SignerCheck {
  /** `signer_unknown`: the signer's certificate neither came with the data nor is among the others. */
  verdict: Verdict | 'signer_unknown';
  /** Whose key signed; if the signature is not valid, whom the data names. */
  certificate: Certificate | null;
  algorithm: SignatureAlgorithm;
  signingTimeMs: number | null;
  /** The file breaks rules of its standard in a way that does not touch the signature. */
  deviates: boolean;
}

/**
 * Verifies every signer of the data, and returns the first one that is not valid, otherwise the first. `others`: certificates that did not come with the
 * data. The signer's certificate itself is not judged.
 */
export function verifySignedData(data: SignedData, others: readonly Certificate[] = [], way?: EcWay): SignerCheck {
  const checks = data.signers.map((signer) => verifySigner(data, signer, others, way));
  const [first] = checks;
  const failed = checks.find(({ verdict }) => verdict !== 'valid');
  if (!first) throw malformed('Nobody signed the data.');
  return failed ?? first;
}

function verifySigner(data: SignedData, signer: Signer, others: readonly Certificate[], way?: EcWay): SignerCheck {
  const { digest, algorithm, signature, attributes } = signer;
  const known = [...data.certificates, ...others];
  const named = known.filter((certificate) => isNamed(certificate, signer));
  // Names of the field do not always agree with the certificate that lies beside; the signature decides.
  const candidates = named.length > 0 ? named : data.certificates;
  const certificate = candidates[0] ?? null;
  const about = {
    certificate,
    algorithm,
    signingTimeMs: attributes?.signingTimeMs ?? null,
    deviates: named.length === 0 || (attributes !== null && attributes.contentType !== data.contentType),
  };
  if (!certificate) return { ...about, verdict: 'signer_unknown' };
  if (!digest) return { ...about, verdict: 'unsupported' };
  if (!isContentSigned(data, digest, attributes)) return { ...about, verdict: 'invalid' };
  let verdict: Verdict = 'invalid';
  for (const candidate of candidates) {
    for (const signed of attributes?.signed ?? [data.content]) {
      const one = verifySignature({ key: candidate.key, algorithm, signed, signature }, way);
      if (one === 'valid') return { ...about, verdict: 'valid', certificate: candidate };
      if (one === 'unsupported') verdict = one;
    }
  }
  return { ...about, verdict };
}

function isNamed(certificate: Certificate, { issuer, serial, keyId }: Signer): boolean {
  if (keyId !== null) return keyId === certificate.subjectKeyId || keyId === certificate.keyId;
  return serial === certificate.serial && issuer !== null && isSame(issuer, certificate.issuer.raw);
}

/** Whether the signed attributes are those of this content. Data that calls itself plain may have the right type among what is signed. */
function isContentSigned(
  { content, contentType }: SignedData,
  digest: Hash,
  attributes: SignedAttributes | null,
): boolean {
  if (!attributes) return true;
  const isType = attributes.contentType === contentType || contentType === OIDS.data;
  return isType && isSame(attributes.messageDigest, hashOf(digest, content));
}
