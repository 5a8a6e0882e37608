import { malformed } from '../../authenticity/errors.ts';
import { readTrustFile, type TrustFile } from '../../authenticity/trust-files.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import type { TrustKind } from '../../vocabulary/trust-kinds.ts';
import type { Trusted } from '../rests-on.ts';
import type { TrustReading } from '../types.ts';
import { readCrl } from './crl.ts';
import { readDirectoryFile } from './directory.ts';
import { readMasterList } from './master-list.ts';
import { readVicalList } from './vical.ts';

/** A file of a trust list, recognised by its content alone. */
export type RecognisedFile =
  | { form: 'certificates'; certificates: Certificate[] }
  | {
      form: 'list';
      kind: TrustKind;
      /** `beside`: certificates of the publisher in other files. Throws `AuthenticityError`, and `list_invalid` if its signer is not known. */
      read(trusted: Trusted, beside: readonly Certificate[]): TrustReading;
    };

/** Recognises and reads a file. Throws `AuthenticityError`. */
export function recogniseTrustFile(bytes: Buffer): RecognisedFile {
  const file = readTrustFile(bytes);
  if (file?.kind === 'certificates') return { form: 'certificates', certificates: file.certificates };
  if (file) return listOf(file);
  throw malformed(
    'it is no trust list that can be read. Supported are CSCA master lists, revocation lists, LDIF files of the ICAO directory, VICALs, and certificates as DER or PEM.',
  );
}

function listOf(file: TrustFile): RecognisedFile {
  const [masterList] = file.masterLists;
  const [crl] = file.revocationLists;
  const [vical] = file.vicals;
  if (file.kind === 'master_list' && masterList) {
    return {
      form: 'list',
      kind: 'csca_master_list',
      read: (trusted, beside) => readMasterList(masterList, trusted, beside),
    };
  }
  if (file.kind === 'crl' && crl) return { form: 'list', kind: 'crl', read: (trusted) => readCrl(crl, trusted) };
  if (vical) return { form: 'list', kind: 'vical', read: (trusted, beside) => readVicalList(vical, trusted, beside) };
  return { form: 'list', kind: 'icao_ldif', read: (trusted) => readDirectoryFile(file, trusted) };
}

/** The start of every file of a trust list: DER, PEM, LDIF, or a signed message in CBOR (tag 18, or an array of four). */
const STARTS = [/^\u0030[\u0080-\u0084]/, /^\s*-----BEGIN /, /^(?:\s*#[^\n]*\n|\s)*(?:version|dn):/, /^\u00d2?\u0084/];

/** Whether the start of a file, decoded as Latin-1, is that of a trust list rather than of a watchlist. */
export function looksLikeTrustFile(head: string): boolean {
  return STARTS.some((start) => start.test(head));
}
