import { hkdfSync, randomBytes, type ScryptOptions, scrypt, scryptSync } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../lib/errors.ts';
import { syncFolderNow } from './durable.ts';
import { KEY_BYTES, seal, unseal } from './seal.ts';

/** Where the master key comes from: a file of mode 0600, a passphrase, or an archive of keys that holds the very 32 bytes. */
export type KeySource =
  | { kind: 'file'; path: string }
  | { kind: 'passphrase'; passphrase: string }
  | { kind: 'key'; key: Buffer };

/** scrypt at N 2^17, r 8, p 1 (OWASP password storage cheat sheet, 2024): about 0.4 s and 128 MiB, once a start. */
const SCRYPT: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const SALT_BYTES = 16;
const SEALED_PLACE = 'meta:sealed_master_key';
const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * The 32-byte master key. A key file is made where there is none and the store is new; a store without its key is
 * refused (`master_key_missing`) rather than given a new one that could open nothing. `salt` is the store's own; `sealed` is what
 * `sealMasterKey` made of the key, where it was moved from a file to a passphrase: else the passphrase itself leads to the key.
 */
export function loadMasterKey(
  source: KeySource,
  options: { storeIsNew: boolean; salt: Buffer; sealed: Buffer | null },
): Buffer {
  const { salt, sealed } = options;
  if (source.kind === 'passphrase') {
    return sealed ? openMasterKey(source.passphrase, sealed) : scryptSync(source.passphrase, salt, KEY_BYTES, SCRYPT);
  }
  if (source.kind === 'key') return source.key;
  const found = readKeyFile(source.path);
  if (found) return found;
  if (!options.storeIsNew && sealed) {
    throw new AppError(
      'master_key_missing',
      'This data folder opens with a passphrase. Set CUSTOS_PASSPHRASE or CUSTOS_PASSPHRASE_FILE.',
    );
  }
  if (!options.storeIsNew) {
    throw new AppError(
      'master_key_missing',
      `The key file ${source.path} is missing. Put it back from your backup; without it no record can be read.`,
    );
  }
  const key = randomBytes(KEY_BYTES);
  writeKeyFile(source.path, key);
  return key;
}

/** The master key sealed with a passphrase: 16 bytes of salt, then the sealed key. Takes about 0.4 s of another thread. */
export async function sealMasterKey(passphrase: string, masterKey: Buffer): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = await scryptAsync(typed(passphrase), salt, KEY_BYTES, SCRYPT);
  return Buffer.concat([salt, seal(key, SEALED_PLACE, masterKey)]);
}

/** Throws `master_key_wrong` where it is another passphrase. */
export function openMasterKey(passphrase: string, sealed: Buffer): Buffer {
  const key = scryptSync(typed(passphrase), sealed.subarray(0, SALT_BYTES), KEY_BYTES, SCRYPT);
  try {
    return unseal(key, SEALED_PLACE, sealed.subarray(SALT_BYTES));
  } catch (cause) {
    throw new AppError(
      'master_key_wrong',
      'The passphrase is not the one this data folder opens with. Check CUSTOS_PASSPHRASE or CUSTOS_PASSPHRASE_FILE.',
      cause,
    );
  }
}

/** The same characters may come as other bytes from a browser than from a shell (Unicode Standard Annex 15). */
const typed = (passphrase: string): string => passphrase.normalize('NFC');

/** Keys for one purpose each, so that no key serves two (HKDF-SHA-256, RFC 5869). */
export function deriveKey(
  masterKey: Buffer,
  purpose:
    | 'wrap'
    | 'check'
    | 'audit'
    | 'pepper'
    | 'fingerprint'
    | 'duplicate'
    | 'subject'
    | 'staff'
    | 'lan'
    | 'webhook'
    | 'lane'
    | 'signing'
    | 'backup',
): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `custos ${purpose} v1`, KEY_BYTES));
}

/** Null: there is none. Throws `master_key_wrong` where it is none, or others can read it. */
export function readKeyFile(path: string): Buffer | null {
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      throw new AppError('master_key_wrong', `The key file ${path} can be read by others. Run: chmod 600 ${path}`);
    }
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text, 'hex');
  if (key.length !== KEY_BYTES) {
    throw new AppError(
      'master_key_wrong',
      `The key file ${path} does not hold 64 hexadecimal digits. Put it back from your backup.`,
    );
  }
  return key;
}

/** Whole or not there, and durable with its name, before anything is sealed with it: a lost key loses every record. */
export function writeKeyFile(path: string, key: Buffer): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = unfinishedKeyFile(path);
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'wx', 0o600);
  try {
    writeFileSync(file, `${key.toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  syncFolderNow(folder);
}

/** What a key file is called until it is whole. */
export const unfinishedKeyFile = (path: string): string => `${path}.new`;
