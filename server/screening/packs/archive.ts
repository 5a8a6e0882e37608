import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { packFault } from './manifest.ts';

/** A ZIP archive whose directory was read, and nothing else yet. */
export interface Archive extends Disposable {
  names: readonly string[];
  /** The content of a small file, at most `sizeBytesMax` of it; null where there is none. */
  read(name: string, sizeBytesMax: number): Promise<Buffer | null>;
  /** Writes a file to `path` and gives its SHA-256 (hex). Fails as soon as it has more than `sizeBytes`. */
  extract(name: string, path: string, sizeBytes: number): Promise<string>;
}

/** Throws `list_invalid` where it is no whole ZIP archive, a name in it climbs out of it or stands twice, or there are too many. */
export async function openArchive(path: string): Promise<Archive> {
  await checkReadable(path);
  const zip = await broken(() => openPromise(path, { autoClose: false, strictFileNames: true }));
  try {
    const entries = await broken(() => readDirectory(zip));
    return {
      names: [...entries.keys()],
      async read(name, sizeBytesMax) {
        const entry = entries.get(name);
        return entry ? broken(() => readWhole(zip, entry, sizeBytesMax)) : null;
      },
      async extract(name, target, sizeBytes) {
        const entry = entries.get(name);
        if (!entry) throw packFault('pack_tampered', 'a file that its manifest names is missing');
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        return broken(() => extractTo(zip, entry, target, sizeBytes));
      },
      [Symbol.dispose]: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Throws `list_invalid` for what is no file, or cannot be opened. */
async function checkReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
    if ((await stat(path)).isFile()) return;
  } catch (cause) {
    throw packFault('pack_invalid', 'it cannot be opened', cause, 'Check the path and its permissions.');
  }
  throw packFault('pack_invalid', 'it is not a file', undefined, 'Name the file of the pack.');
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw packFault('pack_tampered', 'a file stands in it twice');
    if (entries.size >= LIMITS.packFilesMax) throw packFault('pack_invalid', 'it holds too many files');
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function readWhole(zip: ZipFile, entry: Entry, sizeBytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(await zip.openReadStreamPromise(entry), sizeBytesMax)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function extractTo(zip: ZipFile, entry: Entry, path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const content = await zip.openReadStreamPromise(entry);
  await pipeline(atMost(content, sizeBytes), hashed, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return hash.digest('hex');
}

/** Ends a content that unpacks to more than was said, whatever the archive itself says. */
async function* atMost(content: Readable, sizeBytesMax: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > sizeBytesMax) throw packFault('pack_tampered', 'a file in it is larger than its manifest says');
    yield chunk;
  }
}

/** Failures of the archive itself as one kind of error; those of the disk as they are. */
async function broken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError || (cause as NodeJS.ErrnoException).syscall !== undefined) throw cause;
    throw packFault('pack_invalid', 'it is no whole ZIP archive, or is damaged', cause);
  }
}
