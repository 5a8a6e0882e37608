import { type AnchorPool, createAnchorPool, findPath, verifyIssued } from '../../authenticity/anchors.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import { LIMITS } from '../../lib/limits.ts';

/**
 * Returns the certificate on which this one rests: the trusted one that it leads to, or else the topmost one of its path. `others`: certificates from
 * the same files that may lie between.
 */
export function topOf(certificate: Certificate, trusted: AnchorPool, others: readonly Certificate[]): Certificate {
  const unique = [...createAnchorPool(others).all()].filter(({ sha256 }) => sha256 !== certificate.sha256);
  const above = issuersOf(certificate, unique);
  const [roots, links] = [above.filter(isSelfSigned), above.filter((one) => !isSelfSigned(one))];
  const { path, verdict } = findPath(certificate, trusted, { intermediates: links });
  const anchor = path.at(-1);
  return verdict === 'valid' && anchor ? anchor : climb(certificate, [...roots, ...links]);
}

/** Returns the topmost certificate above this one. Of several with one key, the first: a root before a link to an older key. */
function climb(certificate: Certificate, above: readonly Certificate[]): Certificate {
  let top = certificate;
  const rest = new Set(above);
  while (!isSelfSigned(top)) {
    rest.delete(top);
    const [, issuer] = findPath(top, createAnchorPool(rest)).path;
    if (!issuer) break;
    top = issuer;
  }
  return top;
}

const isSelfSigned = (certificate: Certificate): boolean => verifyIssued(certificate, certificate) === 'valid';

/** Returns the certificates that may lie above this one, by the key identifiers that they name: the nearest first. */
function issuersOf(certificate: Certificate, others: readonly Certificate[]): Certificate[] {
  const found = new Set<Certificate>();
  let wanted: readonly Certificate[] = [certificate];
  for (let level = 0; level < LIMITS.trustPathMax && wanted.length > 0; level++) {
    const ids = new Set(wanted.map(({ authorityKeyId }) => authorityKeyId));
    wanted = others.filter((other) => !found.has(other) && (ids.has(other.subjectKeyId) || ids.has(other.keyId)));
    for (const one of wanted) found.add(one);
  }
  return [...found];
}
