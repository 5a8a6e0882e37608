import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ListFile } from './file.ts';

const MAGIC = 'PK\u0003\u0004';
/** A spreadsheet has a dozen. */
const MEMBERS_MAX = 1_000;
const AGAIN = 'Get the file from its publisher again.';

/** Whether a file is a ZIP archive with a member of that name, by its start and the directory at its end. */
export function hasMember({ head, tail }: ListFile, name: string): boolean {
  return head.startsWith(MAGIC) && (head.includes(name) || tail.includes(name));
}

/**
 * Returns the files inside a ZIP archive by their names, each readable as a list file. The archive is held in memory, its members
 * are not. Throws `list_invalid`, here or while a member is read, if the archive is damaged, cut off or encrypted, if it is
 * larger than `LIMITS.listArchiveBytesMax`, or a member than `LIMITS.listHeldFileBytesMax`.
 */
export async function openMembers(file: ListFile): Promise<Map<string, ListFile>> {
  const members = new Map<string, ListFile>();
  const bytes = await readArchive(file);
  await guard(file, async () => {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    for await (const entry of archive.eachEntry()) {
      if (members.size >= MEMBERS_MAX) throw invalid(file, `it contains more than ${MEMBERS_MAX} files.`);
      members.set(entry.fileName, makeMember(file, archive, entry));
    }
  });
  return members;
}

async function readArchive(file: ListFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > LIMITS.listArchiveBytesMax) {
      throw invalid(file, `it is larger than ${LIMITS.listArchiveBytesMax} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function makeMember(file: ListFile, archive: ZipFile, entry: Entry): ListFile {
  const open = (): Readable => Readable.from(readMember(file, archive, entry), { objectMode: false });
  return { ...file, name: `${file.name}: ${entry.fileName}`, encoding: 'utf8', head: '', tail: '', open };
}

/** yauzl checks sizes against the archive's directory, and this function checks contents against its checksum. */
async function* readMember(file: ListFile, archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize > LIMITS.listHeldFileBytesMax) {
    throw invalid(file, `${entry.fileName} in it unpacks to more than ${LIMITS.listHeldFileBytesMax} bytes.`);
  }
  if (!entry.canDecodeFileData()) throw invalid(file, 'it is encrypted or uses an unsupported compression.');
  const stream = await guard(file, () => archive.openReadStreamPromise(entry));
  let checksum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (cause) {
    throw invalid(file, `the archive is damaged or cut off. ${AGAIN}`, cause);
  } finally {
    stream.destroy();
  }
  if (checksum !== entry.crc32) throw invalid(file, `${entry.fileName} in it is damaged. ${AGAIN}`);
}

async function guard<T>(file: ListFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw invalid(file, `the archive is damaged or cut off. ${AGAIN}`, cause);
  }
}

function invalid(file: ListFile, reason: string, cause?: unknown): AppError {
  return new AppError('list_invalid', `${file.name}: ${reason}`, cause);
}
