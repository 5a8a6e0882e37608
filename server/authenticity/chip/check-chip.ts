import { type AnchorPool, findPath } from '../anchors.ts';
import { type SignerCheck, verifySignedData } from '../cms/signed-data.ts';
import type { Revocations } from '../crl/crl.ts';
import { algorithmName, isWeak, keyName } from '../crypto/algorithms.ts';
import { hashOf } from '../crypto/hash.ts';
import type { EcWay, Verdict } from '../crypto/verify.ts';
import { isSame } from '../der/values.ts';
import { AuthenticityError, readOrNull } from '../errors.ts';
import { type CertificateSummary, type SourceResult, type StepResult, summaryOf } from '../result.ts';
import type { Certificate } from '../x509/certificate.ts';
import { type ActiveAnswer, readActiveKey, verifyActiveAnswer } from './active.ts';
import { countriesAgree } from './countries.ts';
import { type ChipReason, inOrder, resultOf } from './reasons.ts';
import { readSecurityInfos } from './security-infos.ts';
import { parseSecurityObject, type SecurityObject } from './security-object.ts';

/** Whole files as a chip's reader delivered them. */
export interface ChipFiles {
  securityObject: Uint8Array;
  /** By number, 1 to 16. */
  dataGroups: ReadonlyMap<number, Uint8Array>;
  /** Only over a challenge that this appliance drew for this record: anything else proves nothing. */
  activeAnswer?: ActiveAnswer;
}

/** What chips are verified against. */
export interface ChipTrust {
  /** Country signers (CSCA). */
  anchors: AnchorPool;
  revocations: Revocations;
  /** Document signers from a directory, for chips that do not carry theirs. They count only under an anchor. */
  documentSigners?: readonly Certificate[];
}

export interface ChipOptions {
  /** When the document was presented. */
  atMs: number;
  /** ISO 3166-1 alpha-2 of the state that DG1 names as the issuer; null: unknown. */
  issuingCountry?: string | null;
  way?: EcWay;
}

/** The steps of a chip's check, in the words of BSI TR-03135-1. */
export type ChipStep = 'integrity' | 'signature' | 'signer_chain' | 'revocation' | 'clone_protection';

export interface ChipCheck {
  result: Exclude<SourceResult, 'parsed'>;
  steps: Record<ChipStep, StepResult>;
  /** The worst first. */
  reasons: ChipReason[];
  /** By the number of each data group that the security object lists or that was given. `undetermined`: it was not given. */
  dataGroups: Record<number, StepResult>;
  signer: CertificateSummary | null;
  anchor: CertificateSummary | null;
  /** Such as `sha256`, `ecdsa-sha256`, `brainpoolP256r1`, each once. */
  algorithms: string[];
  /** When the signer says that it signed, in milliseconds; null: it does not say. */
  signedAtMs: number | null;
}

/** DG1, the MRZ, and DG2, the face, without which a chip says little about its holder. */
const NEEDED_GROUPS = [1, 2];

/**
 * Passive authentication (ICAO Doc 9303-11, 5) of what was read from a chip, and active authentication where an answer to a challenge is there. Passive
 * authentication proves the data alone: a copy of a chip passes it too. Bad input is a reason, never an error.
 */
export function checkChip(files: ChipFiles, trust: ChipTrust, options: ChipOptions): ChipCheck {
  const collected = startOf(files);
  try {
    const object = parseSecurityObject(files.securityObject);
    checkIntegrity(collected, object, files.dataGroups);
    checkSigner(collected, object, trust, options);
    checkClone(collected, files, options.way);
  } catch (error) {
    if (!(error instanceof AuthenticityError)) throw error;
    collected.reasons.add(error.code === 'unsupported' ? 'chip_algorithm_unsupported' : 'chip_unreadable');
  }
  return conclude(collected);
}

type Collected = Omit<ChipCheck, 'result' | 'reasons' | 'algorithms'> & {
  reasons: Set<ChipReason>;
  algorithms: Set<string>;
};

function startOf({ dataGroups }: ChipFiles): Collected {
  const steps: Collected['steps'] = {
    integrity: 'undetermined',
    signature: 'undetermined',
    signer_chain: 'undetermined',
    revocation: 'undetermined',
    clone_protection: 'undetermined',
  };
  const reasons = new Set<ChipReason>();
  if (NEEDED_GROUPS.some((number) => !dataGroups.has(number))) reasons.add('chip_incomplete');
  return { steps, reasons, dataGroups: {}, signer: null, anchor: null, algorithms: new Set(), signedAtMs: null };
}

function checkIntegrity(
  { steps, reasons, dataGroups, algorithms }: Collected,
  { hash, hashes, hasOddType }: SecurityObject,
  given: ChipFiles['dataGroups'],
): void {
  if (hasOddType) reasons.add('chip_deviation');
  for (const number of hashes.keys()) dataGroups[number] = 'undetermined';
  if (!hash) {
    steps.integrity = 'not_supported';
    reasons.add('chip_algorithm_unsupported');
    return;
  }
  algorithms.add(hash);
  if (hash === 'sha1') reasons.add('chip_algorithm_weak');
  for (const [number, bytes] of given) {
    const expected = hashes.get(number);
    if (!expected) reasons.add('chip_data_not_covered');
    else if (!isSame(expected, hashOf(hash, bytes))) reasons.add('chip_data_altered');
    const isRight = expected && isSame(expected, hashOf(hash, bytes));
    dataGroups[number] = isRight ? 'successful' : 'failed';
  }
  if (given.size === 0) return;
  steps.integrity = Object.values(dataGroups).includes('failed') ? 'failed' : 'successful';
}

const STEP_OF: Record<Verdict | 'signer_unknown', StepResult> = {
  valid: 'successful',
  invalid: 'failed',
  unsupported: 'not_supported',
  signer_unknown: 'undetermined',
};

function reasonOf(verdict: Exclude<Verdict | 'signer_unknown', 'valid'>, { anchors }: ChipTrust): ChipReason {
  if (verdict === 'invalid') return 'chip_signature_invalid';
  if (verdict === 'unsupported') return 'chip_algorithm_unsupported';
  return anchors.size === 0 ? 'trust_list_missing' : 'chip_signer_unknown';
}

function checkSigner(collected: Collected, object: SecurityObject, trust: ChipTrust, options: ChipOptions): void {
  const { steps, reasons } = collected;
  const check = verifySignedData(object.data, trust.documentSigners, options.way);
  steps.signature = STEP_OF[check.verdict];
  if (check.deviates) reasons.add('chip_deviation');
  describeSigner(collected, check);
  const signer = check.certificate;
  if (check.verdict !== 'valid' || !signer) {
    reasons.add(check.verdict === 'valid' ? 'chip_signer_unknown' : reasonOf(check.verdict, trust));
    return;
  }
  judgeSigner(collected, signer, options.atMs);
  const verdict = mayNotSign(signer) ? 'signer_unknown' : followChain(collected, signer, trust, options);
  steps.signer_chain = STEP_OF[verdict];
  if (verdict !== 'valid') reasons.add(reasonOf(verdict, trust));
}

function describeSigner(collected: Collected, { algorithm, certificate, signingTimeMs }: SignerCheck): void {
  const { algorithms, reasons } = collected;
  collected.signedAtMs = signingTimeMs;
  algorithms.add(algorithmName(algorithm));
  if (!certificate) return;
  collected.signer = summaryOf(certificate);
  algorithms.add(keyName(certificate.key));
  algorithms.add(algorithmName(certificate.signatureAlgorithm));
  if (isWeak(algorithm, certificate.key)) reasons.add('chip_algorithm_weak');
}

function judgeSigner({ reasons }: Collected, signer: Certificate, atMs: number): void {
  const { isCa, keyUsage, notAfterMs, notBeforeMs, unknownCritical, extendedKeyUsage } = signer;
  if (atMs < notBeforeMs || atMs > notAfterMs) reasons.add('chip_signer_expired');
  if (isCa || keyUsage?.digitalSignature === false || extendedKeyUsage.length > 0) reasons.add('chip_deviation');
  // RFC 5280, 4.2: a certificate with a critical extension that is not understood must not be used.
  if (unknownCritical.length > 0) reasons.add('chip_algorithm_unsupported');
}

/** ICAO's purposes of keys: a signer of lists or seals under the same country signer signs no documents. */
const OTHER_PURPOSES = '2.23.136.1.1.';

const mayNotSign = ({ extendedKeyUsage }: Certificate): boolean =>
  extendedKeyUsage.some((purpose) => purpose.startsWith(OTHER_PURPOSES));

function followChain(
  collected: Collected,
  signer: Certificate,
  { anchors, revocations }: ChipTrust,
  { atMs, issuingCountry = null, way }: ChipOptions,
): Verdict | 'signer_unknown' {
  const { steps, reasons } = collected;
  const { verdict, path } = findPath(signer, anchors, way && { way });
  const anchor = path.at(-1);
  if (verdict !== 'valid' || !anchor) return verdict;
  collected.anchor = summaryOf(anchor);
  if (isWeak(signer.signatureAlgorithm, anchor.key)) reasons.add('chip_algorithm_weak');
  if (signer.country !== anchor.country) reasons.add('chip_deviation');
  if (countriesAgree(issuingCountry, anchor.country) === false) reasons.add('chip_country_mismatch');
  const state = revocations.stateOf(signer, anchor, atMs);
  steps.revocation = state === 'good' ? 'successful' : state === 'revoked' ? 'failed' : 'undetermined';
  if (state === 'revoked') reasons.add('chip_signer_revoked');
  if (state === 'unknown') reasons.add('chip_revocation_unknown');
  return verdict;
}

function checkClone({ steps, reasons, dataGroups }: Collected, files: ChipFiles, way?: EcWay): void {
  const { activeAnswer } = files;
  const keyFile = files.dataGroups.get(15);
  if (!activeAnswer || !keyFile || dataGroups[15] !== 'successful') return;
  const infos = files.dataGroups.get(14);
  const hash = infos ? (readOrNull(() => readSecurityInfos(infos))?.activeHash ?? null) : null;
  const verdict = verifyActiveAnswer(readActiveKey(keyFile), activeAnswer, hash, way);
  steps.clone_protection = STEP_OF[verdict];
  if (verdict === 'invalid') reasons.add('chip_clone_suspected');
}

function conclude({ reasons, algorithms, ...collected }: Collected): ChipCheck {
  const { steps } = collected;
  const result = resultOf(reasons);
  if (result === 'valid') {
    if (steps.integrity === 'successful') reasons.add('chip_authentic');
    reasons.add(steps.clone_protection === 'successful' ? 'chip_clone_excluded' : 'chip_copy_not_excluded');
  }
  return { result, ...collected, reasons: inOrder(reasons), algorithms: [...algorithms] };
}
