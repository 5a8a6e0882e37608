import { createAnchorPool } from '../../authenticity/anchors.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import type { TrustKind } from '../../vocabulary/trust-kinds.ts';
import type { TrustReading } from '../types.ts';
import { entryOf } from './entries.ts';
import { topOf } from './paths.ts';

/** Kinds whose files hold nothing but certificates, each of which is an anchor. */
export type CertificateKind = Extract<TrustKind, 'csca' | 'vds_signers' | 'iaca' | 'uidai'>;

/** Encoded object identifiers of extensions: 2.5.29.16, PrivateKeyUsagePeriod, and 2.5.29.18, IssuerAlternativeName. */
const PRIVATE_KEY_USAGE_PERIOD = Buffer.from('0603551d10', 'hex');
const ISSUER_ALT_NAME = Buffer.from('0603551d12', 'hex');
/** The subject of a seal signer: a country and an identifier of two characters (BSI TR-03137-1, 5.2). */
const SEAL_SIGNER = /(^|, )CN=[A-Z0-9]{2}(,|$)/;
const UIDAI = /UIDAI|UNIQUE IDENTIFICATION AUTHORITY OF INDIA/i;

/**
 * Returns what a certificate is for, null if its content does not show it. A country signer (CSCA) gives the period in which its key is used (ICAO Doc
 * 9303-12, table 1). An issuer of driving licences (IACA) does not, and gives an alternative name (ISO/IEC 18013-5, B.1.2).
 */
export function kindOfCertificate({ isCa, subject, tbs }: Certificate): CertificateKind | null {
  if (UIDAI.test(subject.text)) return 'uidai';
  if (!isCa) return SEAL_SIGNER.test(subject.text) ? 'vds_signers' : null;
  const content = Buffer.from(tbs.buffer, tbs.byteOffset, tbs.byteLength);
  if (content.includes(PRIVATE_KEY_USAGE_PERIOD)) return 'csca';
  return content.includes(ISSUER_ALT_NAME) ? 'iaca' : null;
}

/** Reads a list that consists of certificates alone. It rests on those that no other one of it and no trusted one signed. */
export function readCertificates(
  kind: CertificateKind,
  certificates: readonly Certificate[],
  trusted: readonly Certificate[],
): TrustReading {
  const pool = createAnchorPool(trusted);
  const unique = [...createAnchorPool(certificates).all()];
  return {
    kind,
    ...nameOf(kind, unique),
    publishedAt: null,
    entries: unique.map((certificate) => entryOf(certificate, 'anchor')),
    restsOn: [...new Set(unique.map((certificate) => topOf(certificate, pool, unique)))],
    skipped: {},
  };
}

const KEY_ID_SHOWN = 8;

/** One certificate alone is a list of its own, named after its key, so that the next certificate of another key does not take its place. */
function nameOf(kind: CertificateKind, certificates: readonly Certificate[]): { code: string; name: string } {
  const countries = new Set(certificates.map(({ country }) => country?.toLowerCase()));
  const [country] = countries;
  const parts: string[] = [kind];
  if (countries.size === 1 && country) parts.push(country);
  const [first, second] = certificates;
  if (first && !second) parts.push((first.subjectKeyId ?? first.keyId).slice(0, KEY_ID_SHOWN));
  return { code: parts.join('_'), name: first && !second ? first.subject.text : parts.join(' ').toUpperCase() };
}
