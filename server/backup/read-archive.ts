import { createDecipheriv, createHash, createSecretKey, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import { AppError } from '../lib/errors.ts';
import { isSignedBy } from '../lib/signatures.ts';
import {
  type ArchiveHeader,
  decodeHeader,
  HASH_BYTES,
  HEADER_START_BYTES,
  LENGTH_BYTES,
  PART_BYTES,
  partNonce,
  SIGNATURE_BYTES,
  TAG_BYTES,
} from './format.ts';

export interface OpenArchive {
  header: ArchiveHeader;
  /** As in the file: the input of `archiveKey`. */
  headerBytes: Buffer;
  sizeBytes: number;
  /**
   * Reads every entry in order and passes its bytes to the sink that `visit` returns for it; null skips the entry. Throws `backup_invalid`, with the
   * reason, if a single bit differs, the end is missing, or another appliance than `header.signer` signed it.
   */
  readEntries(key: Buffer, visit: (entry: ArchiveEntry) => EntrySink | null): void;
  close(): void;
}

export interface ArchiveEntry {
  name: string;
  size: number;
}

export interface EntrySink {
  write(bytes: Buffer): void;
  /** The entry is complete: its bytes match its hash. */
  end(sha256: Buffer): void;
}

const entrySchema = z.object({ name: z.string(), size: z.int().min(0) });
/** The limit of an entry's JSON text. */
const ENTRY_BYTES_MAX = 1_024;

/** Opens an archive. Throws `backup_invalid` if the file is not an archive, `not_found` if it cannot be read. */
export function openArchive(path: string): OpenArchive {
  const file = openFile(path);
  try {
    const sizeBytes = fstatSync(file).size;
    const start = readAt(file, 0, Math.min(HEADER_START_BYTES, sizeBytes));
    const decoded = decodeHeader(start);
    if (!decoded) throw invalid('The file is not a Custos backup, or its beginning is damaged. Use another file.');
    const headerBytes = Buffer.from(start.subarray(0, decoded.sizeBytes));
    const { header } = decoded;
    return {
      header,
      headerBytes,
      sizeBytes,
      readEntries: (key, visit) => splitEntries(plainParts(file, { header, headerBytes, sizeBytes, key }), visit),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Returns the header of the archive at this path; null if there is none. */
export function peekHeader(path: string): { header: ArchiveHeader; sizeBytes: number } | null {
  try {
    const archive = openArchive(path);
    archive.close();
    return { header: archive.header, sizeBytes: archive.sizeBytes };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Yields the plain stream, part by part; checks the signature after the last part. */
function* plainParts(
  file: number,
  archive: { header: ArchiveHeader; headerBytes: Buffer; sizeBytes: number; key: Buffer },
): Generator<Buffer> {
  const { header, headerBytes, sizeBytes, key } = archive;
  const end = sizeBytes - SIGNATURE_BYTES;
  if (end - headerBytes.length <= TAG_BYTES)
    throw invalid('The file ends too early: it was cut off or never finished. Use another backup.');
  const openKey = createSecretKey(key);
  const whole = createHash('sha256').update(headerBytes);
  const parts = Math.ceil((end - headerBytes.length) / (PART_BYTES + TAG_BYTES));
  for (let number = 0; number < parts; number++) {
    const from = headerBytes.length + number * (PART_BYTES + TAG_BYTES);
    const sealed = readAt(file, from, Math.min(PART_BYTES + TAG_BYTES, end - from));
    whole.update(sealed);
    const isLast = number === parts - 1;
    const plain = openPart(openKey, sealed, partNonce(number, isLast));
    if (plain === null)
      throw invalid(
        isLast
          ? 'The file does not end like a backup: it was cut off, never finished, or its last part was changed. Use another backup.'
          : `Part ${number + 1} of the file was changed. Use another backup.`,
      );
    yield plain;
  }
  const signature = readAt(file, end, SIGNATURE_BYTES);
  if (!isSignedBy(header.signer, 'backup', whole.digest(), signature)) {
    throw invalid(
      'The signature does not match the appliance given in the backup: the backup was changed. Use another backup.',
    );
  }
}

function openPart(key: ReturnType<typeof createSecretKey>, sealed: Buffer, nonce: Buffer): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

function splitEntries(parts: Generator<Buffer>, visit: (entry: ArchiveEntry) => EntrySink | null): void {
  let part: Buffer = Buffer.alloc(0);
  /** Returns up to this many bytes; empty at the end. */
  const next = (countMax: number): Buffer => {
    while (part.length === 0) {
      const more = parts.next();
      if (more.done) return Buffer.alloc(0);
      part = more.value;
    }
    const taken = part.subarray(0, countMax);
    part = part.subarray(taken.length);
    return taken;
  };
  const each = (count: number, use: (bytes: Buffer) => void): void => {
    for (let left = count; left > 0; ) {
      const bytes = next(left);
      if (bytes.length === 0) throw invalid('The backup ends in the middle of an entry. Use another backup.');
      use(bytes);
      left -= bytes.length;
    }
  };
  const take = (count: number): Buffer => {
    const pieces: Buffer[] = [];
    each(count, (bytes) => void pieces.push(bytes));
    return Buffer.concat(pieces);
  };
  for (let first = next(1); first.length > 0; first = next(1)) {
    const length = Buffer.concat([first, take(LENGTH_BYTES - 1)]).readUInt32BE();
    if (length > ENTRY_BYTES_MAX) throw invalid('An entry in the backup has no name. Use another backup.');
    const entry = entrySchema.parse(JSON.parse(take(length).toString('utf8')));
    const sink = visit(entry);
    const hash: Hash = createHash('sha256');
    each(entry.size, (bytes) => {
      hash.update(bytes);
      sink?.write(bytes);
    });
    const sha256 = hash.digest();
    if (!take(HASH_BYTES).equals(sha256))
      throw invalid(`The entry ${entry.name} in the backup was changed. Use another backup.`);
    sink?.end(sha256);
  }
}

/** Returns a sink that keeps all bytes in memory, for small entries. */
export function collect(done: (bytes: Buffer) => void): EntrySink {
  const pieces: Buffer[] = [];
  return { write: (bytes) => void pieces.push(Buffer.from(bytes)), end: () => done(Buffer.concat(pieces)) };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError('not_found', `The backup ${path} cannot be read (${code}). Check the path.`, cause);
  }
}

function readAt(file: number, from: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let filled = 0; filled < count; ) {
    const read = readSync(file, bytes, filled, count - filled, from + filled);
    if (read === 0) return bytes.subarray(0, filled);
    filled += read;
  }
  return bytes;
}

export const invalid = (detail: string): AppError => new AppError('backup_invalid', detail);
