import { mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, must } from '../lib/assert.ts';
import { syncFolder, syncFolderNow } from '../lib/durable.ts';
import type { NewId } from '../lib/ids.ts';
import type { KeyStore } from './key-store.ts';
import { seal, unseal } from './seal.ts';
import {
  beginUpload,
  filePlace,
  newRecord,
  ownerOfUpload,
  type SealedRecord,
  type StagedFile,
  type UploadSession,
  uploadFolder,
} from './staging.ts';

/** Stores files and personal columns, each verification's under its own key. */
export interface Vault {
  /** Returns the id and key of a company's verification, not stored yet. */
  newCompanyRecord(): SealedRecord;
  /** For the files of a new verification of a person. */
  beginUpload(): UploadSession;
  /** For more files of a stored verification. */
  beginUploadInto(verificationId: string): UploadSession;
  /**
   * Makes received files of a record durable under their final names. Commit the key before, and the rows that name the
   * files after: the next start drops files that no row names.
   */
  keepFiles(record: SealedRecord, files: readonly StagedFile[]): Promise<void>;
  /** Returns the plain bytes of a document. Throws if the file is damaged or its key is gone. */
  readFile(verificationId: string, documentId: string): Promise<Buffer>;
  /** Removes these files of a verification; without `documentIds`, all of them, durably. */
  removeFiles(verificationId: string, documentIds?: readonly string[]): Promise<void>;
  /** Seals a JSON value for a column. Pass `dataKey` if it is not stored yet, or differs from the record's. */
  sealJson(verificationId: string, column: string, value: unknown, dataKey?: Buffer): Buffer;
  openJson<T>(verificationId: string, column: string, sealed: Buffer, dataKey?: Buffer): T;
  /** Does the same for many columns of one verification, and opens its key once. */
  opener(verificationId: string, dataKey?: Buffer): <T>(column: string, sealed: Buffer) => T;
  /** Returns the ids of the verifications that have files. */
  fileOwners(): Promise<string[]>;
  /** Returns the ids of the documents that a verification has files for. */
  filesOf(verificationId: string): Promise<string[]>;
  /** Makes the next start check this record's files, because it is unknown whether their rows exist. */
  doubtFiles(verificationId: string): void;
  /**
   * Returns the uploads that an earlier process did not finish. `owners`: the records whose files may lack rows; null:
   * any record's may, because an upload does not name its record. `clear` removes them.
   */
  unfinishedUploads(): Promise<{ count: number; owners: ReadonlySet<string> | null; clear(): Promise<void> }>;
}

export function createVault(deps: { folder: string; keys: KeyStore; newId: NewId }): Vault {
  const { keys, newId } = deps;
  const incoming = join(deps.folder, 'incoming');
  const files = join(deps.folder, 'files');
  for (const folder of [incoming, files]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolderNow(deps.folder);
  const keyOf = (id: string): Buffer => must(keys.dataKey(id), 'a record that is read has its key');
  const opener = (id: string, dataKey?: Buffer): (<T>(column: string, sealed: Buffer) => T) => {
    const key = dataKey ?? keyOf(id);
    return (column, sealed) => JSON.parse(unseal(key, columnPlace(id, column), sealed).toString('utf8'));
  };
  return {
    newCompanyRecord: () => newRecord('kyb_ver', newId),
    beginUpload: () => beginUpload(incoming, newId, newRecord('ver', newId)),
    beginUploadInto: (verificationId) =>
      beginUpload(incoming, newId, { verificationId, dataKey: keyOf(verificationId) }),
    async keepFiles({ verificationId }, kept) {
      const folder = join(files, verificationId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const { tempPath, documentId } of kept) await rename(tempPath, join(folder, documentId));
      await Promise.all([syncFolder(folder), syncFolder(files)]);
    },
    async readFile(verificationId, documentId) {
      const sealed = await readFile(join(files, verificationId, documentId));
      return unseal(keyOf(verificationId), filePlace(verificationId, documentId), sealed);
    },
    async removeFiles(verificationId, documentIds) {
      const folder = join(files, verificationId);
      if (documentIds === undefined) {
        await rm(folder, { recursive: true, force: true });
        return syncFolder(files);
      }
      for (const documentId of documentIds) await rm(join(folder, documentId), { force: true });
    },
    sealJson: (id, column, value, dataKey) =>
      seal(dataKey ?? keyOf(id), columnPlace(id, column), Buffer.from(JSON.stringify(value))),
    openJson: (id, column, sealed, dataKey) => opener(id, dataKey)(column, sealed),
    opener,
    fileOwners: () => readdir(files),
    filesOf: (verificationId) => readdir(join(files, verificationId)),
    doubtFiles: (verificationId) => void mkdirSync(uploadFolder(incoming, newId, verificationId), { mode: 0o700 }),
    async unfinishedUploads() {
      const left = await readdir(incoming);
      const owners = left.map(ownerOfUpload);
      return {
        count: left.length,
        owners: owners.includes(null) ? null : new Set(owners as string[]),
        async clear() {
          for (const name of left) await rm(join(incoming, name), { recursive: true, force: true });
        },
      };
    },
  };
}

function columnPlace(verificationId: string, column: string): string {
  assert(column.includes('.'), 'a column is named table.column');
  return `${column}:${verificationId}`;
}
