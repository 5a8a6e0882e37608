import { publicDecrypt } from 'node:crypto';
import { type AnchorPool, type CertificatePath, findPath } from '../anchors.ts';
import type { SignatureAlgorithm } from '../crypto/algorithms.ts';
import { type Hash, hashOf } from '../crypto/hash.ts';
import { keyBitsOf, type PublicKey, rsaObjectOf } from '../crypto/keys.ts';
import { verifySignature } from '../crypto/verify.ts';
import { readOrNull } from '../errors.ts';
import {
  algorithmsOf,
  emptyReport,
  resultOf,
  resultOfFailure,
  type SourceReport,
  type SourceResult,
  stepOf,
  summaryOf,
} from '../result.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import { readSeal, recogniseSeal } from './recognise.ts';
import type { BarcodeContent, SealFields, SealKind, SealReading, SealSignature } from './types.ts';

/** Whom seals are trusted to be signed by. */
export interface SealAnchors {
  /** Signers of seals themselves, as countries publish them. */
  vdsSigners: AnchorPool;
  /** Country signers, which issue the certificates that some seals carry. */
  csca: AnchorPool;
  uidai: AnchorPool;
}

export interface SealReport extends SourceReport {
  kind: SealKind;
  document_type: string | null;
  country: string | null;
  /** YYYY-MM-DD of the signature, if stated. */
  signed_on: string | null;
  /** What the seal says, proven or not; empty if it cannot be read. */
  fields: SealFields;
}

/**
 * Verifies the seal in a barcode, or returns null if it holds none. A signer is judged on the day of the signature, because documents outlive it; a seal
 * without that day is judged at `atMs`. Never throws for what a barcode holds.
 */
export function verifySeal(content: BarcodeContent, anchors: SealAnchors, atMs: number): SealReport | null {
  const kind = recogniseSeal(content);
  if (kind === null) return null;
  const today = new Date(atMs).toISOString().slice(0, 10);
  const unread = { kind, document_type: null, country: null, signed_on: null, fields: {} };
  if (kind === '2d_doc') return { ...unread, ...emptyReport('unsupported') };
  try {
    const seal = readSeal(kind, content, today);
    const { signature, documentType: document_type, country, signedOn: signed_on, fields } = seal;
    const proof = signature ? prove(seal, signature, anchors, atMs) : emptyReport('parsed');
    return { kind, document_type, country, signed_on, fields, ...proof };
  } catch (error) {
    return { ...unread, ...emptyReport(resultOfFailure(error), ['seal_unreadable']) };
  }
}

function prove(seal: SealReading, signature: SealSignature, anchors: SealAnchors, atMs: number): SourceReport {
  const { known, anchorOf } = signersOf(seal, anchors);
  const tried = known.map((signer) => ({ signer, verdict: verifyBy(signer, signature) }));
  const isMade = ({ signer }: { signer: Certificate }): boolean =>
    seal.signer.by !== 'nothing' || opens(signer, signature);
  const found = tried.find(({ verdict }) => verdict === 'valid') ?? tried.find(isMade);
  if (!found) return signerUnknown(seal);
  const { signer } = found;
  const { verdict: trust, anchor } = anchorOf(signer);
  // The certificate names the key of an issuer who did not sign it.
  const verdict = trust === 'invalid' ? trust : found.verdict;
  const isInTime = isValidOn(signer, seal.signedOn === null ? atMs : Date.parse(seal.signedOn));
  const algorithm = algorithmOf(signer.key, signature.hash);
  const result = resultOf(verdict, anchor);
  const isExpired = result === 'valid' && !isInTime;
  return {
    result: isExpired ? 'signer_unknown' : result,
    reasons: isExpired ? ['seal_signer_expired'] : REASONS[result],
    steps: {
      signature: stepOf(verdict),
      signer_chain: anchor === null ? 'undetermined' : isInTime ? 'successful' : 'failed',
    },
    signer: summaryOf(signer),
    anchor: anchor && summaryOf(anchor),
    algorithms: algorithmsOf(algorithm, signer.key),
  };
}

const REASONS: Readonly<Record<SourceResult, string[]>> = {
  valid: ['seal_authentic'],
  invalid: ['seal_signature_invalid'],
  signer_unknown: ['seal_signer_unknown'],
  parsed: [],
  unsupported: [],
};

/** ICAO's IDB has no list of its signers anywhere yet, so without one it counts as read. */
function signerUnknown({ kind }: SealReading): SourceReport {
  const steps = { signature: 'undetermined', signer_chain: 'undetermined' } as const;
  return { ...emptyReport(kind === 'idb' ? 'parsed' : 'signer_unknown', ['seal_signer_unknown']), steps };
}

interface Trust {
  verdict: CertificatePath['verdict'];
  anchor: Certificate | null;
}

interface Signers {
  /** Certificates that may have signed the seal: more than one where its reference fits several. */
  known: Certificate[];
  /** What stands behind one of them. */
  anchorOf: (signer: Certificate) => Trust;
}

function signersOf({ signer }: SealReading, { vdsSigners, csca, uidai }: SealAnchors): Signers {
  const itself = (anchor: Certificate): Trust => ({ verdict: 'valid', anchor });
  if (signer.by === 'nothing')
    return { known: [...uidai.all()].filter(({ key }) => key.kind === 'rsa'), anchorOf: itself };
  if (signer.by === 'reference') {
    return { known: [...vdsSigners.all()].filter((one) => isNamed(one, signer)), anchorOf: itself };
  }
  const carried = signer.certificate && readOrNull(() => parseCertificate(signer.certificate as Uint8Array));
  if (carried && maySign(carried) && (signer.by === 'certificate' || isSha1End(carried, signer.end))) {
    return { known: [carried], anchorOf: (one) => trustIn(one, vdsSigners.has(one) ? vdsSigners : csca) };
  }
  if (signer.by === 'certificate') return { known: [], anchorOf: itself };
  return { known: [...vdsSigners.all()].filter((one) => isSha1End(one, signer.end)), anchorOf: itself };
}

const maySign = ({ isCa, keyUsage, unknownCritical }: Certificate): boolean =>
  !isCa && keyUsage?.digitalSignature !== false && unknownCritical.length === 0;

function trustIn(certificate: Certificate, pool: AnchorPool): Trust {
  const { verdict, path } = findPath(certificate, pool);
  return { verdict, anchor: verdict === 'valid' ? (path.at(-1) ?? null) : null };
}

/** The signer's reference is the country and the name of the certificate's subject (ICAO Doc 9303-13, 2.2.1). */
function isNamed({ subject, serial }: Certificate, named: { name: string; serial: string }): boolean {
  const commonName = /(?:^|, )CN=([A-Z0-9]+)/i.exec(subject.text)?.[1];
  const name = `${subject.country ?? ''}${commonName ?? ''}`.toUpperCase();
  return name === named.name && serial.replace(/^0+(?=.)/, '') === named.serial;
}

const isSha1End = ({ raw }: Certificate, end: string): boolean => hashOf('sha1', raw).toString('hex').endsWith(end);

const isValidOn = ({ notBeforeMs, notAfterMs }: Certificate, ms: number): boolean =>
  // The signature's day has no time, and the certificate may begin within it.
  notBeforeMs - DAY_MS < ms && ms <= notAfterMs;
const DAY_MS = 24 * 3600 * 1000;

function verifyBy({ key }: Certificate, { signed, signature, hash }: SealSignature) {
  return verifySignature({ key, algorithm: algorithmOf(key, hash), signed, signature, form: 'raw' });
}

/** Without a named hash it is the one of the key's size (ICAO Doc 9303-13, 2.4; BSI TR-03116-2). */
function algorithmOf(key: PublicKey, hash: Hash | null): SignatureAlgorithm {
  if (key.kind === 'rsa') return { kind: 'rsa', hash: hash ?? 'sha256' };
  const bits = keyBitsOf(key) ?? 256;
  const bySize = bits <= 224 ? 'sha224' : bits <= 256 ? 'sha256' : bits <= 384 ? 'sha384' : 'sha512';
  return { kind: 'ecdsa', hash: hash ?? bySize };
}

/**
 * Returns whether this RSA key made the signature, over whatever data: only then its padding is right (RFC 8017, 8.2.2). A seal that names no signer is
 * thus altered, and not one of an unknown signer.
 */
function opens({ key }: Certificate, { signature }: SealSignature): boolean {
  if (key.kind !== 'rsa') return false;
  try {
    publicDecrypt(rsaObjectOf(key), signature);
    return true;
  } catch {
    return false;
  }
}
