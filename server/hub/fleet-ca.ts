import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { KeyedCertificate } from '../lan/certificate.ts';
import { CERTIFICATE_ALGORITHM, loadX509, positiveSerial } from '../lan/make.ts';
import { invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A certificate of the hub's own authority. */
export interface IssuedCertificate {
  pem: string;
  /** SHA-256 of its DER form. */
  fingerprint: Buffer;
  notBeforeMs: number;
  notAfterMs: number;
}

/** For whom a certificate is: a branch as a client, or the hub as a server under these names and addresses. */
export type CertificateUse = { branch: string } | { names: readonly string[] };

/**
 * Makes the hub's certificate authority: P-256, no further authority below it. Branches pin it. It is valid from long before: a branch whose clock is
 * wrong must reach the hub, which tells it so.
 */
export async function makeFleetCa(nowMs: number): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const keys = { privateKey: await signingKeyOf(key), publicKey: await publicKeyOf(createPublicKey(privateKey)) };
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: positiveSerial(),
    name: [{ O: ['Custos'] }, { CN: ['Custos hub'] }],
    notBefore: new Date(nowMs - LIMITS.hubCaBeforeMs),
    notAfter: new Date(nowMs + LIMITS.hubCaMs),
    signingAlgorithm: CERTIFICATE_ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { chain: `${certificate.toString('pem')}\n`, key };
}

/**
 * Issues a certificate for a public key: to a branch from a day before `nowMs`, for clocks that are slow; to the hub's server for as long as the authority.
 * @param publicKeyPem a P-256 key in SPKI PEM. Throws `invalid_request` for another
 */
export async function issueCertificate(
  ca: KeyedCertificate,
  publicKeyPem: string,
  use: CertificateUse,
  nowMs: number,
): Promise<IssuedCertificate> {
  const x509 = await loadX509();
  const publicKey = await publicKeyOf(readPublicKey(publicKeyPem));
  const isBranch = 'branch' in use;
  const authority = new x509.X509Certificate(ca.chain);
  const notBeforeMs = isBranch ? nowMs - DAY_MS : authority.notBefore.getTime();
  const notAfterMs = isBranch ? nowMs + LIMITS.hubCertificateMs : authority.notAfter.getTime();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: positiveSerial(),
    subject: [{ O: ['Custos'] }, { CN: [isBranch ? use.branch : 'Custos hub server'] }],
    issuer: authority.subject,
    notBefore: new Date(notBeforeMs),
    notAfter: new Date(notAfterMs),
    signingAlgorithm: CERTIFICATE_ALGORITHM,
    publicKey,
    signingKey: await signingKeyOf(ca.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([
        isBranch ? x509.ExtendedKeyUsage.clientAuth : x509.ExtendedKeyUsage.serverAuth,
      ]),
      ...(isBranch ? [] : [new x509.SubjectAlternativeNameExtension(use.names.map(generalName))]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const fingerprint = createHash('sha256').update(Buffer.from(certificate.rawData)).digest();
  return { pem: `${certificate.toString('pem')}\n`, fingerprint, notBeforeMs, notAfterMs };
}

/** Makes a server certificate with a new key, followed by the authority's, as a TLS listener takes it. */
export async function makeServerCertificate(
  ca: KeyedCertificate,
  names: readonly string[],
  nowMs: number,
): Promise<KeyedCertificate> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  });
  const { pem } = await issueCertificate(ca, publicKey, { names }, nowMs);
  return { chain: `${pem}${ca.chain}`, key: privateKey };
}

/** Returns the SHA-256 of an authority's certificate in 64 hexadecimal digits: an invite names it, and the branch pins it. */
export const caHash = ({ chain }: Pick<KeyedCertificate, 'chain'>): string =>
  createHash('sha256').update(new X509Certificate(chain).raw).digest('hex');

const generalName = (value: string) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value });

type PublicKey = ReturnType<typeof createPublicKey>;

function readPublicKey(pem: string): PublicKey {
  const key = parsePublicKey(pem);
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw invalidField('certificate_key', 'certificate_key: send a P-256 public key as SPKI PEM.');
  }
  return key;
}

function parsePublicKey(pem: string): PublicKey | null {
  try {
    // A private key would be taken, too, and must not travel.
    return pem.includes('BEGIN PUBLIC KEY') ? createPublicKey(pem) : null;
  } catch {
    return null;
  }
}

const publicKeyOf = (key: PublicKey): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'spki',
    new Uint8Array(key.export({ format: 'der', type: 'spki' })),
    CERTIFICATE_ALGORITHM,
    true,
    ['verify'],
  );

const signingKeyOf = (pem: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' })),
    CERTIFICATE_ALGORITHM,
    false,
    ['sign'],
  );
