import { createHash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { withFile } from './durable.ts';
import { AppError } from './errors.ts';

/** A ZIP archive of which only the directory was read. */
export interface Archive extends Disposable {
  /** In archive order. */
  names: readonly string[];
  sizeBytes: number;
  /** Returns the content of a small file, at most `sizeBytesMax` of it. Null if there is none. */
  read(name: string, sizeBytesMax: number): Promise<Buffer | null>;
  /** Yields the content of a signed file. It fails as soon as that has more than `size` bytes, and at its end if its SHA-256 (hex) differs. */
  content(name: string, signed: { size: number; sha256: string }): AsyncGenerator<Buffer>;
}

/** The rules for an archive, and the error that refuses its kind. */
export interface ArchiveRules {
  filesMax: number;
  sizeBytesMin: number;
  sizeBytesMax: number;
  refuse(code: 'pack_invalid' | 'pack_tampered', reason: string, cause?: unknown, remedy?: string): AppError;
  /** Returns what is wrong with an entry, or null if it is allowed. */
  fault?(entry: Entry): string | null;
}

/** Refuses an incomplete ZIP archive, a name that escapes the archive or is repeated, and too many files. */
export async function openArchive(path: string, rules: ArchiveRules): Promise<Archive> {
  const sizeBytes = sizeOf(path, rules);
  const { refuse } = rules;
  const asFault = (cause: unknown): unknown =>
    cause instanceof AppError || (cause as NodeJS.ErrnoException).syscall !== undefined
      ? cause
      : refuse('pack_invalid', 'it is not a complete ZIP archive, or it is damaged', cause);
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((cause) => {
    throw asFault(cause);
  });
  async function* atMost(entry: Entry, sizeBytesMax: number): AsyncGenerator<Buffer> {
    let sizeBytes = 0;
    try {
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        if (sizeBytes > sizeBytesMax) throw refuse('pack_tampered', 'a file in it is larger than its manifest allows');
        yield chunk;
      }
    } catch (cause) {
      throw asFault(cause);
    }
  }
  try {
    const entries = await readDirectory(zip, rules);
    return {
      names: [...entries.keys()],
      sizeBytes,
      async read(name, sizeBytesMax) {
        const entry = entries.get(name);
        if (!entry) return null;
        const chunks: Buffer[] = [];
        for await (const chunk of atMost(entry, sizeBytesMax)) chunks.push(chunk);
        return Buffer.concat(chunks);
      },
      async *content(name, { size, sha256 }) {
        const entry = entries.get(name);
        if (!entry) throw refuse('pack_tampered', 'a file listed in its manifest is missing');
        const hash = createHash('sha256');
        for await (const chunk of atMost(entry, size)) {
          hash.update(chunk);
          yield chunk;
        }
        if (hash.digest('hex') !== sha256) throw refuse('pack_tampered', 'a file in it does not match the signature');
      },
      [Symbol.dispose]: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw asFault(error);
  }
}

function sizeOf(path: string, { refuse, sizeBytesMin, sizeBytesMax }: ArchiveRules): number {
  try {
    return withFile(path, 'r', (file) => {
      const found = fstatSync(file);
      if (!found.isFile())
        throw refuse('pack_invalid', 'it is not a file', undefined, 'Give the path of the pack file.');
      if (found.size > sizeBytesMax) throw refuse('pack_invalid', 'it is too large');
      if (found.size < sizeBytesMin) throw refuse('pack_invalid', 'it is empty or cut off');
      return found.size;
    });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw refuse('pack_invalid', 'it cannot be opened', cause, 'Check the path and its permissions.');
  }
}

async function readDirectory(zip: ZipFile, { filesMax, refuse, fault }: ArchiveRules): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw refuse('pack_tampered', 'it contains a file twice');
    if (entries.size >= filesMax) throw refuse('pack_invalid', 'it contains too many files');
    const reason = fault?.(entry);
    if (reason) throw refuse('pack_tampered', reason);
    entries.set(entry.fileName, entry);
  }
  return entries;
}
