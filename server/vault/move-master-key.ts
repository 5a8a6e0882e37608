import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Db } from '../db/open.ts';
import { emptyWal } from '../db/wal.ts';
import { assert } from '../lib/assert.ts';
import { syncFolderNow } from './durable.ts';
import { readMeta, removeMeta, writeMeta } from './key-meta.ts';
import { SALT, SEALED_KEY } from './key-store.ts';
import { openMasterKey, readKeyFile, sealMasterKey, unfinishedKeyFile, writeKeyFile } from './master-key.ts';

/** Where the master key is, as it may be told: a passphrase is in nobody's keeping here. */
export type KeyPlace = { kind: 'file'; path: string } | { kind: 'passphrase' };

/** Where it is to be. */
export type NewKeyPlace = { kind: 'file'; path: string } | { kind: 'passphrase'; passphrase: string };

export interface MoveDeps {
  keys: { db: Db; masterKey: Buffer };
  /**
   * Writes down where the next start finds the key, or throws and leaves it as it was. False: it is written, and whether it would outlast a
   * loss of power is not known.
   */
  remember(place: KeyPlace): boolean;
  /** Called once the key is where it was to be, before nothing tells of the move any more: after a kill, twice at most. */
  onMoved(move: Move & { formerRemoved: boolean }): void;
}

/** What is written down before anything else of a move, so that the next start finishes or undoes what a kill left. */
export interface Move {
  from: KeyPlace;
  to: KeyPlace;
  actor: string;
}

const JOURNAL = 'master_key_move';

/**
 * Moves the master key, which stays the same one: nothing that it seals changes. At every moment the place that the next start looks at
 * holds the key: the new place is written and read back, then `remember`ed, then the former one is cleared. Throws what the file system
 * or `remember` throws, with everything as it was. Returns whether the former place no longer holds the key.
 */
export async function moveMasterKey(deps: MoveDeps, from: KeyPlace, to: NewKeyPlace, actor: string): Promise<boolean> {
  const { db, masterKey } = deps.keys;
  assert(from.kind === 'file' || to.kind === 'file', 'a passphrase has one place');
  const sealed = to.kind === 'passphrase' ? await sealMasterKey(to.passphrase, masterKey) : null;
  const place: KeyPlace = to.kind === 'file' ? to : { kind: 'passphrase' };
  writeMeta(db, JOURNAL, Buffer.from(JSON.stringify({ from, to: place, actor } satisfies Move)));
  let durable: boolean;
  try {
    if (to.kind === 'file') writeKeyFile(to.path, masterKey);
    else if (sealed) writeMeta(db, SEALED_KEY, sealed);
    prove(db, to, masterKey);
    durable = deps.remember(place);
  } catch (error) {
    settleMove(deps, from);
    throw error;
  }
  // Else the former place stays until the next start has found the new one.
  return durable && settleMove(deps, place) === 'moved';
}

/** Throws where the new place does not give the key, such as a disk whose files everybody can read. */
function prove(db: Db, to: NewKeyPlace, masterKey: Buffer): void {
  const sealed = readMeta(db, SEALED_KEY);
  const found = to.kind === 'file' ? readKeyFile(to.path) : sealed && openMasterKey(to.passphrase, sealed);
  if (!found?.equals(masterKey)) throw new Error('the new place does not give the key back');
}

/**
 * Ends a move that was begun, from what place the key was opened: from the new one it is finished, from the former one undone. Where it
 * was neither, somebody has set another place since, and both stay as they are. To be called at every start, and does nothing without a
 * journal. `kept`: finished, and the former place still holds the key, since it cannot be cleared from here.
 */
export function settleMove(deps: MoveDeps, opened: KeyPlace): 'none' | 'moved' | 'kept' | 'undone' | 'left' {
  const { db, masterKey } = deps.keys;
  const journal = readMeta(db, JOURNAL);
  if (!journal) return 'none';
  const move = JSON.parse(journal.toString()) as Move;
  if (isSamePlace(opened, move.to)) {
    const formerRemoved = clear(db, move.from, masterKey);
    deps.onMoved({ ...move, formerRemoved });
    removeMeta(db, JOURNAL);
    return formerRemoved ? 'moved' : 'kept';
  }
  if (!isSamePlace(opened, move.from)) return 'left';
  if (move.to.kind === 'file') removeFile(unfinishedKeyFile(move.to.path));
  clear(db, move.to, masterKey);
  removeMeta(db, JOURNAL);
  return 'undone';
}

function isSamePlace(a: KeyPlace, b: KeyPlace): boolean {
  if (a.kind === 'file' && b.kind === 'file') return resolve(a.path) === resolve(b.path);
  return a.kind === b.kind;
}

/** Takes the key away from a place that no longer, or not yet, is its own. Returns whether it is not there any more. */
function clear(db: Db, place: KeyPlace, masterKey: Buffer): boolean {
  if (place.kind === 'passphrase') {
    removeMeta(db, SEALED_KEY);
    // By the salt a passphrase from the first start would lead to the key as before.
    writeMeta(db, SALT, randomBytes(16));
    emptyWal(db);
    return true;
  }
  try {
    // Not by `readKeyFile`: one that everybody can read goes all the more. What is no key, or another one, is not ours.
    if (readFileSync(place.path, 'utf8').trim() !== masterKey.toString('hex')) return true;
    // A link leads to a file that somebody else keeps.
    return !lstatSync(place.path).isSymbolicLink() && removeFile(place.path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function removeFile(path: string): boolean {
  try {
    rmSync(path, { force: true });
    syncFolderNow(dirname(path));
    return true;
  } catch {
    return false;
  }
}
