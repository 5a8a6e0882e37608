import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { type MediaType, sniffMediaType } from '../lib/media-type.ts';
import { beginSeal, KEY_BYTES, unseal } from './seal.ts';

/** A file that has arrived, sealed and on disk, but belongs to no record yet. */
export interface StagedFile {
  documentId: string;
  tempPath: string;
  sizeBytes: number;
  /** SHA-256 of the plain bytes, hex. */
  sha256: string;
  /** The first bytes of the file in the clear, at most `LIMITS.fileHeadBytes`. */
  head: Buffer;
  mediaType: MediaType | null;
}

/** A verification's id and the key that seals its data. Possibly not stored yet. */
export interface SealedRecord {
  verificationId: string;
  dataKey: Buffer;
}

/** The files of one upload for a verification, which may not be stored yet. */
export interface UploadSession extends SealedRecord {
  /** Seals a stream to disk and fsyncs it. Never holds the whole file in memory. Rejects if the stream fails. */
  receive(stream: AsyncIterable<Buffer>): Promise<StagedFile>;
  /** Returns the plain bytes of a file received in this session. */
  read(file: StagedFile): Promise<Buffer>;
  /** Removes every received file that was not kept. Safe to call twice. */
  discard(): Promise<void>;
}

/** The associated data of a sealed file. */
export function filePlace(verificationId: string, documentId: string): string {
  return `file:${verificationId}:${documentId}`;
}

/** Returns a new id and a new key. */
export function newRecord(prefix: 'ver' | 'kyb_ver', newId: NewId): SealedRecord {
  return { verificationId: newId(prefix), dataKey: randomBytes(KEY_BYTES) };
}

/** The name of an upload's folder holds the record's id: a start that finds one checks only that record's files. */
export function uploadFolder(incomingFolder: string, newId: NewId, verificationId: string): string {
  return join(incomingFolder, `${newId('req')}.${verificationId}`);
}

/** Returns the record in a folder's name; null: an earlier program made it. */
export function ownerOfUpload(name: string): string | null {
  return /^req_[0-9a-z]{26}\.(\w+)$/.exec(name)?.[1] ?? null;
}

/** Each upload has its own folder, because several may go to one record at once. */
export function beginUpload(incomingFolder: string, newId: NewId, record: SealedRecord): UploadSession {
  const { verificationId, dataKey } = record;
  const folder = uploadFolder(incomingFolder, newId, verificationId);
  return {
    verificationId,
    dataKey,
    async receive(stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const documentId = newId('doc');
      const tempPath = join(folder, documentId);
      return {
        documentId,
        tempPath,
        ...(await sealToDisk(stream, tempPath, dataKey, filePlace(verificationId, documentId))),
      };
    },
    async read(file) {
      return unseal(dataKey, filePlace(verificationId, file.documentId), await readFile(file.tempPath));
    },
    async discard() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Chunks of a form have a few kilobytes, and each write makes a round trip to another thread. */
const WRITE_BYTES = 256 * 1024;

async function sealToDisk(stream: AsyncIterable<Buffer>, path: string, key: Buffer, place: string) {
  const { header, cipher } = beginSeal(key, place);
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let headBytes = 0;
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    let sealed = [header];
    let sealedBytes = 0;
    for await (const chunk of stream) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      if (headBytes < LIMITS.fileHeadBytes) {
        head.push(chunk.subarray(0, LIMITS.fileHeadBytes - headBytes));
        headBytes += chunk.length;
      }
      sealed.push(cipher.update(chunk));
      sealedBytes += chunk.length;
      if (sealedBytes < WRITE_BYTES) continue;
      // appendFile continues until everything is written; a single write may write less, on a nearly full disk.
      await file.appendFile(Buffer.concat(sealed));
      [sealed, sealedBytes] = [[], 0];
    }
    cipher.final();
    await file.appendFile(Buffer.concat([...sealed, cipher.getAuthTag()]));
    await file.sync();
  } finally {
    await file.close();
  }
  const headBuffer = Buffer.concat(head);
  return { sizeBytes, sha256: hash.digest('hex'), head: headBuffer, mediaType: sniffMediaType(headBuffer) };
}
