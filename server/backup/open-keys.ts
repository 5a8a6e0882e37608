import { join } from 'node:path';
import { copyDatabase } from '../db/open.ts';
import { must } from '../lib/assert.ts';
import { atEnd } from '../lib/at-end.ts';
import { AppError } from '../lib/errors.ts';
import { keyFingerprint } from '../lib/signatures.ts';
import { type KeyStore, openKeyStoreCopy } from '../vault/key-store.ts';
import type { KeySource } from '../vault/master-key.ts';
import { KEYS, MASTER_KEY } from './content.ts';
import { archiveKey, type DataHeader, masterKeyId } from './format.ts';
import { collect, invalid, type OpenArchive, openArchive } from './read-archive.ts';
import {
  openingSecret,
  publicPartOf,
  type RecoveryKey,
  readRecoveryKey,
  recoveryFingerprint,
  sealingSalt,
} from './recovery-key.ts';

/** What opens a backup: the keys of this machine, or a key archive with the recovery key. */
export type KeysFrom =
  | { kind: 'machine'; dataDir: string; masterKey: KeySource }
  | ({ kind: 'archive'; path: string } & RecoveryProof);

/** What proves a key archive. */
export interface RecoveryProof {
  /** As typed. */
  recoveryKey: string;
  /** The fingerprint of the appliance that made it, if the recovery key names none: a person accepts it. */
  acceptSigner?: string | undefined;
}

/** A copy of a key database, in memory. The caller closes `store`. */
export interface OpenKeys {
  /** The bytes of the database. */
  content: Buffer;
  store: KeyStore;
  /** The fingerprint of the appliance that made them, and what vouches for it: this machine, the recovery key, or only the order itself. */
  signer: { fingerprint: string; namedBy: 'machine' | 'recovery key' | 'order' };
}

/** Throws `backup_invalid`, `recovery_key_wrong`, `master_key_missing`, `master_key_wrong`, `not_found`. */
export function openKeys(from: KeysFrom): OpenKeys {
  if (from.kind === 'archive') {
    const archive = openArchive(from.path);
    using _archive = atEnd(() => archive.close());
    return openKeysArchive(archive, from);
  }
  let content: Buffer;
  try {
    content = copyDatabase(join(from.dataDir, KEYS));
  } catch (cause) {
    const detail = `There are no keys in ${from.dataDir}. Give a key archive with --keys, or set CUSTOS_DATA_DIR.`;
    throw new AppError('master_key_missing', detail, cause);
  }
  const store = openKeyStoreCopy(content, from.masterKey);
  return { content, store, signer: { fingerprint: keyFingerprint(store.signing.publicKey), namedBy: 'machine' } };
}

/** Opens the keys of an archive. Opening it proves the recovery key, which in turn proves the archive by the appliance that it names. */
export function openKeysArchive(archive: OpenArchive, { recoveryKey: typed, acceptSigner }: RecoveryProof): OpenKeys {
  const { header, headerBytes } = archive;
  if (header.kind !== 'keys') throw invalid('The file for --keys is a data backup. Give a key archive.');
  const recoveryKey = readRecoveryKey(typed);
  if (publicPartOf(recoveryKey.secret) !== header.recovery) {
    const detail = `These keys are sealed for the recovery key ${recoveryFingerprint(header.recovery)}, and you entered a different one. Enter that recovery key.`;
    throw new AppError('recovery_key_wrong', detail);
  }
  const signer = proveSigner(header.signer, recoveryKey, acceptSigner);
  const secret = openingSecret(recoveryKey.secret, header.ephemeral);
  const key = archiveKey(secret, sealingSalt(header.recovery, header.ephemeral), headerBytes);
  const held = new Map<string, Buffer>();
  archive.readEntries(key, ({ name }) => {
    if (name !== KEYS && name !== MASTER_KEY)
      throw invalid(`The key archive contains ${name}, which does not belong in it. Use another key archive.`);
    return collect((bytes) => void held.set(name, bytes));
  });
  const content = must(held.get(KEYS), 'an archive whose signature holds is whole');
  const masterKey = must(held.get(MASTER_KEY), 'an archive whose signature holds is whole');
  const store = openKeyStoreCopy(content, { kind: 'key', key: masterKey });
  if (store.signing.publicKey === header.signer) return { content, store, signer };
  store.close();
  throw invalid(
    'The key archive contains the keys of one appliance but was signed by a different one. Use another key archive.',
  );
}

/**
 * Anyone can seal keys for a recovery key, because its public part is in each archive. Only the appliance that the
 * recovery key names, or a person, shows whose keys they are.
 */
function proveSigner(signer: string, { names }: RecoveryKey, accepted: string | undefined): OpenKeys['signer'] {
  const fingerprint = keyFingerprint(signer);
  if (names) {
    if (names(signer)) return { fingerprint, namedBy: 'recovery key' };
    const detail = `The key archive was made by the appliance ${fingerprint}, but your recovery key belongs to a different one. Someone who can write to the backup folder may have swapped the archive. Do not restore anything from there.`;
    throw invalid(detail);
  }
  if (accepted !== undefined && sameFingerprint(accepted, fingerprint)) return { fingerprint, namedBy: 'order' };
  const detail =
    accepted === undefined
      ? `Your recovery key was made by an older version and does not identify an appliance. According to the archive, ${fingerprint} made it. Compare this with your appliance's fingerprint, which an evidence bundle or an audit log export shows. If they match, add --accept-signer "${fingerprint}".`
      : `The key archive was made by the appliance ${fingerprint}, not by the one given with --accept-signer. Do not restore anything from there.`;
  throw invalid(detail);
}

const sameFingerprint = (typed: string, fingerprint: string): boolean =>
  typed.toLowerCase().replaceAll(/[^0-9a-f]/g, '') === fingerprint.replaceAll(' ', '');

/** Returns the key of a data archive. Throws `backup_invalid` if it was made with other keys than these. */
export function dataKeyOf({ header, headerBytes }: OpenArchive, store: KeyStore): Buffer {
  if (header.kind !== 'data')
    throw invalid('The file is a key archive. Give a data backup, and this file with --keys.');
  refuseStranger(header, store);
  return archiveKey(store.backupKey, Buffer.from(header.salt, 'hex'), headerBytes);
}

function refuseStranger({ masterKey, signer }: DataHeader, store: KeyStore): void {
  if (masterKey === masterKeyId(store.backupKey) && signer === store.signing.publicKey) return;
  throw invalid(
    'The backup was made with different keys: by another appliance, or before its keys were lost. Give its key archive with --keys.',
  );
}
