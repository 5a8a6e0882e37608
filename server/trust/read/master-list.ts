import { createAnchorPool } from '../../authenticity/anchors.ts';
import { malformed } from '../../authenticity/errors.ts';
import { type MasterList, verifyMasterList } from '../../authenticity/masterlist/master-list.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import { isoTime } from '../../lib/clock.ts';
import { provingFor, type Trusted } from '../rests-on.ts';
import type { TrustReading } from '../types.ts';
import { entryOf } from './entries.ts';
import { topOf } from './paths.ts';

/** Returns what a master list says. It rests on the certificate above its signer. Throws `AuthenticityError` if its signature is not right. */
export function readMasterList(list: MasterList, trusted: Trusted, beside: readonly Certificate[]): TrustReading {
  const { signer, signedAtMs } = signerOf(list);
  const others = [...list.data.certificates, ...beside, ...list.certificates];
  const country = signer.country ?? 'unknown';
  return {
    kind: 'csca_master_list',
    code: `csca_master_list_${country.toLowerCase()}`,
    name: `CSCA master list ${country}`,
    publishedAt: signedAtMs === null ? null : isoTime(signedAtMs).slice(0, 10),
    entries: list.certificates.map((certificate) => entryOf(certificate, 'anchor')),
    restsOn: [topOf(signer, createAnchorPool(provingFor(trusted, 'csca_master_list')), others)],
    skipped: list.unreadable > 0 ? { unreadable: list.unreadable } : {},
  };
}

/** Returns who signed a master list, and when. Throws `AuthenticityError`. */
export function signerOf(list: MasterList): { signer: Certificate; signedAtMs: number | null } {
  const { certificate, signingTimeMs, verdict } = verifyMasterList(list, createAnchorPool([]));
  // Without anchors no path is found; only the signature is judged here.
  if (verdict !== 'signer_unknown' || !certificate) throw malformed('Its signature is not valid.');
  return { signer: certificate, signedAtMs: signingTimeMs };
}
