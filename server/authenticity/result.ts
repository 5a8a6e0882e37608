import { keyName } from './crypto/algorithms.ts';
import type { Certificate } from './x509/certificate.ts';

/** The outcome of one step, in the words of BSI TR-03135-1. `undetermined`: something that it needs is missing. */
export type StepResult = 'successful' | 'failed' | 'undetermined' | 'not_supported';

/**
 * The outcome for a whole source.
 * - `valid`: an anchor stands behind its signer, and nothing speaks against it.
 * - `invalid`: it was changed or made by somebody else, or it cannot be read.
 * - `signer_unknown`: nothing is wrong, but no anchor stands behind its signer.
 * - `parsed`: it was read and has nothing that could be verified.
 * - `unsupported`: it needs something that is not verified here.
 */
export type SourceResult = 'valid' | 'invalid' | 'signer_unknown' | 'parsed' | 'unsupported';

/** A certificate for people to read. Times in ISO 8601. */
export interface CertificateSummary {
  subject: string;
  issuer: string;
  country: string | null;
  serial: string;
  not_before: string;
  not_after: string;
  key: string;
  /** The fingerprint, in hexadecimal. */
  sha256: string;
}

export function summaryOf({ subject, issuer, key, sha256, ...certificate }: Certificate): CertificateSummary {
  return {
    subject: subject.text,
    issuer: issuer.text,
    country: certificate.country,
    serial: certificate.serial,
    not_before: new Date(certificate.notBeforeMs).toISOString(),
    not_after: new Date(certificate.notAfterMs).toISOString(),
    key: keyName(key),
    sha256,
  };
}
