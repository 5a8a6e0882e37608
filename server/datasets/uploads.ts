import { rmSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { diskFull } from '../lib/disk-full.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';

const RETRY_SECONDS = 10;

/** A file that has arrived completely. */
export interface UploadedFile {
  path: string;
  sizeBytes: number;
}

/** The files of one upload, in a separate folder under their original names. */
export interface Upload {
  /** Throws `disk_full` if this many more bytes would leave too little space. */
  refuseBeyondRoom(bytes: number): void;
  /** Writes a stream to disk and fsyncs it, and never holds the whole file in memory. Throws `disk_full`. `name` is safe for every system. */
  receive(stream: Readable, name: string): Promise<UploadedFile>;
  /** Must be called when no more files arrive. */
  received(): void;
  /** Removes the files. May be called twice. */
  discard(): Promise<void>;
}

export interface Uploads {
  /** Throws `queue_full` if `LIMITS.datasetUploadsAtOnce` are arriving. */
  begin(): Upload;
}

/**
 * Opens the store of list and register files on their way to an import. They are public, so they are not encrypted. None is
 * needed once its import has ended, so leftovers of an earlier process are removed here, at the start.
 */
export function openUploads(deps: { folder: string; newId: NewId; diskFreeBytes(): number }): Uploads {
  const { folder, newId, diskFreeBytes } = deps;
  rmSync(folder, { recursive: true, force: true });
  const arriving = new Set<Upload>();
  const refuseBeyondRoom = (bytes: number): void => {
    if (diskFreeBytes() - bytes < LIMITS.diskFreeBytesMin) throw diskFull();
  };
  return {
    begin() {
      if (arriving.size >= LIMITS.datasetUploadsAtOnce) {
        const detail = `${LIMITS.datasetUploadsAtOnce} uploads of lists or registers are already in progress. Try again when one has ended.`;
        throw new AppError('queue_full', { detail, retryAfterSeconds: RETRY_SECONDS });
      }
      const own = join(folder, newId('imp'));
      const upload: Upload = {
        refuseBeyondRoom,
        async receive(stream, name) {
          await mkdir(own, { recursive: true, mode: 0o700 });
          const path = join(own, name);
          return { path, sizeBytes: await writeOut(stream, path, refuseBeyondRoom) };
        },
        received: () => void arriving.delete(upload),
        async discard() {
          arriving.delete(upload);
          await rm(own, { recursive: true, force: true });
        },
      };
      arriving.add(upload);
      return upload;
    },
  };
}

/** The fsync reveals late disk errors. Nothing is lost if an upload is interrupted. */
async function writeOut(stream: Readable, path: string, refuseBeyondRoom: (bytes: number) => void): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let sizeBytes = 0;
  let checkedBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes - checkedBytes >= LIMITS.uploadRoomCheckBytes) {
        checkedBytes = sizeBytes;
        refuseBeyondRoom(chunk.length);
        // Otherwise the end of a large file would wait until all of it reaches the disk.
        await file.datasync();
      }
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return sizeBytes;
}

/** Characters that no file system accepts in a name, and invisible ones. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
/** Names of devices (Microsoft, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;
/** A file system allows 255. */
const NAME_BYTES_MAX = 200;

/** Turns a client's name into one that every file system accepts, and keeps its ending: formats, packs and codes are recognised by it. */
export function safeFileName(given: string): string {
  const plain = given.normalize('NFC').replaceAll(UNSAFE, '_');
  const trimmed = plain
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '_$1');
  let characters = [...trimmed];
  while (Buffer.byteLength(characters.join('')) > NAME_BYTES_MAX) characters = characters.slice(1);
  return characters.join('') || 'file';
}
