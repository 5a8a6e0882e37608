import { type EcWay, type Verdict, verifySignature } from './crypto/verify.ts';
import type { Certificate } from './x509/certificate.ts';

/** Certificates that are trusted without another proof: of one kind, such as all country signers (CSCA). */
export interface AnchorPool {
  readonly size: number;
  /** Each certificate once. */
  all(): Iterable<Certificate>;
  has(certificate: Certificate): boolean;
  /** Those with this key identifier, in hexadecimal, given or computed. */
  withKeyId(keyId: string): readonly Certificate[];
  ofCountry(country: string | null): readonly Certificate[];
}

/** Makes a pool of certificates; the same file twice counts once. */
export function createAnchorPool(certificates: Iterable<Certificate>): AnchorPool {
  const all = new Map<string, Certificate>();
  const byKeyId = new Map<string, Certificate[]>();
  const byCountry = new Map<string | null, Certificate[]>();
  for (const certificate of certificates) {
    if (all.has(certificate.sha256)) continue;
    all.set(certificate.sha256, certificate);
    for (const id of new Set([certificate.subjectKeyId ?? certificate.keyId, certificate.keyId])) {
      push(byKeyId, id, certificate);
    }
    push(byCountry, certificate.country, certificate);
  }
  return {
    size: all.size,
    all: () => all.values(),
    has: ({ sha256 }) => all.has(sha256),
    withKeyId: (keyId) => byKeyId.get(keyId) ?? [],
    ofCountry: (country) => byCountry.get(country) ?? [],
  };
}

function push<Key>(map: Map<Key, Certificate[]>, key: Key, certificate: Certificate): void {
  const list = map.get(key);
  if (list) list.push(certificate);
  else map.set(key, [certificate]);
}

export interface CertificatePath {
  /** `signer_unknown`: no anchor has the key that signed the certificate. */
  verdict: Verdict | 'signer_unknown';
  /** From the certificate to its anchor; only the certificate itself if the verdict is not `valid`. */
  path: Certificate[];
}

interface PathOptions {
  /** Certificates from the same source that may lie between, such as the others of an x5chain. They need a CA's rights. */
  intermediates?: readonly Certificate[];
  way?: EcWay;
}

const PATH_CERTIFICATES_MAX = 5;
/** Certificates of one country that are tried if the certificate does not name its issuer's key; the largest list has 34 of one country. */
const TRIED_MAX = 128;

/**
 * Finds the anchor that a certificate leads to. The issuer is found by its key, never by its name: names differ in spelling from list to list, and the
 * signature decides. Dates are not judged here: documents outlive the certificates of their signers.
 */
export function findPath(certificate: Certificate, pool: AnchorPool, options: PathOptions = {}): CertificatePath {
  if (pool.has(certificate)) return { verdict: 'valid', path: [certificate] };
  const { verdict, issuer } = findIssuer(certificate, issuersIn(pool, certificate), options.way);
  if (issuer) return { verdict: 'valid', path: [certificate, issuer] };
  return throughIntermediates(certificate, pool, options) ?? { verdict, path: [certificate] };
}

function throughIntermediates(
  certificate: Certificate,
  pool: AnchorPool,
  { intermediates = [], way }: PathOptions,
): CertificatePath | null {
  const usable = intermediates.filter((one) => mayIssue(one) && one.sha256 !== certificate.sha256);
  const { issuer } = findIssuer(certificate, usable.slice(0, PATH_CERTIFICATES_MAX), way);
  if (!issuer) return null;
  const rest = usable.filter((one) => one !== issuer);
  const above = findPath(issuer, pool, { intermediates: rest, ...(way && { way }) });
  return { ...above, path: above.verdict === 'valid' ? [certificate, ...above.path] : [certificate] };
}

/** The certificates of the pool that may have signed this one. */
function issuersIn(pool: AnchorPool, { authorityKeyId, country, issuer }: Certificate): Certificate[] {
  const named = authorityKeyId === null ? [] : pool.withKeyId(authorityKeyId);
  const tried = named.length > 0 ? named : pool.ofCountry(issuer.country ?? country).slice(0, TRIED_MAX);
  // Some states leave out that a country signer is an authority, and say only what its key is for.
  return tried.filter(({ isCa, keyUsage }) => keyUsage?.certSign ?? isCa);
}

const mayIssue = ({ isCa, keyUsage }: Certificate): boolean => isCa && keyUsage?.certSign !== false;

interface FoundIssuer {
  verdict: CertificatePath['verdict'];
  issuer: Certificate | null;
}

/**
 * `invalid` only where the certificate names the key of a candidate: a candidate that was merely tried proves nothing by failing. Among certificates of
 * one key, the one that was valid when the certificate began is taken.
 */
function findIssuer(certificate: Certificate, candidates: readonly Certificate[], way?: EcWay): FoundIssuer {
  let verdict: FoundIssuer['verdict'] = 'signer_unknown';
  const signers: Certificate[] = [];
  const verdicts = new Map<string, Verdict>();
  for (const candidate of candidates) {
    const known = verdicts.get(candidate.keyId) ?? verifyIssued(certificate, candidate, way);
    verdicts.set(candidate.keyId, known);
    const isNamed = [candidate.subjectKeyId, candidate.keyId].includes(certificate.authorityKeyId);
    if (known === 'valid') signers.push(candidate);
    else if (known === 'unsupported' || isNamed) verdict = known;
  }
  const { notBeforeMs } = certificate;
  const inTime = signers.find((one) => one.notBeforeMs <= notBeforeMs && notBeforeMs <= one.notAfterMs);
  const issuer = inTime ?? signers[0] ?? null;
  return { verdict: issuer ? 'valid' : verdict, issuer };
}

/** Verifies that the key of `issuer` signed `certificate`. */
export function verifyIssued(certificate: Certificate, issuer: Certificate, way?: EcWay): Verdict {
  const { signatureAlgorithm: algorithm, tbs: signed, signature } = certificate;
  return verifySignature({ key: issuer.key, algorithm, signed, signature }, way);
}
