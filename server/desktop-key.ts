import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './appliance/config.ts';
import { rememberKeyPlace } from './appliance/config-file.ts';
import { masterKeyMoveSchema } from './contract/system-keys.ts';
import { openDatabase } from './db/open.ts';
import type { ShellLink } from './desktop-link/link.ts';
import { atEnd } from './lib/at-end.ts';
import { AppError, conflict } from './lib/errors.ts';
import { LIMITS } from './lib/limits.ts';
import { readMeta } from './vault/key-meta.ts';
import { SEALED_KEY } from './vault/key-store.ts';
import { openMasterKey, readSealedFile, writeSealedFile } from './vault/master-key.ts';
import type { Keystore } from './vault/move-master-key.ts';
import { KEY_BYTES } from './vault/seal.ts';

type Link = Pick<ShellLink, 'keystoreProblem' | 'seal' | 'unseal' | 'askPassphrase'>;

/** What the desktop shell does for the master key. */
export interface KeyKeeper {
  /** Null: this system's keystore cannot be used. */
  keystore: Keystore | null;
  /**
   * Finds the master key before the key database is opened and completes `config.masterKey`: opens it with the keystore, or asks for the passphrase.
   * For a new data folder without such settings it creates a key in the keystore or, if that cannot be used, one sealed with a passphrase that it
   * asks for. An existing key file is left as it is. The caller has locked the data folder. Throws `keystore_unavailable`, and `StoppedByShell`.
   */
  find(config: Config): Promise<void>;
}

export function keyKeeper(link: Link): KeyKeeper {
  return {
    keystore: link.keystoreProblem === null ? keystoreOf(link) : null,
    async find(config) {
      const { masterKey } = config;
      if (masterKey.kind === 'keystore') config.masterKey = await openSealedFile(link, config, masterKey.path);
      else if (masterKey.kind === 'file' && !config.masterKeyPlaced && !existsSync(masterKey.path))
        await findUnplaced(link, config);
    },
  };
}

function keystoreOf(link: Link): Keystore {
  const refused = (): never => {
    const detail =
      "This system's keystore did not store the key. Unlock it and try again, or choose another location for the key.";
    throw conflict(detail);
  };
  return {
    seal: async (key) => (await link.seal(key)) ?? refused(),
    unseal: async (sealed) => (await link.unseal(sealed))?.key ?? refused(),
  };
}

/** Handles a folder with no key setting and no key file. */
async function findUnplaced(link: Link, config: Config): Promise<void> {
  const store = lookAtStore(config.dataDir);
  if (store.sealed) {
    config.masterKey = { kind: 'passphrase', passphrase: await askFor(link, store.sealed) };
  } else if (existsSync(config.keystoreFile)) {
    // Left by a first start that was killed, or by one whose configuration file was lost.
    config.masterKey = await openSealedFile(link, config, config.keystoreFile);
    remember(config);
  } else if (store.isNew && link.keystoreProblem === null) {
    const path = config.keystoreFile;
    config.masterKey = { kind: 'keystore', path, key: await makeIn(link, path) };
    remember(config);
  } else if (store.isNew) {
    config.masterKey = { kind: 'passphrase', passphrase: await chooseWith(link) };
  }
}

/** Returns whether the key database has no key of its own yet, and the part of it that a passphrase opens. */
function lookAtStore(dataDir: string): { isNew: boolean; sealed: Buffer | null } {
  const path = join(dataDir, 'keys.db');
  if (!existsSync(path)) return { isNew: true, sealed: null };
  const db = openDatabase(path);
  using _db = atEnd(() => db.close());
  const hasMeta = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
  return hasMeta
    ? { isNew: readMeta(db, 'check') === null, sealed: readMeta(db, SEALED_KEY) }
    : { isNew: true, sealed: null };
}

async function openSealedFile(link: Link, config: Config, path: string): Promise<Config['masterKey']> {
  const sealed = readSealedFile(path);
  if (sealed === null) {
    if (lookAtStore(config.dataDir).isNew) return { kind: 'keystore', path, key: await makeIn(link, path) };
    throw lost(`The file ${path} is missing. It holds the master key, sealed by this system's keystore.`);
  }
  const opened = await link.unseal(sealed);
  if (opened === null) {
    throw lost(`This system's keystore does not open the master key (${path}).`);
  }
  // Check the renewed data before it replaces the data that was just opened.
  if (opened.renewed && (await gives(link, opened.renewed, opened.key))) writeSealedFile(path, opened.renewed);
  return { kind: 'keystore', path, key: opened.key };
}

async function makeIn(link: Link, path: string): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  const sealed = await link.seal(key);
  // Check before anything is sealed with it: a key that cannot be recovered loses every record.
  if (sealed === null || !(await gives(link, sealed, key))) return refuseToSeal();
  writeSealedFile(path, sealed);
  return key;
}

/** Whether the keystore returns the key that it has sealed. */
async function gives(link: Link, sealed: Buffer, key: Buffer): Promise<boolean> {
  return (await link.unseal(sealed))?.key.equals(key) ?? false;
}

const lost = (what: string): AppError =>
  new AppError(
    'keystore_unavailable',
    `${what} Unlock the keystore and start again. If you are a different user or the system was reinstalled, restore your newest backup with the recovery key: custos backup restore.`,
  );

function refuseToSeal(): never {
  const detail = "This system's keystore did not store the new master key. Unlock it, then start again.";
  throw new AppError('keystore_unavailable', detail);
}

/** If the environment names another configuration file, it is not ours to change: the key is found by its path. */
function remember(config: Config): void {
  if (config.masterKeyFixedBy === null && config.masterKey.kind === 'keystore')
    rememberKeyPlace(config.configFile, { kind: 'keystore', path: config.masterKey.path });
}

/** Asks until the passphrase is correct. */
async function askFor(link: Link, sealed: Buffer): Promise<string> {
  for (let refused = false; ; refused = true) {
    const passphrase = await link.askPassphrase({ purpose: 'open', charsMin: 1, refused });
    try {
      openMasterKey(passphrase, sealed);
      return passphrase;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** Asks until the passphrase follows the console's rules. */
async function chooseWith(link: Link): Promise<string> {
  const charsMin = LIMITS.passphraseCharsMin;
  for (let refused = false; ; refused = true) {
    const passphrase = await link.askPassphrase({ purpose: 'choose', charsMin, refused });
    if (masterKeyMoveSchema.safeParse({ kind: 'passphrase', passphrase }).success) return passphrase;
  }
}
