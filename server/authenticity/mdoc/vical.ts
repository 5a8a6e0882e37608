import { type AnchorPool, findPath } from '../anchors.ts';
import { asArray, asBytes, asMap, asText, momentIn, textIn } from '../cbor/fields.ts';
import { type CborValue, readCbor } from '../cbor/read.ts';
import { readCoseMessage, signatureOf, verifySign1 } from '../cose/sign1.ts';
import { malformed, readOrNull } from '../errors.ts';
import {
  algorithmsOf,
  emptyReport,
  resultOf,
  resultOfFailure,
  type SourceReport,
  stepOf,
  summaryOf,
} from '../result.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import { isValidAt, readChain } from './verify.ts';

/** A list of issuers of mobile documents (ISO/IEC 18013-5, annex C). */
export interface Vical {
  provider: string;
  /** Of this issue, in milliseconds since 1970. */
  issuedMs: number;
  /** null: not stated. */
  nextMs: number | null;
  issuers: VicalIssuer[];
  /** Entries whose certificate cannot be read, or may not issue. */
  unusable: number;
}

export interface VicalIssuer {
  certificate: Certificate;
  /** Types of documents that it may sign. */
  docTypes: string[];
}

export interface VicalReport extends SourceReport {
  kind: 'vical';
  /** null: it cannot be read. Use it only if the result is `valid`. */
  list: Vical | null;
}

/** Returns whether a certificate may issue signers of documents: a root of ISO/IEC 18013-5, table B.1. */
export const mayIssueSigners = ({ isCa, keyUsage, unknownCritical }: Certificate): boolean =>
  isCa && keyUsage?.certSign !== false && unknownCritical.length === 0;

/** Returns whether bytes begin as a VICAL does, an array of four or its tag 18, and name the list's provider. */
export const isVical = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x84 || bytes[0] === 0xd2) && Buffer.from(bytes).includes('vicalProvider');

/**
 * Verifies a VICAL against the certificates of its providers. Its signer is judged when it signed. A list that is overdue at `atMs` has the
 * reason `trust_list_stale`. Never throws for what the file holds.
 */
export function verifyVical(bytes: Uint8Array, providers: AnchorPool, atMs: number): VicalReport {
  let read: ReturnType<typeof readVical>;
  try {
    read = readVical(bytes);
  } catch (error) {
    return { kind: 'vical', ...emptyReport(resultOfFailure(error)), list: null };
  }
  const { message, payload, list, signer, intermediates } = read;
  const verdict = verifySign1(message, signer.key, payload);
  const { verdict: trust, path } = findPath(signer, providers, { intermediates });
  const isTrusted = trust === 'valid' && path.every((one) => isValidAt(one, list.issuedMs));
  const anchor = isTrusted ? (path.at(-1) ?? null) : null;
  const algorithm = signatureOf(message);
  return {
    kind: 'vical',
    result: resultOf(trust === 'invalid' ? trust : verdict, anchor),
    steps: { signature: stepOf(verdict), signer_chain: trust === 'valid' && !isTrusted ? 'failed' : stepOf(trust) },
    reasons: list.nextMs !== null && list.nextMs < atMs ? ['trust_list_stale'] : [],
    signer: summaryOf(signer),
    anchor: anchor && summaryOf(anchor),
    algorithms: algorithm ? algorithmsOf(algorithm, signer.key) : [],
    list,
  };
}

/** Reads a VICAL and who signed it. Nothing of it has been verified. Throws `AuthenticityError`. */
export function readVical(bytes: Uint8Array) {
  const message = readCoseMessage(readCbor(bytes));
  const { payload } = message;
  if (payload === null) throw malformed('VICAL: the list is missing');
  const map = asMap(readCbor(payload), 'a VICAL');
  const entries = asArray(map.get('certificateInfos'), 'certificateInfos').map(readEntry);
  const issuers = entries.filter((entry) => entry !== null);
  const list: Vical = {
    provider: textIn(map, 'vicalProvider'),
    issuedMs: momentIn(map, 'date'),
    nextMs: map.has('nextUpdate') ? momentIn(map, 'nextUpdate') : null,
    issuers,
    unusable: entries.length - issuers.length,
  };
  const [signer, ...intermediates] = readChain(message);
  if (!signer) throw malformed('VICAL: it has no signer');
  return { message, payload, signer, intermediates, list };
}

function readEntry(value: CborValue): VicalIssuer | null {
  const entry = asMap(value, 'an issuer');
  const docTypes = asArray(entry.get('docType'), 'docType').map((docType) => asText(docType, 'docType'));
  const der = asBytes(entry.get('certificate'), 'certificate');
  const certificate = readOrNull(() => parseCertificate(der));
  return certificate && mayIssueSigners(certificate) ? { certificate, docTypes } : null;
}
