import { algorithmName, keyName, type SignatureAlgorithm } from './crypto/algorithms.ts';
import type { PublicKey } from './crypto/keys.ts';
import type { Verdict } from './crypto/verify.ts';
import { AuthenticityError } from './errors.ts';
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

/** What the reports on seals, mobile documents and their lists have in common. */
export interface SourceReport {
  result: SourceResult;
  steps: Partial<Record<Step, StepResult>>;
  /** Codes of findings. */
  reasons: string[];
  signer: CertificateSummary | null;
  anchor: CertificateSummary | null;
  /** Of the signature, and of the signer's key. */
  algorithms: string[];
}

export type Step = 'integrity' | 'signature' | 'signer_chain' | 'validity' | 'device_authentication';

/** Returns the report on something of which nothing was verified. */
export const emptyReport = (result: SourceResult, reasons: string[] = []): SourceReport => ({
  result,
  steps: {},
  reasons,
  signer: null,
  anchor: null,
  algorithms: [],
});

export const algorithmsOf = (algorithm: SignatureAlgorithm, key: PublicKey): string[] => [
  algorithmName(algorithm),
  keyName(key),
];

/** The step's word for a verdict. */
export function stepOf(verdict: Verdict | 'signer_unknown'): StepResult {
  if (verdict === 'valid') return 'successful';
  if (verdict === 'invalid') return 'failed';
  return verdict === 'unsupported' ? 'not_supported' : 'undetermined';
}

/** The result for a signature's verdict and the anchor behind its signer. */
export function resultOf(verdict: Verdict, anchor: Certificate | null): SourceResult {
  if (verdict !== 'valid') return verdict;
  return anchor ? 'valid' : 'signer_unknown';
}

/** The result for what cannot be read: `unsupported` only where the error says so. Throws an error that is not of this room. */
export function resultOfFailure(error: unknown): SourceResult {
  if (!(error instanceof AuthenticityError)) throw error;
  return error.code === 'unsupported' ? 'unsupported' : 'invalid';
}
