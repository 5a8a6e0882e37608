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
 * Returns the user whose rights must be used for work on this folder. If the process is root, that is the folder's owner, so that root creates
 * nothing there that the owner could not read later; if the folder does not exist yet, the owner of its future parent folder. null: the process keeps
 * its own rights, because it is not root, or root owns the folder. Throws `invalid_configuration` if a link on the path belongs to someone else: root
 * would work wherever the link points.
 */
export function rightsOf(folder: string): Rights | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = nearest(resolve(folder));
  refuseLinks(resolve(folder), [0, uid]);
  return uid === 0 ? null : { uid, gid };
}

/** Returns the folder, or its nearest existing ancestor. */
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

/** Changes from root to the owner of the folder, for the rest of the process. Returns the rights it now has; null: unchanged. */
export function takeRightsOf(folder: string): Rights | null {
  const rights = rightsOf(folder);
  if (rights === null) return null;
  // In this order: without root, no group can be left.
  takeGroups(rights);
  must(process.setgid, GROUPS)(rights.gid);
  must(process.setuid, 'a system with users has them')(rights.uid);
  return rights;
}

/** Node has this function, but its types do not. */
type InitGroups = { initgroups?(user: number, group: number): void };

/** Takes all groups of the user, as a service has them: a folder for backups may be shared through one. */
function takeGroups({ uid, gid }: Rights): void {
  try {
    must((process as InitGroups).initgroups, GROUPS)(uid, gid);
  } catch {
    // The id has no account, as in a container.
    must(process.setgroups, GROUPS)([gid]);
  }
}

/** Does work with the rights of the folder's owner, and then becomes root again. The rights apply to the whole process meanwhile. */
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
