import { statSync } from 'node:fs';
import { must } from './assert.ts';

/** The user and group that a folder belongs to. */
export interface Rights {
  uid: number;
  gid: number;
}

/**
 * Whose rights work on this folder must be done with: those of its owner where root does it, so that nothing of root's comes to lie in it
 * that the owner could not read afterwards. Null: with one's own, since this is not root, the folder is root's, or it is not there yet.
 */
export function rightsOf(folder: string): Rights | null {
  if (process.getuid?.() !== 0) return null;
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? null : { uid: found.uid, gid: found.gid };
}

/** Gives up root for the owner of the folder, for the rest of the process. Does nothing where `rightsOf` is null. */
export function takeRightsOf(folder: string): void {
  const rights = rightsOf(folder);
  if (rights === null) return;
  // In this order: without root no group can be left any more.
  must(process.setgroups, 'a system with users has groups')([rights.gid]);
  must(process.setgid, 'a system with users has groups')(rights.gid);
  must(process.setuid, 'a system with users has them')(rights.uid);
}

/** Does work with the rights of the folder's owner, and takes root's back. The rights are those of the whole process while it lasts. */
export async function withRightsOf<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const rights = rightsOf(folder);
  if (rights === null) return work();
  const setGroup = must(process.setegid, 'a system with users has groups');
  const setUser = must(process.seteuid, 'a system with users has them');
  setGroup(rights.gid);
  setUser(rights.uid);
  try {
    return await work();
  } finally {
    setUser(0);
    setGroup(0);
  }
}
