import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { loadX509 } from '../../server/lan/make.ts';

const DAY_MS = 24 * 3600 * 1000;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

export interface TestCertificate {
  cert: string;
  key: KeyObject;
  subject: string;
}

export interface CertificateOptions {
  subject?: string;
  /** Subject alternative names; null: without the extension. */
  names?: readonly string[] | null;
  key?: KeyObject;
  /** The certificate that signs this one; itself by default. */
  issuer?: TestCertificate;
  ca?: boolean;
  notBeforeMs?: number;
  notAfterMs?: number;
  /** Extended key usages; null: without the extension. */
  usages?: string[] | null;
  hash?: 'SHA-1' | 'SHA-256';
}

export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** A certificate of any kind. By default it is good: valid on the day of `nowMs`, for front-desk.example.org. */
export async function testCertificate(nowMs: number, options: CertificateOptions = {}): Promise<TestCertificate> {
  const {
    subject = 'CN=front desk',
    names = ['front-desk.example.org'],
    issuer,
    ca = false,
    hash = 'SHA-256',
  } = options;
  const { key = newKey(), usages = [SERVER_AUTH], notBeforeMs = nowMs - DAY_MS, notAfterMs = nowMs + DAY_MS } = options;
  const x509 = await loadX509();
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.subject ?? subject,
    notBefore: new Date(notBeforeMs),
    notAfter: new Date(notAfterMs),
    signingAlgorithm: algorithmOf(issuer?.key ?? key, hash),
    publicKey: await publicKeyOf(key),
    signingKey: await signingKeyOf(issuer?.key ?? key, hash),
    extensions: [
      new x509.BasicConstraintsExtension(ca, undefined, true),
      ...(usages ? [new x509.ExtendedKeyUsageExtension(usages)] : []),
      ...(names
        ? [
            new x509.SubjectAlternativeNameExtension(
              names.map((value) =>
                value.includes('@')
                  ? { type: 'email' as const, value }
                  : { type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value },
              ),
            ),
          ]
        : []),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n`, key, subject };
}

export function pemOf(key: KeyObject, passphrase?: string): string {
  const sealed = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return key.export({ format: 'pem', type: 'pkcs8', ...sealed }).toString();
}

const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa';

function algorithmOf(key: KeyObject, hash: string) {
  if (isRsa(key)) return { name: 'RSASSA-PKCS1-v1_5', hash };
  return key.asymmetricKeyType === 'ed25519' ? { name: 'Ed25519' } : { name: 'ECDSA', namedCurve: 'P-256', hash };
}

function signingKeyOf(key: KeyObject, hash: string): Promise<CryptoKey> {
  const der = new Uint8Array(createPrivateKey(pemOf(key)).export({ format: 'der', type: 'pkcs8' }));
  return crypto.subtle.importKey('pkcs8', der, algorithmOf(key, hash), false, ['sign']);
}

function publicKeyOf(key: KeyObject): Promise<CryptoKey> {
  const der = new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }));
  return crypto.subtle.importKey('spki', der, algorithmOf(key, 'SHA-256'), true, ['verify']);
}
