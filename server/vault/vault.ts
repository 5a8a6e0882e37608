import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, must } from '../lib/assert.ts';
import type { NewId } from '../lib/ids.ts';
import { syncFolder, syncFolderNow } from './durable.ts';
import type { KeyStore } from './key-store.ts';
import { seal, unseal } from './seal.ts';
import { beginUpload, filePlace, type UploadSession } from './staging.ts';

/** Files and personal columns, each verification's under its own key. */
export interface Vault {
  beginUpload(): UploadSession;
  /** Makes a session's files durable under their final name. The key must be committed before. */
  keepFiles(session: UploadSession): Promise<void>;
  /** The plain bytes of a document. Throws where the file is damaged or its key is gone. */
  readFile(verificationId: string, documentId: string): Promise<Buffer>;
  removeFiles(verificationId: string): Promise<void>;
  /** Seals a JSON value for a column. `dataKey` is given where it is not stored yet. */
  sealJson(verificationId: string, column: string, value: unknown, dataKey?: Buffer): Buffer;
  openJson<T>(verificationId: string, column: string, sealed: Buffer): T;
  /** Ids of the verifications that have files. */
  fileOwners(): Promise<string[]>;
  /** Removes uploads that a former process did not finish. Returns how many. */
  clearIncoming(): Promise<number>;
}

export function createVault(deps: { folder: string; keys: KeyStore; newId: NewId }): Vault {
  const { keys, newId } = deps;
  const incoming = join(deps.folder, 'incoming');
  const files = join(deps.folder, 'files');
  for (const folder of [incoming, files]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolderNow(deps.folder);
  const keyOf = (id: string): Buffer => must(keys.dataKey(id), 'a record that is read has its key');
  return {
    beginUpload: () => beginUpload(incoming, newId),
    async keepFiles(session) {
      await syncFolder(session.folder);
      await rename(session.folder, join(files, session.verificationId));
      await syncFolder(files);
    },
    async readFile(verificationId, documentId) {
      const sealed = await readFile(join(files, verificationId, documentId));
      return unseal(keyOf(verificationId), filePlace(verificationId, documentId), sealed);
    },
    removeFiles: (verificationId) => rm(join(files, verificationId), { recursive: true, force: true }),
    sealJson: (id, column, value, dataKey) =>
      seal(dataKey ?? keyOf(id), columnPlace(id, column), Buffer.from(JSON.stringify(value))),
    openJson: (id, column, sealed) => JSON.parse(unseal(keyOf(id), columnPlace(id, column), sealed).toString('utf8')),
    fileOwners: () => readdir(files),
    async clearIncoming() {
      const left = await readdir(incoming);
      for (const name of left) await rm(join(incoming, name), { recursive: true, force: true });
      return left.length;
    },
  };
}

function columnPlace(verificationId: string, column: string): string {
  assert(column.includes('.'), 'a column is named table.column');
  return `${column}:${verificationId}`;
}
