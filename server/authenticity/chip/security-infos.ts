import { readSignatureAlgorithm } from '../crypto/algorithms.ts';
import type { Hash } from '../crypto/hash.ts';
import { childrenOf, fieldsOf, readWhole, TAG } from '../der/reader.ts';
import { oidOf } from '../der/values.ts';
import { derOf } from '../der/write.ts';
import { contentOfGroup } from './data-groups.ts';

/** DG14: the protocols that a chip offers (ICAO Doc 9303-11, 9.2). */
export interface SecurityInfos {
  /** Object identifiers of the protocols, each once. */
  protocols: string[];
  /** The hash of active authentication with ECDSA; null: not stated. */
  activeHash: Hash | null;
  /** The chip offers chip authentication, which a reader can ask for. */
  hasChipAuthentication: boolean;
}

const ACTIVE_AUTHENTICATION = '2.23.136.1.1.5';
const CHIP_AUTHENTICATION = '0.4.0.127.0.7.2.2.3.';

/** Reads DG14. Throws `AuthenticityError`. */
export function readSecurityInfos(bytes: Uint8Array): SecurityInfos {
  const protocols = new Set<string>();
  let activeHash: Hash | null = null;
  for (const info of childrenOf(readWhole(contentOfGroup(bytes, 14), TAG.set))) {
    const fields = fieldsOf(info);
    const protocol = oidOf(fields.take(TAG.oid));
    protocols.add(protocol);
    if (protocol !== ACTIVE_AUTHENTICATION) continue;
    fields.take(TAG.integer);
    const algorithm = readSignatureAlgorithm(readWhole(derOf(TAG.sequence, fields.take(TAG.oid).raw)));
    if (algorithm.kind === 'ecdsa') activeHash = algorithm.hash;
  }
  const list = [...protocols];
  return {
    protocols: list,
    activeHash,
    hasChipAuthentication: list.some((oid) => oid.startsWith(CHIP_AUTHENTICATION)),
  };
}
