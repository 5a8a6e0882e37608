import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isWithin } from './backup/folder.ts';

/** What the watched folder makes in itself. */
const OWN = ['done', 'failed'];

/**
 * Why a folder cannot be used, as the end of a sentence; null: it is there (made where missing) and can be written.
 *
 * @param dataDir it is apart from this one
 * @param mustBeEmpty files are taken out of it: nobody may so read what lies elsewhere
 */
export function folderFault(
  path: string,
  { dataDir, mustBeEmpty }: { dataDir: string; mustBeEmpty: boolean },
): string | null {
  if (!isAbsolute(path)) return 'must be a whole path, from the root of the disk on';
  if (isWithin(dataDir, path) || isWithin(path, dataDir)) return 'must be a folder apart from the data folder';
  const probe = join(path, `.custos-${process.pid}-probe`);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
    const found = mustBeEmpty ? readdirSync(path).filter((name) => !OWN.includes(name)) : [];
    return found.length === 0 ? null : 'must be an empty folder: whatever lies in it would be taken for a list';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `names a folder that cannot be made or written (${code}); give this user the right to, or take another one`;
  }
}
