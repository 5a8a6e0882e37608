import type { ArchiveEnd } from './content.ts';
import { dataKeyOf, type KeysFrom, openKeys, openKeysArchive } from './open-keys.ts';
import { openArchive } from './read-archive.ts';
import { readData } from './read-data.ts';

export type Verified =
  | { kind: 'data'; id: string; createdAt: string; sizeBytes: number; files: number; bytes: number; end: ArchiveEnd }
  | { kind: 'keys'; id: string; createdAt: string; sizeBytes: number; records: number };

/**
 * Reads a backup from its first byte to its last: every part, the hash of every entry, and the signature. The recovery key is asked for where
 * the file is an archive of keys. Throws `backup_invalid` with the reason.
 */
export async function verifyBackup(
  path: string,
  keysFrom: KeysFrom,
  askRecoveryKey: () => Promise<string>,
): Promise<Verified> {
  const archive = openArchive(path);
  try {
    const { header, sizeBytes } = archive;
    const told = { id: header.id, createdAt: header.createdAt, sizeBytes };
    if (header.kind === 'keys') {
      const { store } = openKeysArchive(archive, await askRecoveryKey());
      const records = store.dataKeyIds().length;
      store.close();
      return { kind: 'keys', ...told, records };
    }
    const { store } = openKeys(keysFrom);
    try {
      let files = 0;
      let bytes = 0;
      const { end } = readData(archive, dataKeyOf(archive, store), {
        entry({ size }, { kind }) {
          if (kind === 'file') files += 1;
          bytes += size;
          return null;
        },
      });
      return { kind: 'data', ...told, files, bytes, end };
    } finally {
      store.close();
    }
  } finally {
    archive.close();
  }
}
