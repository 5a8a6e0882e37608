import { hkdfSync, randomBytes, scryptSync } from 'node:crypto';
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
import { AppError } from '../lib/errors.ts';
import { syncFolderNow } from './durable.ts';
import { KEY_BYTES } from './seal.ts';

/** Where the master key comes from: a file of mode 0600, a passphrase, or an archive of keys that holds the very 32 bytes. */
export type KeySource =
  | { kind: 'file'; path: string }
  | { kind: 'passphrase'; passphrase: string }
  | { kind: 'key'; key: Buffer };

/** scrypt at N 2^17, r 8, p 1 (OWASP password storage cheat sheet, 2024): about 0.4 s and 128 MiB, once a start. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/**
 * The 32-byte master key. A key file is made where there is none and the store is new; a store without its key is
 * refused (`master_key_missing`) rather than given a new one that could open nothing. `salt` is the store's own.
 */
export function loadMasterKey(source: KeySource, options: { storeIsNew: boolean; salt: Buffer }): Buffer {
  if (source.kind === 'passphrase') return scryptSync(source.passphrase, options.salt, KEY_BYTES, SCRYPT);
  if (source.kind === 'key') return source.key;
  const found = readKeyFile(source.path);
  if (found) return found;
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
  const unfinished = `${path}.new`;
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
