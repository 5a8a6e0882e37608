import { type Certificate, parseCertificate } from '../authenticity/x509/certificate.ts';
import type { Db } from '../db/open.ts';
import type { TrustKind } from '../vocabulary/trust-kinds.ts';
import { activeTrustVersions, confirmedAnchors, loadEntries, readItems } from './store/versions.ts';
import type { TrustItem, TrustVersion } from './types.ts';

/** The kinds whose anchors certify document signers of chips and their revocation lists: certificates of a country's signing authority (CSCA). */
export const CSCA_KINDS: readonly TrustKind[] = ['csca_master_list', 'csca', 'icao_ldif'];

interface Proof {
  /** The kinds for which a certificate must have been confirmed. */
  confirmed: readonly TrustKind[];
  /** Whether any active CSCA certificate counts as well. It may certify signers and revocations, but no list of other countries' certificates. */
  activeCsca?: true;
}

/** What a list of each kind may rest on without another confirmation. An anchor of one kind of document proves no other kind. */
const PROVEN_BY: Readonly<Record<TrustKind, Proof>> = {
  csca_master_list: { confirmed: ['csca_master_list', 'csca'] },
  csca: { confirmed: ['csca_master_list', 'csca'] },
  icao_ldif: { confirmed: ['csca_master_list', 'csca'], activeCsca: true },
  crl: { confirmed: [], activeCsca: true },
  vds_signers: { confirmed: ['vds_signers'], activeCsca: true },
  vical: { confirmed: ['vical'] },
  iaca: { confirmed: ['iaca'] },
  uidai: { confirmed: ['uidai'] },
};

/** What is trusted now, for the reading of one import. Plain data: it goes to another thread. */
export interface Trusted {
  /** Certificates that were confirmed, by the kind of list that they prove. */
  confirmed: Record<TrustKind, TrustItem[]>;
  /** Anchors of the active CSCA lists. */
  activeCsca: TrustItem[];
}

/** Returns what is trusted now. Throws `row_refused` if any of it was changed outside the appliance. */
export function readTrusted(db: Db): Trusted {
  const confirmed = Object.entries(PROVEN_BY).map(([kind, proof]) => {
    const fingerprints = new Set(proof.confirmed.flatMap((other) => confirmedAnchors(db, other)));
    return [kind, readItems(db, [...fingerprints])];
  });
  return { confirmed: Object.fromEntries(confirmed) as Trusted['confirmed'], activeCsca: activeCsca(db) };
}

/** Returns the certificates that prove a list of this kind. */
export function provingFor({ confirmed, activeCsca: active }: Trusted, kind: TrustKind): Certificate[] {
  const items = PROVEN_BY[kind].activeCsca ? [...confirmed[kind], ...active] : confirmed[kind];
  return items.map(({ der }) => parseCertificate(der));
}

/** Returns the certificates on which a version rests and that are not trusted now. Each must be confirmed before it becomes active. */
export function unconfirmedOf(db: Db, { format, restsOn }: Pick<TrustVersion, 'format' | 'restsOn'>): TrustItem[] {
  const { confirmed, activeCsca: byActive } = PROVEN_BY[format];
  const trusted = new Set(confirmed.flatMap((kind) => confirmedAnchors(db, kind)));
  if (byActive && restsOn.some((fingerprint) => !trusted.has(fingerprint))) {
    for (const { sha256 } of activeCsca(db)) trusted.add(sha256);
  }
  return readItems(
    db,
    restsOn.filter((fingerprint) => !trusted.has(fingerprint)),
  );
}

function activeCsca(db: Db): TrustItem[] {
  return activeTrustVersions(db)
    .filter(({ format }) => CSCA_KINDS.includes(format))
    .flatMap((version) => loadEntries(db, version).filter(({ role }) => role === 'anchor'));
}
