import { must } from '../../lib/assert.ts';
import { type AnchorPool, findPath } from '../anchors.ts';
import { type CoseMessage, signatureOf, verifySign1 } from '../cose/sign1.ts';
import { hashOf } from '../crypto/hash.ts';
import type { Verdict } from '../crypto/verify.ts';
import { isSame } from '../der/values.ts';
import { readOrNull } from '../errors.ts';
import {
  algorithmsOf,
  emptyReport,
  resultOf,
  resultOfFailure,
  type SourceReport,
  type SourceResult,
  type StepResult,
  stepOf,
  summaryOf,
} from '../result.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import { type MdocSession, verifyDevice } from './device.ts';
import { type MdocDocument, readMdoc } from './device-response.ts';
import { fieldsOfMdoc, type MdocFields, portraitOf } from './fields.ts';

/** The issuers that are trusted (IACA), and the types of documents that a list allows some of them, by their certificate's SHA-256. */
export interface MdocAnchors {
  iaca: AnchorPool;
  docTypes?: ReadonlyMap<string, readonly string[]>;
}

export interface MdocReport extends SourceReport {
  kind: 'mdoc';
  documents: MdocDocumentReport[];
}

export interface MdocDocumentReport extends SourceReport {
  kind: 'mdoc';
  document_type: string;
  /** Of the security object, in ISO 8601. */
  signed_at: string;
  valid_from: string;
  valid_until: string;
  /** What the document says, proven or not. */
  fields: MdocFields;
  /** The holder's portrait, JPEG or JPEG 2000. */
  portrait: Uint8Array | null;
}

/** The worst first: a response is as good as its worst document. */
const WORST: readonly SourceResult[] = ['invalid', 'unsupported', 'signer_unknown', 'parsed', 'valid'];
/** ISO/IEC 18013-5, table B.3: the extended key usage of signers of documents. */
const DOCUMENT_SIGNER = '1.0.18013.5.1.2';

/**
 * Verifies a DeviceResponse or an IssuerSigned (ISO/IEC 18013-5, 9.3.1). Its signer is judged when it signed, its period at `atMs`, or when it was signed if
 * that is null. Without a session the issuer is proven, and not the holder. Never throws for what the file holds.
 */
export function verifyMdoc(
  bytes: Uint8Array,
  anchors: MdocAnchors,
  atMs: number | null,
  session: MdocSession | null = null,
): MdocReport {
  let read: MdocDocument[];
  try {
    read = readMdoc(bytes);
  } catch (error) {
    return { kind: 'mdoc', ...emptyReport(resultOfFailure(error), ['mdoc_unreadable']), documents: [] };
  }
  const documents = read.map((document) => verifyDocument(document, anchors, atMs, session));
  const [worst] = documents.toSorted((a, b) => WORST.indexOf(a.result) - WORST.indexOf(b.result));
  const { kind, result, steps, signer, anchor, algorithms } = must(worst, 'a response has a document');
  const reasons = [...new Set(documents.flatMap((document) => document.reasons))];
  return { kind, result, steps, reasons, signer, anchor, algorithms, documents };
}

function verifyDocument(
  document: MdocDocument,
  anchors: MdocAnchors,
  atMs: number | null,
  session: MdocSession | null,
): MdocDocumentReport {
  const { docType, security, items, device, issuerAuth } = document;
  const issuer = verifyIssuer(document, anchors);
  const at = atMs ?? Math.max(security.signedMs, security.validFromMs);
  const isValid = security.validFromMs <= at && at <= security.validUntilMs;
  const isWhole = docType === security.docType && items.every((item) => isCovered(item, document));
  const deviceStep = device && session ? verifyDevice(device, security, session) : 'undetermined';
  const steps = {
    integrity: isWhole ? 'successful' : 'failed',
    signature: stepOf(issuer.verdict),
    signer_chain: issuer.chain,
    validity: isValid ? 'successful' : 'failed',
    device_authentication: deviceStep,
  } satisfies Record<string, StepResult>;
  const faults = [
    ...(issuer.verdict === 'invalid' ? ['mdoc_signature_invalid'] : []),
    ...(isWhole ? [] : ['mdoc_data_altered']),
    ...(isValid ? [] : ['mdoc_expired']),
    ...(deviceStep === 'failed' ? ['mdoc_device_signature_invalid'] : []),
  ];
  const result = faults.length > 0 ? 'invalid' : resultOf(issuer.verdict, issuer.anchor);
  const { signer } = issuer;
  const algorithm = signatureOf(issuerAuth);
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    kind: 'mdoc',
    result,
    steps,
    reasons: [
      ...faults,
      ...(result === 'valid' ? ['mdoc_authentic'] : []),
      ...(issuer.anchor || issuer.verdict === 'invalid' ? [] : ['mdoc_issuer_unknown']),
      ...(deviceStep === 'successful' || deviceStep === 'failed' ? [] : ['mdoc_holder_unproven']),
    ],
    signer: signer && summaryOf(signer),
    anchor: issuer.anchor && summaryOf(issuer.anchor),
    algorithms: signer && algorithm ? algorithmsOf(algorithm, signer.key) : [],
    document_type: docType,
    signed_at: iso(security.signedMs),
    valid_from: iso(security.validFromMs),
    valid_until: iso(security.validUntilMs),
    fields: fieldsOfMdoc(items),
    portrait: portraitOf(items),
  };
}

/** Whether the security object has the item's digest. */
function isCovered(
  { nameSpace, digestId, encoded }: MdocDocument['items'][number],
  { security }: MdocDocument,
): boolean {
  const digest = security.digests.get(nameSpace)?.get(digestId);
  return digest !== undefined && isSame(digest, hashOf(security.digestAlgorithm, encoded));
}

interface Issuer {
  verdict: Verdict;
  chain: StepResult;
  signer: Certificate | null;
  /** null: nobody who is trusted stands behind the signer. */
  anchor: Certificate | null;
}

function verifyIssuer({ docType, issuerAuth, security }: MdocDocument, { iaca, docTypes }: MdocAnchors): Issuer {
  const chain = readOrNull(() => readChain(issuerAuth));
  const [signer, ...intermediates] = chain ?? [];
  if (!signer || issuerAuth.payload === null) {
    return { verdict: 'invalid', chain: 'undetermined', signer: null, anchor: null };
  }
  const verdict = verifySign1(issuerAuth, signer.key, issuerAuth.payload);
  const { verdict: trust, path } = findPath(signer, iaca, { intermediates });
  const anchor = trust === 'valid' ? (path.at(-1) ?? null) : null;
  // The certificate names the key of an issuer who did not sign it.
  if (trust === 'invalid') return { verdict: trust, chain: 'failed', signer, anchor };
  if (!anchor) return { verdict, chain: stepOf(trust), signer, anchor };
  const allowed = docTypes?.get(anchor.sha256);
  const isAllowed =
    maySignDocuments(signer) &&
    path.every((one) => isValidAt(one, security.signedMs)) &&
    (allowed === undefined || allowed.includes(docType));
  return { verdict, chain: isAllowed ? 'successful' : 'failed', signer, anchor: isAllowed ? anchor : null };
}

/** The certificates of an x5chain, the signer first. Throws `AuthenticityError`. */
export const readChain = ({ chain }: CoseMessage): Certificate[] => chain.map((der) => parseCertificate(der));

export const isValidAt = ({ notBeforeMs, notAfterMs }: Certificate, ms: number): boolean =>
  notBeforeMs <= ms && ms <= notAfterMs;

/** Readers have certificates of the same issuers, which must not make documents. */
function maySignDocuments({ keyUsage, extendedKeyUsage, unknownCritical }: Certificate): boolean {
  const isFor = extendedKeyUsage.length === 0 || extendedKeyUsage.includes(DOCUMENT_SIGNER);
  return isFor && keyUsage?.digitalSignature !== false && unknownCritical.length === 0;
}
