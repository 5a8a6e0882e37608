import { createAnchorPool } from '../../authenticity/anchors.ts';
import { findListIssuer } from '../../authenticity/crl/crl.ts';
import { readOrNull } from '../../authenticity/errors.ts';
import type { TrustFile } from '../../authenticity/trust-files.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import { isoTime } from '../../lib/clock.ts';
import { provingFor, type Trusted } from '../rests-on.ts';
import type { TrustEntry, TrustReading } from '../types.ts';
import { crlEntryOf } from './crl.ts';
import { entryOf, skip } from './entries.ts';
import { signerOf } from './master-list.ts';
import { topOf } from './paths.ts';

/**
 * Returns what a file of the ICAO directory says. Nobody signs the file as a whole, so each part must prove itself: a master list counts if a confirmed
 * certificate stands behind its signer, a revocation list if an active country signer signed it. Document signers are verified when they are used.
 */
export function readDirectoryFile(file: TrustFile, trusted: Trusted): TrustReading {
  const skipped: Record<string, number> = {};
  for (let count = file.unreadable; count > 0; count--) skip(skipped, 'unreadable');
  const confirmed = createAnchorPool(provingFor(trusted, 'csca_master_list'));
  const entries = new Map<string, TrustEntry>();
  const add = (entry: TrustEntry): void => void entries.set(`${entry.role} ${entry.sha256}`, entry);
  const restsOn = new Set<Certificate>();
  const anchors: Certificate[] = [];
  const dates: number[] = [];
  for (const list of file.masterLists) {
    const signed = readOrNull(() => signerOf(list));
    const top = signed && topOf(signed.signer, confirmed, [...list.data.certificates, ...list.certificates]);
    if (!signed || !top) skip(skipped, 'signature_invalid');
    else if (!confirmed.has(top)) skip(skipped, 'signer_unknown');
    else {
      anchors.push(...list.certificates);
      restsOn.add(top);
      if (signed.signedAtMs !== null) dates.push(signed.signedAtMs);
    }
  }
  for (const certificate of anchors) add(entryOf(certificate, 'anchor'));
  for (const certificate of file.certificates) {
    if (certificate.isCa) skip(skipped, 'signer_unknown');
    else add(entryOf(certificate, 'signer'));
  }
  const issuers = createAnchorPool([...provingFor(trusted, 'icao_ldif'), ...anchors]);
  const active = createAnchorPool(provingFor(trusted, 'icao_ldif'));
  for (const list of file.revocationLists) {
    const issuer = findListIssuer(list, issuers);
    if (issuer === null) skip(skipped, 'signer_unknown');
    else {
      add(crlEntryOf(list, issuer));
      // An issuer that a master list of this same file brings rests on that list's own signer.
      if (active.has(issuer)) restsOn.add(issuer);
      dates.push(list.thisUpdateMs);
    }
  }
  const part = anchors.length > 0 ? 'master_lists' : 'signers';
  return {
    kind: 'icao_ldif',
    code: `icao_ldif_${part}`,
    name: part === 'signers' ? 'ICAO PKD: signers and revocation lists' : 'ICAO PKD: master lists',
    publishedAt: dates.length === 0 ? null : isoTime(Math.max(...dates)).slice(0, 10),
    entries: [...entries.values()],
    restsOn: [...restsOn],
    skipped,
  };
}
