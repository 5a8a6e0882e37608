import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { copyDatabase } from '../db/open.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { type KeyStore, openKeyStoreCopy } from '../vault/key-store.ts';
import type { KeySource } from '../vault/master-key.ts';
import { KEYS, MASTER_KEY } from './content.ts';
import { archiveKey, type DataHeader, masterKeyId } from './format.ts';
import { collect, invalid, type OpenArchive, openArchive } from './read-archive.ts';
import { openingSecret, publicPartOf, readRecoveryKey, recoveryFingerprint, sealingSalt } from './recovery-key.ts';

/** What opens a backup: the keys of this machine, or an archive of keys with the recovery key. */
export type KeysFrom =
  | { kind: 'machine'; dataDir: string; masterKey: KeySource }
  | { kind: 'archive'; path: string; recoveryKey: string };

/** A copy of a key database, in memory. Whoever opened it closes `store`. */
export interface OpenKeys {
  /** The bytes of the database. */
  content: Buffer;
  store: KeyStore;
}

/** Throws `backup_invalid`, `recovery_key_wrong`, `master_key_missing`, `master_key_wrong`, `not_found`. */
export function openKeys(from: KeysFrom): OpenKeys {
  if (from.kind === 'archive') {
    const archive = openArchive(from.path);
    try {
      return openKeysArchive(archive, from.recoveryKey);
    } finally {
      archive.close();
    }
  }
  let content: Buffer;
  try {
    content = copyDatabase(join(from.dataDir, KEYS));
  } catch (cause) {
    const detail = `There are no keys in ${from.dataDir}. Name an archive of them with --keys, or set CUSTOS_DATA_DIR.`;
    throw new AppError('master_key_missing', detail, cause);
  }
  return { content, store: openKeyStoreCopy(content, from.masterKey) };
}

/** The keys of an archive. Its very opening proves the recovery key. */
export function openKeysArchive(archive: OpenArchive, recoveryText: string): OpenKeys {
  const { header, headerBytes } = archive;
  if (header.kind !== 'keys') throw invalid('The file for --keys is a backup of data. Name an archive of keys.');
  const recoveryKey: KeyObject = readRecoveryKey(recoveryText);
  if (publicPartOf(recoveryKey) !== header.recovery) {
    const detail = `These keys were sealed for the recovery key ${recoveryFingerprint(header.recovery)}, and this is another one.`;
    throw new AppError('recovery_key_wrong', detail);
  }
  const secret = openingSecret(recoveryKey, header.ephemeral);
  const key = archiveKey(secret, sealingSalt(header.recovery, header.ephemeral), headerBytes);
  const held = new Map<string, Buffer>();
  archive.readEntries(key, ({ name }) => {
    if (name !== KEYS && name !== MASTER_KEY)
      throw invalid(`The archive of keys holds ${name}, which is nothing of its own.`);
    return collect((bytes) => void held.set(name, bytes));
  });
  const content = must(held.get(KEYS), 'an archive whose signature holds is whole');
  const masterKey = must(held.get(MASTER_KEY), 'an archive whose signature holds is whole');
  const store = openKeyStoreCopy(content, { kind: 'key', key: masterKey });
  if (store.signing.publicKey === header.signer) return { content, store };
  store.close();
  throw invalid('The archive of keys was signed by another appliance than the one whose keys it holds.');
}

/** The key of an archive of data. Throws `backup_invalid` where these keys are not those that it was made with. */
export function dataKeyOf({ header, headerBytes }: OpenArchive, store: KeyStore): Buffer {
  if (header.kind !== 'data')
    throw invalid('The file is an archive of keys. Name a backup of data, and this one with --keys.');
  refuseStranger(header, store);
  return archiveKey(store.backupKey, Buffer.from(header.salt, 'hex'), headerBytes);
}

function refuseStranger({ masterKey, signer }: DataHeader, store: KeyStore): void {
  if (masterKey === masterKeyId(store.backupKey) && signer === store.signing.publicKey) return;
  throw invalid(
    'The backup was made with other keys: by another appliance, or before its keys were lost. Name its archive of keys with --keys.',
  );
}
