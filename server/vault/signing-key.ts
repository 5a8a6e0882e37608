import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { readMeta, writeMeta } from './key-meta.ts';
import { seal, unseal } from './seal.ts';

/** What can be signed. A signature is valid for one purpose only. */
export type SigningPurpose = 'evidence' | 'audit checkpoint' | 'audit export' | 'erasure certificate' | 'backup';

/** The appliance's own Ed25519 key (RFC 8032), by which others verify what it made. No person holds the private part. */
export interface SigningKey {
  /** 32 bytes, 64 hexadecimal digits. */
  publicKey: string;
  /** 64 bytes. */
  sign(purpose: SigningPurpose, message: Uint8Array): Buffer;
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
/** The DER prefix of a 32-byte key (RFC 8410, sections 4 and 7). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex');

/** Opens the sealed key in the key database; creates it if there is none. */
export function openSigningKey(db: Db, sealKey: Buffer): SigningKey {
  const stored = storedSeed(db, sealKey);
  const { seed } = stored;
  let { vouches } = stored;
  const vouch = (level: number): void => {
    vouches = Math.max(vouches, level);
    writeMeta(db, META_NAME, seal(sealKey, PLACES[vouches] as string, seed));
  };
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI_START.length)
    .toString('hex');
  return {
    publicKey,
    sign: (purpose, message) => sign(null, signedText(purpose, message), privateKey),
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

/** Returns whether `signature` is of this message, for this purpose, by the key with these 64 hexadecimal digits. */
export function isSignedBy(
  publicKey: string,
  purpose: SigningPurpose,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey)) return false;
  const key = Buffer.concat([SPKI_START, Buffer.from(publicKey, 'hex')]);
  return verify(
    null,
    signedText(purpose, message),
    createPublicKey({ key, format: 'der', type: 'spki' }),
    Buffer.from(signature),
  );
}

/** A purpose holds no line break, so two purposes never produce the same bytes. */
function signedText(purpose: SigningPurpose, message: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`custos ${purpose} v1\n`), message]);
}

/** Returns the form in which people compare public keys: the first 16 bytes of its SHA-256 in groups of four digits. */
export function keyFingerprint(publicKey: string): string {
  const digits = createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, 32);
  return (digits.match(/.{4}/g) ?? []).join(' ');
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
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
  const seed = made.subarray(PKCS8_START.length);
  writeMeta(db, META_NAME, seal(sealKey, PLACES[0], seed));
  return { seed, vouches: 0 };
}
