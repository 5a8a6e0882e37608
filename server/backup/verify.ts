import { atEnd } from '../lib/at-end.ts';
import type { ArchiveEnd } from './content.ts';
import { dataKeyOf, type KeysFrom, type OpenKeys, openKeys, openKeysArchive, type RecoveryProof } from './open-keys.ts';
import { openArchive } from './read-archive.ts';
import { readData } from './read-data.ts';

export type Verified = { id: string; createdAt: string; sizeBytes: number; signer: OpenKeys['signer'] } & (
  | { kind: 'data'; files: number; bytes: number; end: ArchiveEnd }
  | { kind: 'keys'; records: number }
);

/**
 * Reads a backup from the first byte to the last: every part, the hash of every entry, and the signature. A key archive
 * requires the recovery key. Throws `backup_invalid` with the reason.
 */
export async function verifyBackup(
  path: string,
  keysFrom: KeysFrom,
  askProof: () => Promise<RecoveryProof>,
): Promise<Verified> {
  const archive = openArchive(path);
  using _archive = atEnd(() => archive.close());
  const { header, sizeBytes } = archive;
  const told = { id: header.id, createdAt: header.createdAt, sizeBytes };
  if (header.kind === 'keys') {
    const { store, signer } = openKeysArchive(archive, await askProof());
    const records = store.dataKeyIds().length;
    store.close();
    return { kind: 'keys', ...told, signer, records };
  }
  const { store, signer } = openKeys(keysFrom);
  using _store = atEnd(() => store.close());
  let files = 0;
  let bytes = 0;
  const { end } = readData(archive, dataKeyOf(archive, store), {
    entry({ size }, { kind }) {
      if (kind === 'file') files += 1;
      bytes += size;
      return null;
    },
  });
  return { kind: 'data', ...told, signer, files, bytes, end };
}
