import { algorithmName, keyName, type SignatureAlgorithm } from './crypto/algorithms.ts';
import type { PublicKey } from './crypto/keys.ts';
import type { Verdict } from './crypto/verify.ts';
import type { Certificate } from './x509/certificate.ts';

/**
 * What one source of authenticity proves. Only `valid` means authentic, and nothing is `valid` without an anchor.
 * - `signer_unknown`: nothing is wrong, but no anchor stands behind the signer.
 * - `parsed`: it was read and proves nothing by itself.
 * - `unsupported`: it cannot be read or verified here.
 */
export type SourceResult = 'valid' | 'invalid' | 'signer_unknown' | 'parsed' | 'unsupported';

/** The words of BSI TR-03135-1. A step that did not run is `undetermined`. */
export type StepResult = 'successful' | 'failed' | 'undetermined' | 'not_supported';
export type Step =
  | 'integrity'
  | 'signature'
  | 'signer_chain'
  | 'revocation'
  | 'validity'
  | 'clone_protection'
  | 'device_authentication';

/** A certificate as results name it. */
export interface NamedCertificate {
  subject: string;
  serial: string;
  /** In hexadecimal. */
  sha256: string;
  /** YYYY-MM-DD of its last day. */
  not_after: string;
}

export interface SourceReport {
  kind: string;
  result: SourceResult;
  steps: Partial<Record<Step, StepResult>>;
  /** Codes of findings. */
  reasons: string[];
  signer: NamedCertificate | null;
  anchor: NamedCertificate | null;
  /** Of the signature and the signer's key. */
  algorithms: string[];
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const nameCertificate = ({ subject, serial, sha256, notAfterMs }: Certificate): NamedCertificate => ({
  subject: subject.text,
  serial,
  sha256,
  not_after: day(notAfterMs),
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
