import { join } from 'node:path';
import { type KeyStore, openKeyStore } from '../../server/vault/key-store.ts';
import { tempFolder } from './folder.ts';

/** A key database in memory with its own master key, which is not stored. */
export function memoryKeys(): KeyStore {
  using folder = tempFolder();
  return openKeyStore(':memory:', { kind: 'file', path: join(folder.path, 'master.key') });
}
