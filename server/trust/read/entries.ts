import type { Certificate } from '../../authenticity/x509/certificate.ts';
import type { TrustEntry, TrustRole } from '../types.ts';

/** Returns a certificate as an entry of a trust list. */
export function entryOf(certificate: Certificate, role: Exclude<TrustRole, 'crl'>): TrustEntry {
  const { country, keyId, notAfterMs, notBeforeMs, raw, sha256, subject, subjectKeyId } = certificate;
  return {
    role,
    docTypes: null,
    sha256,
    der: raw,
    country,
    subject: subject.text,
    keyId: subjectKeyId ?? keyId,
    notBeforeMs,
    notAfterMs,
  };
}

/** Counts what is left out of a list, by reason. */
export function skip(skipped: Record<string, number>, reason: string): void {
  skipped[reason] = (skipped[reason] ?? 0) + 1;
}
