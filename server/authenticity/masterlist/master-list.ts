import { type AnchorPool, type CertificatePath, findPath } from '../anchors.ts';
import { parseSignedData, type SignedData, type SignerCheck, verifySignedData } from '../cms/signed-data.ts';
import type { EcWay } from '../crypto/verify.ts';
import { childrenOf, fieldsOf, readWhole, TAG } from '../der/reader.ts';
import { malformed, readOrNull } from '../errors.ts';
import { type Certificate, readCertificate } from '../x509/certificate.ts';

/** A CSCA master list (ICAO Doc 9303-12, 9): the country signers that its publisher trusts. */
export interface MasterList {
  certificates: Certificate[];
  /** Certificates in the list that cannot be read. */
  unreadable: number;
  /** What is signed around the list. */
  data: SignedData;
}

const MASTER_LIST = '2.23.136.1.1.2';
/** Extended key usage of a signer of master lists (Doc 9303-12, table 7). */
const MASTER_LIST_SIGNER = '2.23.136.1.1.3';

/** Reads a master list. Throws `AuthenticityError`. */
export function parseMasterList(bytes: Uint8Array): MasterList {
  const data = parseSignedData(bytes);
  if (data.contentType !== MASTER_LIST) throw malformed('The signed data is no master list.');
  const fields = fieldsOf(readWhole(data.content, TAG.sequence));
  fields.take(TAG.integer);
  const listed = childrenOf(fields.take(TAG.set));
  fields.end();
  const certificates = listed.flatMap((one) => readOrNull(() => readCertificate(one)) ?? []);
  return { certificates, unreadable: listed.length - certificates.length, data };
}

export interface MasterListCheck extends Omit<SignerCheck, 'verdict'> {
  /** `valid` only if an anchor of `pool` stands behind the list's signer. */
  verdict: CertificatePath['verdict'];
  /** From the signer to the anchor. */
  path: Certificate[];
}

/**
 * Verifies who signed a master list. `pool` holds the anchors that were trusted before; those of the list itself do not count. Dates are not judged: some
 * signers of the field have expired since they signed.
 */
export function verifyMasterList({ data }: MasterList, pool: AnchorPool, way?: EcWay): MasterListCheck {
  const check = verifySignedData(data, [], way);
  const { certificate } = check;
  if (check.verdict !== 'valid' || !certificate) return { ...check, path: certificate ? [certificate] : [] };
  // A signer of documents is no signer of lists: only the certificate's purpose tells them apart.
  const mayList = certificate.isCa || certificate.extendedKeyUsage.includes(MASTER_LIST_SIGNER);
  if (!mayList) return { ...check, verdict: 'invalid', path: [certificate] };
  const { verdict, path } = findPath(certificate, pool, { intermediates: data.certificates, ...(way && { way }) });
  return { ...check, verdict, path };
}
