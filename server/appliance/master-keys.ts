import { lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Audit } from '../audit/log.ts';
import { isWithin } from '../backup/folder.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { unfinishedFile } from '../lib/durable.ts';
import { AppError, conflict, itemError } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { KeyStore } from '../vault/key-store.ts';
import {
  type KeyPlace,
  type Keystore,
  type MoveDeps,
  moveMasterKey,
  type NewKeyPlace,
  settleMove,
} from '../vault/move-master-key.ts';
import type { Config, FixingVariable, MasterKeySource } from './config.ts';
import { rememberKeyPlace } from './config-file.ts';

/** Where to put the key, as an administrator chooses it. A keystore has only one place. */
export type MoveOrder =
  | Exclude<NewKeyPlace, { kind: 'file' | 'keystore' }>
  | { kind: 'file'; path: string }
  | { kind: 'keystore' };

export interface MasterKeyState {
  place: KeyPlace;
  /** Whether a copy of the data folder includes its key. */
  insideDataFolder: boolean;
  /** Why it cannot be moved from here, for an administrator; null if it can. */
  fixedBy: string | null;
  /** Whether it can be moved to the system's keystore. */
  keystoreUsable: boolean;
}

export interface MasterKeys {
  state(): MasterKeyState;
  /**
   * Moves the key without changing it. Throws `invalid_request` naming the field, and `state_conflict` if it cannot be moved; then everything is
   * unchanged. `formerRemoved`: the previous place no longer holds it.
   */
  move(to: MoveOrder, actor: string): Promise<{ formerRemoved: boolean; place: KeyPlace }>;
}

/**
 * Reports where the master key is, and moves it. Opening completes a move that was interrupted when a process was killed. After a move `config`
 * holds the new place.
 */
export function openMasterKeys(deps: {
  config: Config;
  db: Db;
  keys: KeyStore;
  audit: Audit;
  log: Logger;
  /** Missing on a headless appliance. */
  keystore?: Keystore;
}): MasterKeys {
  const { audit, config, db, keys, keystore, log } = deps;
  const moveDeps: MoveDeps = {
    keys,
    ...(keystore ? { keystore } : {}),
    remember: (place) => rememberKeyPlace(config.configFile, place),
    onMoved({ from, to, actor, formerRemoved }) {
      const details = { from: from.kind, to: to.kind, former_removed: formerRemoved };
      transact(db, () => audit.append({ actor, action: 'master_key.moved', details }));
      log.info('master_key.moved', details);
    },
  };
  const settled = settleMove(moveDeps, placeOf(config.masterKey));
  if (settled !== 'none') log.warn('master_key.move_settled', { settled });
  let moving = false;
  const fixedBy = (to?: MoveOrder): string | null => {
    if (config.masterKeyFixedBy !== null) return FIXED[config.masterKeyFixedBy];
    if (to?.kind === 'keystore' && !keystore) return NO_KEYSTORE;
    return to && to.kind !== 'file' && to.kind === config.masterKey.kind ? ALREADY[to.kind] : null;
  };
  return {
    state() {
      const place = placeOf(config.masterKey);
      const insideDataFolder = place.kind === 'file' && isWithin(config.dataDir, place.path);
      return { place, insideDataFolder, fixedBy: fixedBy(), keystoreUsable: fixedBy({ kind: 'keystore' }) === null };
    },
    async move(order, actor) {
      const reason = moving ? 'The master key is being moved. Wait until the move ends.' : fixedBy(order);
      if (reason !== null) throw conflict(reason);
      moving = true;
      try {
        if (order.kind === 'file') checkNewPath(order.path, config);
        if (order.kind === 'keystore') refuseTaken(config.keystoreFile);
        const to = order.kind === 'keystore' ? { kind: order.kind, path: config.keystoreFile } : order;
        const formerRemoved = await moveMasterKey(moveDeps, placeOf(config.masterKey), to, actor);
        config.masterKey = to.kind === 'keystore' ? { ...to, key: keys.masterKey } : to;
        return { formerRemoved, place: placeOf(config.masterKey) };
      } catch (error) {
        throw order.kind === 'file' ? cannotKeep(error) : error;
      } finally {
        moving = false;
      }
    },
  };
}

const ALREADY = {
  passphrase:
    'The data folder already opens with a passphrase. Move the key to a file first, then set the new passphrase.',
  keystore: "The key is already in this system's keystore. Choose another location, or leave the key there.",
};

const NO_KEYSTORE =
  'No system keystore is available. Only the desktop app can use one, on a desktop that has one. Choose a file or a passphrase.';

const set = (variable: string): string =>
  `The environment variable ${variable} sets the location of the master key. Start Custos without it to move the key from here.`;
const FIXED: Record<FixingVariable, string> = {
  CUSTOS_MASTER_KEY_FILE: set('CUSTOS_MASTER_KEY_FILE'),
  CUSTOS_MASTER_KEY_KEYSTORE: set('CUSTOS_MASTER_KEY_KEYSTORE'),
  CUSTOS_PASSPHRASE: set('CUSTOS_PASSPHRASE'),
  CUSTOS_PASSPHRASE_FILE: set('CUSTOS_PASSPHRASE_FILE'),
  CUSTOS_CONFIG:
    'CUSTOS_CONFIG sets your own configuration file. Stop Custos, move the key file, and set its new path there (master_key_file).',
};

const placeOf = (source: MasterKeySource): KeyPlace =>
  source.kind === 'passphrase' ? { kind: 'passphrase' } : { kind: source.kind, path: source.path };

/** A file at that path may be the key of another data folder. */
function refuseTaken(path: string): void {
  for (const taken of [path, unfinishedFile(path)]) {
    if (!lstatSync(taken, { throwIfNoEntry: false })) continue;
    throw conflict(`The file ${taken} already exists. Move it away, then try again.`);
  }
}

/** Throws `invalid_request` if a key file should not or cannot be at that path. */
function checkNewPath(path: string, { dataDir, backup }: Config): void {
  if (!isAbsolute(path)) throw pathFault('is not an absolute path; send one that starts at the root');
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  if (!folder?.isDirectory())
    throw pathFault('is in a folder that does not exist; create the folder, or connect its disk');
  if (isWithin(dataDir, path))
    throw pathFault(
      'is in the data folder, where each copy of the data would include its key; choose a folder outside it',
    );
  for (const other of [backup.dir, backup.keysDir]) {
    if (other !== null && isWithin(other, path)) throw pathFault('is in the backup folder; choose another folder');
  }
  for (const taken of [path, unfinishedFile(path)]) {
    if (lstatSync(taken, { throwIfNoEntry: false })) throw pathFault('is an existing file; choose a new file name');
  }
}

/** Turns a file system error about the new place into an error that names it. */
function cannotKeep(error: unknown): unknown {
  if (error instanceof AppError && error.code !== 'master_key_wrong') return error;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AppError)
    return pathFault('is on a disk where other users can read the file; choose another disk', error);
  return code === undefined ? error : pathFault(`cannot store the key (${code}); check the folder and the disk`, error);
}

function pathFault(text: string, cause?: unknown): AppError {
  const message = `path ${text}.`;
  return itemError('invalid_request', { code: 'invalid_path', message, field: 'path' }, cause);
}
