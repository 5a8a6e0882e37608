import { parseRevocationList, type RevocationList } from '../crl/crl.ts';
import { AuthenticityError } from '../errors.ts';
import { type MasterList, parseMasterList } from '../masterlist/master-list.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import { readLdif } from './ldif.ts';

/** One object of the ICAO public key directory. Nothing about it has been verified. */
export type DirectoryObject =
  | { kind: 'certificate'; certificate: Certificate }
  | { kind: 'crl'; list: RevocationList }
  | { kind: 'master_list'; list: MasterList }
  | { kind: 'unreadable' };

type Reader = (value: Uint8Array) => DirectoryObject;

const READERS: Readonly<Record<string, Reader>> = {
  usercertificate: (value) => ({ kind: 'certificate', certificate: parseCertificate(value) }),
  cacertificate: (value) => ({ kind: 'certificate', certificate: parseCertificate(value) }),
  certificaterevocationlist: (value) => ({ kind: 'crl', list: parseRevocationList(value) }),
  pkdmasterlistcontent: (value) => ({ kind: 'master_list', list: parseMasterList(value) }),
  cscamasterlistdata: (value) => ({ kind: 'master_list', list: parseMasterList(value) }),
};

/**
 * Reads an LDIF file of the ICAO directory object by object: certificates of document signers, revocation lists, and master lists. A value that cannot be
 * read is reported as such and spoils no other. Throws `AuthenticityError` for a file that is no LDIF.
 */
export function* readDirectory(bytes: Uint8Array): Generator<DirectoryObject> {
  for (const { attribute, value } of readLdif(bytes)) {
    const read = Object.hasOwn(READERS, attribute) ? READERS[attribute] : undefined;
    if (read) yield readOne(read, value);
  }
}

function readOne(read: Reader, value: Uint8Array): DirectoryObject {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof AuthenticityError) return { kind: 'unreadable' };
    throw error;
  }
}
