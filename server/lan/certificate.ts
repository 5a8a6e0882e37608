import { X509Certificate } from 'node:crypto';
import { certificateNames } from './names.ts';

/** A certificate with its key, as the listener takes them. */
export interface KeyedCertificate {
  /** PEM: the machine's own certificate first, then its issuers. */
  chain: string;
  /** PKCS #8 PEM, not encrypted. */
  key: string;
}

/** What is shown of a certificate. */
export interface CertificateFacts {
  /** SHA-256 of the certificate: 32 pairs of hexadecimal digits with colons between them, as browsers show it. */
  fingerprint: string;
  /** Host names, including wildcards, and addresses. */
  names: string[];
  /** The issuer, one attribute per line. */
  issuer: string;
  notBeforeMs: number;
  notAfterMs: number;
}

/** Returns the facts of the first certificate in a chain. */
export function factsOf({ chain }: Pick<KeyedCertificate, 'chain'>): CertificateFacts {
  const certificate = new X509Certificate(chain);
  return {
    fingerprint: certificate.fingerprint256,
    names: certificateNames(certificate.subjectAltName),
    issuer: certificate.issuer,
    notBeforeMs: certificate.validFromDate.getTime(),
    notAfterMs: certificate.validToDate.getTime(),
  };
}
