import { join } from 'node:path';
import { copyDatabase } from '../db/open.ts';
import { atEnd } from '../lib/at-end.ts';
import { KEYS, MASTER_KEY } from './content.ts';
import { createArchive } from './write-archive.ts';
import type { DataAnswer, DataOrder } from './write-data.ts';

export interface KeysOrder extends Omit<DataOrder, 'kind' | 'registers'> {
  kind: 'keys';
  masterKey: Uint8Array;
}

export type KeysAnswer = Pick<DataAnswer, 'digest' | 'sizeBytes'>;

/**
 * Writes the current key database and the master key, up to the signature. No unsealed copy touches the disk. The
 * database is read at once, because an erasure must not wait long for its write-ahead log to be free.
 */
export function writeKeys({ path, header, key, masterKey, dataDir }: KeysOrder): KeysAnswer {
  const content = copyDatabase(join(dataDir, KEYS));
  const archive = createArchive(path, Buffer.from(header), Buffer.from(key));
  using _archive = atEnd(() => archive.close());
  archive.addBytes(KEYS, content);
  archive.addBytes(MASTER_KEY, Buffer.from(masterKey));
  return { digest: archive.finish(), sizeBytes: archive.sizeBytes() };
}
