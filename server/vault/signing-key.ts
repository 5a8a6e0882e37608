import type { Db } from '../db/open.ts';
import { createSigner, makeSeed, type Signer } from '../lib/signatures.ts';
import { readMeta, writeMeta } from './key-meta.ts';
import { seal, unseal } from './seal.ts';

/** The appliance's own Ed25519 key (RFC 8032), by which others verify what it made. No person holds the private part. */
export interface SigningKey extends Signer {
  /** Whether the head of the audit log must bear its mark (`server/audit/head.ts`). */
  readonly vouchesForHead: boolean;
  /** From now on it must. Runs in the caller's transaction. */
  vouchForHead(): void;
  /** Whether rows must bear their codes (`server/rows/guard.ts`), and from now on they must. */
  readonly vouchesForRows: boolean;
  vouchForRows(): void;
  /** Whether the recovery key must be sealed (`server/backup/recovery-store.ts`), and from now on it must. */
  readonly vouchesForRecovery: boolean;
  vouchForRecovery(): void;
}

const META_NAME = 'signing_key';
/** The key's sealing place states what must be authenticated as well: nothing; the head of the audit log; rows too; the recovery key too. */
const PLACES = [
  'meta:signing_key',
  'meta:signing_key:audit_head',
  'meta:signing_key:audit_head:rows',
  'meta:signing_key:audit_head:rows:recovery_key',
] as const;
const HEAD = 1;
const ROWS = 2;
const RECOVERY = 3;
/** Opens the sealed key in the key database; creates it if there is none. */
export function openSigningKey(db: Db, sealKey: Buffer): SigningKey {
  const stored = storedSeed(db, sealKey);
  const { seed } = stored;
  let { vouches } = stored;
  const vouch = (level: number): void => {
    vouches = Math.max(vouches, level);
    writeMeta(db, META_NAME, seal(sealKey, PLACES[vouches] as string, seed));
  };
  return {
    ...createSigner(seed),
    get vouchesForHead() {
      return vouches >= HEAD;
    },
    vouchForHead: () => vouch(HEAD),
    get vouchesForRows() {
      return vouches >= ROWS;
    },
    vouchForRows: () => vouch(ROWS),
    get vouchesForRecovery() {
      return vouches >= RECOVERY;
    },
    vouchForRecovery: () => vouch(RECOVERY),
  };
}

function storedSeed(db: Db, sealKey: Buffer): { seed: Buffer; vouches: number } {
  const sealed = readMeta(db, META_NAME);
  if (sealed) {
    for (const vouches of [RECOVERY, ROWS, HEAD]) {
      try {
        return { seed: unseal(sealKey, PLACES[vouches] as string, sealed), vouches };
      } catch {
        // It is sealed for another place; try the next.
      }
    }
    return { seed: unseal(sealKey, PLACES[0], sealed), vouches: 0 };
  }
  const seed = makeSeed();
  writeMeta(db, META_NAME, seal(sealKey, PLACES[0], seed));
  return { seed, vouches: 0 };
}
