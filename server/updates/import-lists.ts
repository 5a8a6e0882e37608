import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportResult } from '../screening/import/import-all.ts';
import type { Lists, PackOptions } from '../screening/lists.ts';
import { UPDATES } from './journal.ts';
import { listEntry } from './manifest.ts';
import type { OpenPack } from './read-pack.ts';
import { writeFile } from './unpack.ts';

/** Imports the lists of a verified pack: all of them come into force in one transaction, or none. Throws `list_invalid`, `queue_full`. */
export async function importLists(
  dataDir: string,
  pack: OpenPack,
  lists: Pick<Lists, 'importVerified'>,
  options: PackOptions,
  actor: string,
): Promise<ImportResult[]> {
  const work = join(dataDir, UPDATES, `lists-${pack.manifest.id}`);
  rmSync(work, { recursive: true, force: true });
  try {
    const unpacked = [];
    for (const { code, name, published_at: publishedAt, files } of pack.manifest.lists) {
      mkdirSync(join(work, code), { recursive: true, mode: 0o700 });
      const paths: string[] = [];
      for (const file of files) {
        const path = join(work, code, file.name);
        await writeFile(pack, { entry: listEntry(code, file.name), size: file.size, sha256: file.sha256 }, path, '644');
        paths.push(path);
      }
      unpacked.push({ code, name, publishedAt, paths });
    }
    return await lists.importVerified(
      { createdAtMs: Date.parse(pack.manifest.made_at), lists: unpacked },
      options,
      actor,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
