import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { factsOf, type KeyedCertificate } from './certificate.ts';
import { roundsOf } from './key-rounds.ts';

export interface ImportedCertificate {
  /** PEM: this machine's certificate, then its issuers, in order. */
  certificate: string;
  /** PEM: PKCS #8, encrypted or not, PKCS #1 or SEC 1. */
  privateKey: string;
  passphrase?: string | undefined;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;
/** id-kp-serverAuth (RFC 5280, section 4.2.1.12). */
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
/** What browsers accept (CA/Browser Forum, Baseline Requirements 6.1.5). */
const RSA_BITS_MIN = 2048;
/** A longer key takes a noticeable part of a second for each connection, and blocks the process meanwhile. */
const RSA_BITS_MAX = 8192;
const CURVES: readonly string[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const BROKEN_HASH = /md2|md4|md5|sha-?1(?!\d)/i;

/**
 * Returns an imported certificate with its key, as the listener takes them. Throws `invalid_request` naming the field, the fault and the remedy. No
 * message contains any part of the key.
 */
export function readImported(input: ImportedCertificate, nowMs: number): KeyedCertificate {
  const certificates = readChain(input.certificate);
  const key = readKey(input);
  checkKey(key);
  const [own] = certificates;
  checkFits(certificates, key);
  checkOwn(own, nowMs);
  checkChain(certificates, nowMs);
  const chain = certificates.map((certificate) => certificate.toString()).join('');
  const imported = { chain, key: key.export({ format: 'pem', type: 'pkcs8' }).toString() };
  if (factsOf(imported).names.length === 0) {
    throw fault(
      'certificate',
      'contains no host name or address (subject alternative names), which browsers require; get a certificate that contains them',
    );
  }
  checkUsable(imported);
  return imported;
}

function readChain(text: string): [X509Certificate, ...X509Certificate[]] {
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.some(([, kind]) => kind?.endsWith('PRIVATE KEY'))) {
    throw fault('certificate', 'also contains a private key; send that in private_key, and only the certificates here');
  }
  const found = blocks.filter(([, kind]) => kind === 'CERTIFICATE').map(([block], i) => readOne(block, i + 1));
  const [own, ...others] = found;
  if (own === undefined) {
    throw fault(
      'certificate',
      'contains no certificate in PEM format ("-----BEGIN CERTIFICATE-----"); export it in PEM format',
    );
  }
  if (found.length > LIMITS.lanChainMax) {
    throw fault(
      'certificate',
      `contains more than ${LIMITS.lanChainMax} certificates; send this machine's certificate and its issuers only`,
    );
  }
  return [own, ...others];
}

function readOne(pem: string, number: number): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw fault('certificate', `number ${number} is damaged; export it again`, cause);
  }
}

function readKey({ privateKey, passphrase }: ImportedCertificate): KeyObject {
  const block = [...privateKey.matchAll(BLOCK)].find(([, kind]) => kind?.endsWith('PRIVATE KEY'));
  if (!block) {
    throw fault(
      'private_key',
      'contains no private key in PEM format ("-----BEGIN PRIVATE KEY-----"); export it in PEM format',
    );
  }
  const [pem, kind] = block;
  const isEncrypted = kind === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type: 4,ENCRYPTED/m.test(pem);
  if (isEncrypted && (passphrase ?? '') === '') {
    throw fault('passphrase', 'is required because the private key is encrypted');
  }
  if (kind === 'ENCRYPTED PRIVATE KEY') checkRounds(pem);
  try {
    return createPrivateKey({ key: pem, ...(isEncrypted && { passphrase }) });
  } catch (cause) {
    throw isEncrypted
      ? fault('passphrase', 'does not open the private key, or the key is damaged; enter it again', cause)
      : fault('private_key', 'is damaged; export it again', cause);
  }
}

/** Opening the key is one call that cannot be interrupted. */
function checkRounds(pem: string): void {
  const rounds = roundsOf(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'));
  if (rounds !== null && rounds <= LIMITS.lanKeyRoundsMax) return;
  throw fault(
    'private_key',
    `is encrypted with too many rounds to open in time; encrypt it again: openssl pkcs8 -topk8 -v2 aes-256-cbc -iter ${LIMITS.lanKeyRoundsMax / 10}`,
  );
}

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

function checkKey({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): void {
  const isGood =
    (type === 'rsa' && isWithin(details?.modulusLength ?? 0, RSA_BITS_MIN, RSA_BITS_MAX)) ||
    (type === 'ec' && CURVES.includes(details?.namedCurve ?? ''));
  if (isGood) return;
  throw fault(
    'private_key',
    `has a type that browsers do not accept; use RSA with ${RSA_BITS_MIN} to ${RSA_BITS_MAX} bits, or ECDSA with P-256, P-384 or P-521`,
  );
}

function checkFits(certificates: readonly X509Certificate[], key: KeyObject): void {
  const fitting = certificates.findIndex((certificate) => certificate.checkPrivateKey(key));
  if (fitting === 0) return;
  throw fitting > 0
    ? fault('certificate', `is in the wrong order: number ${fitting + 1} belongs to the key and must be first`)
    : fault('private_key', 'does not belong to the certificate; send the key of the certificate');
}

function checkOwn(own: X509Certificate, nowMs: number): void {
  if (own.ca) {
    throw fault(
      'certificate',
      'belongs to a certificate authority (CA), whose key can sign any certificate; get a certificate for this machine only (CA:FALSE)',
    );
  }
  checkTime(own, 1, nowMs);
  if (!(own.keyUsage ?? []).includes(SERVER_AUTH)) {
    throw fault(
      'certificate',
      'is not a server certificate; get a certificate with the extended key usage serverAuth, which browsers require',
    );
  }
  checkHash(own, 1);
}

function checkChain(certificates: readonly X509Certificate[], nowMs: number): void {
  for (const [i, certificate] of certificates.entries()) {
    const issuer = certificates[i + 1];
    if (issuer === undefined) return;
    if (!issuer.ca || !certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      throw fault(
        'certificate',
        `is in the wrong order or incomplete: number ${i + 2} did not sign number ${i + 1}; put each certificate before its issuer`,
      );
    }
    checkTime(issuer, i + 2, nowMs);
    // The signature of a root is not checked: a root is trusted without it.
    if (issuer.subject !== issuer.issuer) checkHash(issuer, i + 2);
  }
}

function checkTime({ validFromDate, validToDate }: X509Certificate, number: number, nowMs: number): void {
  if (validToDate.getTime() <= nowMs) throw fault('certificate', `number ${number} has expired; import its successor`);
  if (validFromDate.getTime() > nowMs) {
    throw fault(
      'certificate',
      `number ${number} is not valid yet; wait until it is, or set this machine's clock right`,
    );
  }
}

function checkHash({ signatureAlgorithm }: X509Certificate, number: number): void {
  if (!BROKEN_HASH.test(signatureAlgorithm ?? '')) return;
  throw fault(
    'certificate',
    `number ${number} is signed with an insecure hash (${signatureAlgorithm}); get one signed with SHA-256`,
  );
}

/** Asks OpenSSL itself, so the listener never meets a certificate that OpenSSL refuses. */
function checkUsable({ chain, key }: KeyedCertificate): void {
  try {
    createSecureContext({ cert: chain, key });
  } catch (cause) {
    throw fault('certificate', 'cannot be used for TLS; get another certificate', cause);
  }
}

function fault(field: 'certificate' | 'private_key' | 'passphrase', text: string, cause?: unknown): AppError {
  const message = `${field} ${text}.`;
  return itemError('invalid_request', { code: 'invalid_value', message, field }, cause);
}
