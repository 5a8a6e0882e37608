import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Db } from '../db/open.ts';
import { emptyWal } from '../db/wal.ts';
import { assert, must } from '../lib/assert.ts';
import { syncFolderNow, unfinishedFile } from '../lib/durable.ts';
import { readMeta, removeMeta, writeMeta } from './key-meta.ts';
import { SALT, SEALED_KEY } from './key-store.ts';
import {
  openMasterKey,
  readKeyFile,
  readSealedFile,
  sealMasterKey,
  writeKeyFile,
  writeSealedFile,
} from './master-key.ts';

/** Where the master key is, without secrets: Custos does not store a passphrase, and a keystore's sealed key is in a file. */
export type KeyPlace = { kind: 'file' | 'keystore'; path: string } | { kind: 'passphrase' };

/** Where the master key goes. */
export type NewKeyPlace = { kind: 'file' | 'keystore'; path: string } | { kind: 'passphrase'; passphrase: string };

/** The system's own keystore, which only the desktop app can reach. */
export interface Keystore {
  /** Throws if sealing fails. */
  seal(key: Buffer): Promise<Buffer>;
  unseal(sealed: Buffer): Promise<Buffer>;
}

export interface MoveDeps {
  keys: { db: Db; masterKey: Buffer };
  /** Required for a move to the keystore. */
  keystore?: Keystore;
  /**
   * Records where the next start finds the key, or throws and changes nothing. Returns false if the record is written
   * but may not survive a power failure.
   */
  remember(place: KeyPlace): boolean;
  /** Called when the key is in its new place, before the record of the move is removed: twice at most, after a kill. */
  onMoved(move: Move & { formerRemoved: boolean }): void;
}

/** Written before any other part of a move, so that the next start finishes or undoes what a kill left. */
export interface Move {
  from: KeyPlace;
  to: KeyPlace;
  actor: string;
  /** SHA-256 of the keystore's sealed key, if one of the two places is a keystore: only that file is removed from there. */
  sealedHash?: string;
}

const JOURNAL = 'master_key_move';

/**
 * Moves the master key without changing it, so everything it seals stays valid. The place that the next start reads always holds the key: the
 * function writes the new place and reads it back, then calls `remember`, then clears the former place. Throws what the file system, the keystore or
 * `remember` throws, with everything as before. Returns whether the former place no longer holds the key.
 */
export async function moveMasterKey(deps: MoveDeps, from: KeyPlace, to: NewKeyPlace, actor: string): Promise<boolean> {
  const { db, masterKey } = deps.keys;
  assert(from.kind === 'file' || to.kind !== from.kind, 'a passphrase has one place, and so has a keystore');
  const sealed = await sealFor(to, deps);
  const place: KeyPlace = to.kind === 'passphrase' ? { kind: 'passphrase' } : to;
  const inKeystore = to.kind === 'keystore' ? sealed : from.kind === 'keystore' ? readSealedFile(from.path) : null;
  const move: Move = { from, to: place, actor, ...(inKeystore ? { sealedHash: hashOf(inKeystore) } : {}) };
  writeMeta(db, JOURNAL, Buffer.from(JSON.stringify(move)));
  let durable: boolean;
  try {
    if (to.kind === 'file') writeKeyFile(to.path, masterKey);
    else if (to.kind === 'keystore') writeSealedFile(to.path, must(sealed, 'the keystore has sealed it'));
    else writeMeta(db, SEALED_KEY, must(sealed, 'the passphrase has sealed it'));
    await prove(deps, to);
    durable = deps.remember(place);
  } catch (error) {
    settleMove(deps, from);
    throw error;
  }
  // Otherwise the former place keeps the key until the next start has found the new one.
  return durable && settleMove(deps, place) === 'moved';
}

async function sealFor(to: NewKeyPlace, { keys, keystore }: MoveDeps): Promise<Buffer | null> {
  if (to.kind === 'passphrase') return await sealMasterKey(to.passphrase, keys.masterKey);
  return to.kind === 'keystore' ? await must(keystore, 'there is a keystore').seal(keys.masterKey) : null;
}

/** Throws if the key cannot be read from the new place, for example on a disk whose files everyone can read. */
async function prove({ keys, keystore }: MoveDeps, to: NewKeyPlace): Promise<void> {
  const found = await readBack(to, keys.db, keystore);
  if (!found?.equals(keys.masterKey)) throw new Error('the new place does not give the key back');
}

async function readBack(to: NewKeyPlace, db: Db, keystore: Keystore | undefined): Promise<Buffer | null> {
  if (to.kind === 'file') return readKeyFile(to.path);
  if (to.kind === 'passphrase') {
    const sealed = readMeta(db, SEALED_KEY);
    return sealed && openMasterKey(to.passphrase, sealed);
  }
  const sealed = readSealedFile(to.path);
  return sealed && (await must(keystore, 'there is a keystore').unseal(sealed));
}

/**
 * Settles a move that had begun, by the place that the key was opened from: finishes it if that is the new place, undoes it if it is the former one.
 * If it is neither, someone has set another place since, and both stay as they are. Call it at every start; it does nothing without a journal.
 * `kept`: finished, but the former place still holds the key, because it cannot be cleared from here.
 */
export function settleMove(
  deps: Pick<MoveDeps, 'keys' | 'onMoved'>,
  opened: KeyPlace,
): 'none' | 'moved' | 'kept' | 'undone' | 'left' {
  const { db } = deps.keys;
  const journal = readMeta(db, JOURNAL);
  if (!journal) return 'none';
  const move = JSON.parse(journal.toString()) as Move;
  if (isSamePlace(opened, move.to)) {
    const formerRemoved = clear(deps.keys, move.from, move);
    deps.onMoved({ ...move, formerRemoved });
    removeMeta(db, JOURNAL);
    return formerRemoved ? 'moved' : 'kept';
  }
  if (!isSamePlace(opened, move.from)) return 'left';
  if (move.to.kind !== 'passphrase') removeFile(unfinishedFile(move.to.path));
  clear(deps.keys, move.to, move);
  removeMeta(db, JOURNAL);
  return 'undone';
}

function isSamePlace(a: KeyPlace, b: KeyPlace): boolean {
  if (a.kind === 'passphrase' || b.kind === 'passphrase') return a.kind === b.kind;
  return a.kind === b.kind && resolve(a.path) === resolve(b.path);
}

/** Removes the key from a place that is no longer, or not yet, in use. Returns whether the key is gone from there. */
function clear({ db, masterKey }: MoveDeps['keys'], place: KeyPlace, { sealedHash }: Move): boolean {
  if (place.kind === 'passphrase') {
    removeMeta(db, SEALED_KEY);
    // With the old salt, a passphrase from an older version's first start would still lead to the key.
    writeMeta(db, SALT, randomBytes(16));
    emptyWal(db);
    return true;
  }
  try {
    // Does not use `readKeyFile`: a file that everyone can read must go all the more. A file without a key, or with
    // another key, is not ours to remove.
    const text = readFileSync(place.path, 'utf8').trim();
    const isOurs =
      place.kind === 'file'
        ? text === masterKey.toString('hex')
        : hashOf(Buffer.from(text, 'base64')) === must(sealedHash, 'a move with a keystore notes what that sealed');
    if (!isOurs) return true;
    // A link leads to a file that someone else maintains.
    return !lstatSync(place.path).isSymbolicLink() && removeFile(place.path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

const hashOf = (sealed: Buffer): string => createHash('sha256').update(sealed).digest('hex');

function removeFile(path: string): boolean {
  try {
    rmSync(path, { force: true });
    syncFolderNow(dirname(path));
    return true;
  } catch {
    return false;
  }
}
