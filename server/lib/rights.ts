import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { must } from './assert.ts';
import { AppError } from './errors.ts';

/** The user and group that a folder belongs to. */
export interface Rights {
  uid: number;
  gid: number;
}

const GROUPS = 'a system with users has groups';

/**
 * Whose rights work on this folder must be done with: those of its owner where root does it, so that nothing of root's comes to lie in it
 * that the owner could not read afterwards; where it is not there yet, those of the owner of the folder that it will be made in. Null: with
 * one's own, since this is not root, or the folder is root's. Throws `invalid_configuration` if a link leads there that somebody else put
 * in the way: root would work wherever that one likes.
 */
export function rightsOf(folder: string): Rights | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = nearest(resolve(folder));
  refuseLinks(resolve(folder), [0, uid]);
  return uid === 0 ? null : { uid, gid };
}

/** The folder, or the innermost one above it that is there. */
function nearest(folder: string): Stats {
  return statSync(folder, { throwIfNoEntry: false }) ?? nearest(dirname(folder));
}

function refuseLinks(path: string, trusted: readonly number[]): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && !trusted.includes(found.uid)) {
    throw new AppError(
      'invalid_configuration',
      `${path} is a link of user ${found.uid}, and leads root to a folder of another's. Set CUSTOS_DATA_DIR to the folder itself.`,
    );
  }
  if (dirname(path) !== path) refuseLinks(dirname(path), trusted);
}

/** Gives up root for the owner of the folder, for the rest of the process. Returns whose rights it has since; null: as before. */
export function takeRightsOf(folder: string): Rights | null {
  const rights = rightsOf(folder);
  if (rights === null) return null;
  // In this order: without root no group can be left any more.
  takeGroups(rights);
  must(process.setgid, GROUPS)(rights.gid);
  must(process.setuid, 'a system with users has them')(rights.uid);
  return rights;
}

/** Node has it and its types do not. */
type InitGroups = { initgroups?(user: number, group: number): void };

/** All groups of the user, as a service has them: a folder for backups may be shared by one. */
function takeGroups({ uid, gid }: Rights): void {
  try {
    must((process as InitGroups).initgroups, GROUPS)(uid, gid);
  } catch {
    // A number without an account, as in a container.
    must(process.setgroups, GROUPS)([gid]);
  }
}

/** Does work with the rights of the folder's owner, and takes root's back. The rights are those of the whole process while it lasts. */
export async function withRightsOf<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const rights = rightsOf(folder);
  if (rights === null) return work();
  const setGroups = must(process.setgroups, GROUPS);
  const setGroup = must(process.setegid, GROUPS);
  const setUser = must(process.seteuid, 'a system with users has them');
  const groups = must(process.getgroups, GROUPS)();
  takeGroups(rights);
  setGroup(rights.gid);
  setUser(rights.uid);
  try {
    return await work();
  } finally {
    setUser(0);
    setGroup(0);
    setGroups(groups);
  }
}
