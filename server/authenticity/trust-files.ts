import { type AnchorPool, createAnchorPool } from './anchors.ts';
import type { ChipTrust } from './chip/check-chip.ts';
import { collectRevocations, findListIssuer, parseRevocationList, type RevocationList } from './crl/crl.ts';
import type { EcWay } from './crypto/verify.ts';
import { readOrNull } from './errors.ts';
import { readDirectory } from './ldif/icao.ts';
import { type MasterList, parseMasterList, verifyMasterList } from './masterlist/master-list.ts';
import type { MdocAnchors } from './mdoc/verify.ts';
import { isVical, mayIssueSigners, verifyVical } from './mdoc/vical.ts';
import type { SealAnchors } from './seal/verify.ts';
import { type Certificate, certificateOfFile } from './x509/certificate.ts';

/** What one file of trust holds, by its content. */
export interface TrustFile {
  kind: 'certificates' | 'master_list' | 'crl' | 'ldif' | 'vical';
  certificates: Certificate[];
  masterLists: MasterList[];
  revocationLists: RevocationList[];
  /** Lists of issuers of mobile documents, as they are. */
  vicals: Uint8Array[];
  /** Objects of a directory that cannot be read. */
  unreadable: number;
}

const LDIF_START = /^(?:\s*#[^\n]*\n|\s)*(?:version|dn):/;
const HEAD_BYTES = 4_096;

/** Reads a file of certificates, a master list, a revocation list, a VICAL or an LDIF file of the ICAO directory; null for another file. */
export function readTrustFile(bytes: Uint8Array): TrustFile | null {
  const none = { certificates: [], masterLists: [], revocationLists: [], vicals: [], unreadable: 0 };
  if (isVical(bytes)) return { ...none, kind: 'vical', vicals: [bytes] };
  if (LDIF_START.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')))
    return readOrNull(() => readLdifFile(bytes));
  const list = readOrNull(() => parseMasterList(bytes));
  if (list) return { ...none, kind: 'master_list', masterLists: [list], unreadable: list.unreadable };
  const certificates = readOrNull(() => certificateOfFile(bytes));
  if (certificates) return { ...none, kind: 'certificates', certificates };
  const crl = readOrNull(() => parseRevocationList(bytes));
  return crl && { ...none, kind: 'crl', revocationLists: [crl] };
}

function readLdifFile(bytes: Uint8Array): TrustFile {
  const file: TrustFile = {
    kind: 'ldif',
    certificates: [],
    masterLists: [],
    revocationLists: [],
    vicals: [],
    unreadable: 0,
  };
  for (const object of readDirectory(bytes)) {
    if (object.kind === 'certificate') file.certificates.push(object.certificate);
    else if (object.kind === 'crl') file.revocationLists.push(object.list);
    else if (object.kind === 'master_list') file.masterLists.push(object.list);
    else file.unreadable += 1;
  }
  return file;
}

/**
 * Collects what files of trust hold. Certificates that are files of their own are anchors. A master list counts once an anchor stands behind its signer, and
 * its certificates then are anchors too, also for other lists. A directory's certificates count only under an anchor.
 */
export function collectTrust(files: readonly TrustFile[], way?: EcWay): CollectedTrust {
  const given = files.filter(({ kind }) => kind === 'certificates').flatMap(({ certificates }) => certificates);
  const anchors = withMasterLists(
    createAnchorPool(given),
    files.flatMap(({ masterLists }) => masterLists),
    way,
  );
  const lists = files.flatMap(({ revocationLists }) => revocationLists);
  const signed = lists.flatMap((list) => {
    const issuer = findListIssuer(list, anchors, way);
    return issuer ? [{ list, issuer }] : [];
  });
  const documentSigners = files.filter(({ kind }) => kind === 'ldif').flatMap(({ certificates }) => certificates);
  return {
    anchors,
    revocations: collectRevocations(signed),
    documentSigners,
    seals: {
      vdsSigners: createAnchorPool(given.filter(({ isCa }) => !isCa)),
      csca: anchors,
      uidai: createAnchorPool(given.filter(({ key }) => key.kind === 'rsa')),
    },
    mdocs: mdocAnchorsOf(
      given,
      files.flatMap(({ vicals }) => vicals),
    ),
  };
}

/** Issuers that are given, and those of lists whose provider is given; a list's issuer counts for the types that the list names. */
function mdocAnchorsOf(given: readonly Certificate[], vicals: readonly Uint8Array[]): CollectedTrust['mdocs'] {
  const roots = createAnchorPool(given.filter(mayIssueSigners));
  const proven = vicals.flatMap((bytes) => {
    const { result, list } = verifyVical(bytes, roots, 0);
    return result === 'valid' && list ? list.issuers : [];
  });
  const listed = proven.filter(({ certificate }) => !roots.has(certificate));
  const iaca = createAnchorPool([...roots.all(), ...listed.map(({ certificate }) => certificate)]);
  return { iaca, docTypes: new Map(listed.map(({ certificate, docTypes }) => [certificate.sha256, docTypes])) };
}

/** What chips, seals and mobile documents are verified against. */
export interface CollectedTrust extends ChipTrust {
  seals: SealAnchors;
  mdocs: MdocAnchors;
}

function withMasterLists(anchors: AnchorPool, lists: readonly MasterList[], way?: EcWay): AnchorPool {
  const proven = lists.filter((list) => verifyMasterList(list, anchors, way).verdict === 'valid');
  if (proven.length === 0) return anchors;
  const pool = createAnchorPool([...anchors.all(), ...proven.flatMap(({ certificates }) => certificates)]);
  return withMasterLists(
    pool,
    lists.filter((list) => !proven.includes(list)),
    way,
  );
}
