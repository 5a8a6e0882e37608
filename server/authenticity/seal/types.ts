import type { Hash } from '../crypto/hash.ts';

/** `2d_doc`: recognised only; its trust list is signed XML, which is not read here. */
export type SealKind = 'vds' | 'idb' | 'vds_nc' | 'aadhaar' | '2d_doc';

/** What a barcode holds. `bytes` are absent in results of older versions; the text then has the same bytes in Latin-1. */
export interface BarcodeContent {
  text: string;
  bytes?: Uint8Array;
}

/** Fields by the names of `FieldName` in `server/checks/types.ts`. `full_name`: the seal does not split the name. */
export type SealFieldName =
  | 'first_name'
  | 'last_name'
  | 'full_name'
  | 'id_number'
  | 'document_number'
  | 'date_of_birth'
  | 'sex'
  | 'nationality'
  | 'expiry_date'
  | 'issue_date'
  | 'issuing_country'
  | 'address';
export type SealFields = Partial<Record<SealFieldName, string>>;

/** A seal that was read, with what is needed to verify it. */
export interface SealReading {
  kind: Exclude<SealKind, '2d_doc'>;
  /** The type of document as two bytes, `fd02`, or as the seal names it, `icao.vacc`; null: not stated. */
  documentType: string | null;
  /** As the seal writes it: a code of ICAO Doc 9303-3, such as `D`. */
  country: string | null;
  /** YYYY-MM-DD of the signature; null: not stated. */
  signedOn: string | null;
  signer: SealSigner;
  /** null: the seal is not signed. */
  signature: SealSignature | null;
  /** Dates as YYYY-MM-DD, other values as the seal writes them. Nothing here is proven before the seal is `valid`. */
  fields: SealFields;
}

/** How a seal names its signer. */
export type SealSigner =
  /** Country and name of the certificate's subject, and its serial number in hexadecimal without leading zeros. */
  | { by: 'reference'; name: string; serial: string }
  /** The last five bytes of the certificate's SHA-1, in hexadecimal. */
  | { by: 'sha1'; end: string; certificate: Uint8Array | null }
  | { by: 'certificate'; certificate: Uint8Array }
  /** The seal names none: every certificate of UIDAI is tried. */
  | { by: 'nothing' };

export interface SealSignature {
  signed: Uint8Array;
  signature: Uint8Array;
  /** null: by the size of the signer's key. */
  hash: Hash | null;
}
