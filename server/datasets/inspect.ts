import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { isExhausted } from '../lib/transient-errors.ts';
import type { ListFile } from './file.ts';

/** The bytes of a file's start that show its format. */
const HEAD_BYTES = 64 * 1024;
/** The bytes of its end, for formats that name their list only there. */
const TAIL_BYTES = 4 * 1024;
/** RFC 1952 */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

export interface InspectedFile extends ListFile {
  /** Of its content, decompressed. */
  sizeBytes: number;
  /** Whether the file was replaced since it was inspected, or is being written. */
  hasChanged(): Promise<boolean>;
}

/**
 * Reads a list file from end to end. Returns the SHA-256 of the stored file, and whether its text is UTF-8 throughout (otherwise
 * it is read as Latin-1, which OFAC publishes in). A gzipped file counts as its contents. Throws `list_invalid` if it cannot be
 * read, is empty, damaged or too large.
 */
export function inspectListFile(path: string): Promise<InspectedFile> {
  return inspectFile(path, LIMITS.listFileBytesMax);
}

/** Does the same for a file of at most this many bytes, both stored and decompressed. */
export async function inspectFile(path: string, sizeBytesMax: number): Promise<InspectedFile> {
  const name = basename(path);
  const mark = await markOf(path);
  const storedBytes = await fileSize(path, name);
  if (storedBytes === 0) throw new AppError('list_invalid', `${name} is empty. Get the file from its publisher again.`);
  if (storedBytes > sizeBytesMax) throw tooLarge(name, sizeBytesMax);
  const gzipped = await readable(name, () => startsWith(path, GZIP_MAGIC));
  const openFile = (): Readable =>
    Readable.from(readBytes(path, { name, gzipped, sizeBytesMax }), { objectMode: false });
  const sha256 = await readable(name, () => hashFile(path));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let sizeBytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const chunk of openFile() as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    isUtf8 = isUtf8 && decodes(decoder, chunk);
  }
  const encoding = isUtf8 && decodes(decoder) ? 'utf8' : 'latin1';
  return {
    path,
    name,
    sha256,
    sizeBytes,
    encoding,
    head: head.toString(encoding),
    tail: tail.toString(encoding),
    open: openFile,
    hasChanged: async () => (await markOf(path)) !== mark,
  };
}

/** Returns the first bytes of a file, decompressed, as Latin-1 text. Throws `list_invalid` if it cannot be read. */
export async function startOfFile(path: string): Promise<string> {
  const name = basename(path);
  const gzipped = await readable(name, () => startsWith(path, GZIP_MAGIC));
  for await (const chunk of readBytes(path, { name, gzipped, sizeBytesMax: Number.POSITIVE_INFINITY })) {
    return chunk.toString('latin1', 0, HEAD_BYTES);
  }
  return '';
}

async function markOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? 'gone' : `${found.size}:${found.mtimeMs}:${found.ino}`;
}

async function* readBytes(
  path: string,
  { name, gzipped, sizeBytesMax }: { name: string; gzipped: boolean; sizeBytesMax: number },
): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  // A failure of either side is thrown by the loop below.
  const bytes = gzipped ? pipeline(file, createGunzip(), () => {}) : file;
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > sizeBytesMax) throw tooLarge(name, sizeBytesMax);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof AppError || isExhausted(cause)) throw cause;
    const reason = gzipped ? 'its compression is damaged or cut off' : 'it cannot be read to the end';
    throw new AppError('list_invalid', `${name}: ${reason}. Get the file from its publisher again.`, cause);
  } finally {
    file.destroy();
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

async function startsWith(path: string, magic: Buffer): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
  return bytesRead === magic.length && buffer.equals(magic);
}

async function fileSize(path: string, name: string): Promise<number> {
  const found = await readable(name, () => stat(path));
  if (found.isFile()) return found.size;
  throw new AppError('list_invalid', `${name} is not a file. Check the path.`);
}

/** Turns a disk error into the error that names the file and what to do. */
async function readable<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isExhausted(cause)) throw cause;
    throw new AppError('list_invalid', `${name} cannot be opened. Check the path and its permissions.`, cause);
  }
}

function tooLarge(name: string, sizeBytesMax: number): AppError {
  return new AppError(
    'list_invalid',
    `${name} is larger than ${sizeBytesMax} bytes. Get it in a more compact format, such as CSV.`,
  );
}

/** Whether the next bytes are UTF-8. Without bytes, whether the text ended with a whole character. */
function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
