import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { LIMITS } from '../lib/limits.ts';
import type { KeyedCertificate } from './certificate.ts';

const DAY_MS = 24 * 3600 * 1000;
/** What every certificate of our making is signed with. */
export const CERTIFICATE_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** RFC 5280, appendix A: the upper bound of a common name. */
const COMMON_NAME_CHARS_MAX = 64;
/** RFC 5280, section 4.1.2.2: at most 20 bytes, positive. */
const SERIAL_BYTES = 16;

/**
 * Makes a self-signed certificate: ECDSA with P-256 and SHA-256, for servers only, not a certificate authority. It is valid from a day before
 * `nowMs`, for machines whose clock is slow, and for as long in total as browsers accept (CA/Browser Forum: 397 days).
 * @param names host names and addresses; the first one is the subject
 * @param key PKCS #8 PEM of its key; a new key by default
 */
export async function makeCertificate(
  names: readonly string[],
  nowMs: number,
  key?: string,
): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const privateKey =
    key === undefined ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : createPrivateKey(key);
  const { subtle } = crypto;
  const pkcs8 = new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' }));
  const spki = new Uint8Array(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }));
  const [signingKey, publicKey] = await Promise.all([
    subtle.importKey('pkcs8', pkcs8, CERTIFICATE_ALGORITHM, false, ['sign']),
    subtle.importKey('spki', spki, CERTIFICATE_ALGORITHM, true, ['verify']),
  ]);
  const commonName = names.find((name) => name.length <= COMMON_NAME_CHARS_MAX);
  const notBeforeMs = nowMs - DAY_MS;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: positiveSerial(),
    name: [{ O: ['Custos'] }, ...(commonName === undefined ? [] : [{ CN: [commonName] }])],
    notBefore: new Date(notBeforeMs),
    notAfter: new Date(notBeforeMs + LIMITS.lanCertificateMs),
    signingAlgorithm: CERTIFICATE_ALGORITHM,
    keys: { privateKey: signingKey, publicKey },
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return {
    chain: `${certificate.toString('pem')}\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** Returns a new random serial number: 32 hexadecimal digits. */
export function positiveSerial(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/**
 * Loads the library only when a certificate is made, not at each start. Its dependency container does not load without `reflect-metadata`, which
 * the library leaves to its users.
 */
export async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
