import type { Certificate } from '../authenticity/x509/certificate.ts';
import type { DatasetVersion } from '../datasets/versions.ts';
import type { TrustKind } from '../vocabulary/trust-kinds.ts';

/**
 * What an entry of a trust list is for. `anchor`: it proves documents. `signer`: a document signer, which counts only under an anchor. `crl`: a
 * revocation list. `proof`: a certificate that the list itself rests on, and that proves no document.
 */
export type TrustRole = 'anchor' | 'signer' | 'crl' | 'proof';

/** A certificate or a revocation list, with the facts that are shown and compared. */
export interface TrustItem {
  /** SHA-256 of `der`, hex: the fingerprint of a certificate. */
  sha256: string;
  der: Uint8Array;
  /** ISO 3166-1 alpha-2, or as written. null: it names none. */
  country: string | null;
  /** The distinguished name of its subject, or of a revocation list's issuer. */
  subject: string;
  /** The subject key id of a certificate, or the authority key id of a revocation list, hex. */
  keyId: string | null;
  notBeforeMs: number;
  /** The end of a certificate, or when the next revocation list is due. */
  notAfterMs: number | null;
}

export interface TrustEntry extends TrustItem {
  role: TrustRole;
  /** The types of mobile documents that it may sign. null: all. */
  docTypes: string[] | null;
}

/** What the files of one trust list say. */
export interface TrustReading {
  kind: TrustKind;
  /** The code and name of the list if the operator gives none. */
  code: string;
  name: string;
  /** YYYY-MM-DD, by its signature or its own statement. */
  publishedAt: string | null;
  entries: TrustEntry[];
  /**
   * The certificates on which everything else rests. All of them must be confirmed before the version becomes active. For a list
   * that a confirmed certificate signed, that certificate.
   */
  restsOn: Certificate[];
  /** Entries that were left out, by reason. */
  skipped: Record<string, number>;
}

/** One imported version of a trust list. It is staged until an administrator activates it. */
export interface TrustVersion extends DatasetVersion {
  seq: number;
  format: TrustKind;
  importedBy: string;
  certificates: number;
  revocationLists: number;
  /** Countries of its certificates and revocation lists, in order. */
  countries: string[];
  skipped: Record<string, number>;
  restsOn: string[];
  entriesHash: string;
  /** When it first became active. null: it is staged. */
  activatedAtMs: number | null;
}
