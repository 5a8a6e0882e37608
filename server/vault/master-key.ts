import { hkdfSync, randomBytes, type ScryptOptions, scrypt, scryptSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { isDiskFull } from '../lib/disk-full.ts';
import { writeDurably } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';
import { KEY_BYTES, seal, unseal } from './seal.ts';

/**
 * Where the master key comes from: a file of mode 0600; a passphrase; a file that only the system's keystore opens
 * (`key`: what the keystore returned; null: it was not asked); or a key archive, which holds the 32 bytes themselves.
 */
export type KeySource =
  | { kind: 'file'; path: string }
  | { kind: 'passphrase'; passphrase: string }
  | { kind: 'keystore'; path: string; key: Buffer | null }
  | { kind: 'key'; key: Buffer };

/** scrypt at N 2^17, r 8, p 1 (OWASP password storage cheat sheet, 2024): about 0.4 s and 128 MiB, once per start. */
const SCRYPT: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const SALT_BYTES = 16;
const SEALED_PLACE = 'meta:sealed_master_key';

/**
 * Returns the 32-byte master key. Creates a key file if there is none and the store is new. Refuses a store without its
 * key (`master_key_missing`), because a new key could open nothing. `salt` belongs to the store; `sealed` is the key as
 * `sealMasterKey` sealed it. A store from an older version has none: the passphrase itself leads to the key.
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
  if (source.kind === 'keystore') return source.key ?? refuseKeystore(source.path);
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
      `The key file ${source.path} is missing. Restore it from your backup: no record can be read without it.`,
    );
  }
  const key = randomBytes(KEY_BYTES);
  writeKeyFile(source.path, key);
  return key;
}

function refuseKeystore(path: string): never {
  throw new AppError(
    'keystore_unavailable',
    `The master key (${path}) is in this system's keystore, and only the desktop app can open it. Start the desktop app: it also runs commands.`,
  );
}

/** Seals the master key with a passphrase: 16 bytes of salt, then the sealed key. Takes about 0.4 s in another thread. */
export async function sealMasterKey(passphrase: string, masterKey: Buffer): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
  const key = await derive(typed(passphrase), salt, KEY_BYTES, SCRYPT);
  return Buffer.concat([salt, seal(key, SEALED_PLACE, masterKey)]);
}

/** Creates a master key and seals it with a passphrase, at a first start, before anything else runs. */
export function makeSealedKey(passphrase: string): { masterKey: Buffer; sealed: Buffer } {
  const [salt, masterKey] = [randomBytes(SALT_BYTES), randomBytes(KEY_BYTES)];
  const key = scryptSync(typed(passphrase), salt, KEY_BYTES, SCRYPT);
  return { masterKey, sealed: Buffer.concat([salt, seal(key, SEALED_PLACE, masterKey)]) };
}

/** Throws `master_key_wrong` if the passphrase is wrong. */
export function openMasterKey(passphrase: string, sealed: Buffer): Buffer {
  const key = scryptSync(typed(passphrase), sealed.subarray(0, SALT_BYTES), KEY_BYTES, SCRYPT);
  try {
    return unseal(key, SEALED_PLACE, sealed.subarray(SALT_BYTES));
  } catch (cause) {
    throw new AppError(
      'master_key_wrong',
      'The passphrase is wrong for this data folder. Check CUSTOS_PASSPHRASE or CUSTOS_PASSPHRASE_FILE.',
      cause,
    );
  }
}

/** A browser may encode the same characters as different bytes than a shell (Unicode Standard Annex 15). */
const typed = (passphrase: string): string => passphrase.normalize('NFC');

/** Derives keys for one purpose each, so no key serves two (HKDF-SHA-256, RFC 5869). */
export function deriveKey(
  masterKey: Buffer,
  purpose:
    | 'wrap'
    | 'check'
    | 'audit'
    | 'pepper'
    | 'recovery'
    | 'security log'
    | 'uplink'
    | 'rows'
    | 'fingerprint'
    | 'duplicate'
    | 'subject'
    | 'staff'
    | 'webhook'
    | 'lan'
    | 'directory'
    | 'lane'
    | 'signing'
    | 'backup'
    | 'hub',
): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `custos ${purpose} v1`, KEY_BYTES));
}

/** null: there is no file. Throws `master_key_wrong` if the file holds no key, or if others can read it. */
export function readKeyFile(path: string): Buffer | null {
  const text = readSecretFile(path);
  if (text === null) return null;
  const key = Buffer.from(text, 'hex');
  if (key.length !== KEY_BYTES) {
    throw new AppError(
      'master_key_wrong',
      `The key file ${path} does not contain 64 hexadecimal digits. Restore it from your backup.`,
    );
  }
  return key;
}

/** Call it before anything is sealed with the key: a lost key loses every record. */
export function writeKeyFile(path: string, key: Buffer): void {
  try {
    writeDurably(path, `${key.toString('hex')}\n`);
  } catch (error) {
    throw isDiskFull(error) ? error : notOpen(path, error);
  }
}

function notOpen(path: string, cause: unknown): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  return new AppError(
    'invalid_configuration',
    `The user that Custos runs as cannot open the key file ${path} (${code}). Give the file to that user, or set CUSTOS_MASTER_KEY_FILE to another file.`,
    cause,
  );
}

/** Reads the master key as sealed by the system's keystore; null: there is no file. Throws as `readKeyFile` does. */
export function readSealedFile(path: string): Buffer | null {
  const text = readSecretFile(path);
  if (text === null) return null;
  const sealed = Buffer.from(text, 'base64');
  if (sealed.length === 0) {
    throw new AppError(
      'master_key_wrong',
      `The file ${path} does not contain a sealed key. Restore it from your backup.`,
    );
  }
  return sealed;
}

export function writeSealedFile(path: string, sealed: Buffer): void {
  writeDurably(path, `${sealed.toString('base64')}\n`);
}

function readSecretFile(path: string): string | null {
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      throw new AppError('master_key_wrong', `Other users can read the key file ${path}. Run: chmod 600 ${path}`);
    }
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw error instanceof AppError ? error : notOpen(path, error);
  }
}
