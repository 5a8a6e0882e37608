import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ColumnMap, ListFile } from '../../../../server/datasets/file.ts';
import { AppError } from '../../../../server/lib/errors.ts';
import type { ImportJob, ListFormat, ListReading } from '../../../../server/screening/formats/format.ts';
import type { ListEntry } from '../../../../server/screening/types.ts';

/** A list file in memory; `chunkBytes` is the size of the pieces in which it is read. */
export function listFile(name: string, content: string | Buffer, chunkBytes = 64 * 1024): ListFile {
  const bytes = Buffer.from(content as string);
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  function* chunks(): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  return {
    path: `/nowhere/${name}`,
    name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    encoding,
    head: bytes.subarray(0, 64 * 1024).toString(encoding),
    tail: bytes.subarray(-4 * 1024).toString(encoding),
    open: () => Readable.from(chunks(), { objectMode: false }),
  };
}

export interface ReadList {
  entries: ListEntry[];
  reading: ListReading;
  rows: number;
}

/** Everything that a format reads from these files, with a column mapping if one is given. */
export async function readList(format: ListFormat, files: readonly ListFile[], columns?: ColumnMap): Promise<ReadList> {
  const list: ReadList = { entries: [], reading: { publishedAt: null, recordsDeclared: null, orphans: {} }, rows: 0 };
  const job: ImportJob = {
    reading: list.reading,
    ...(columns ? { columns } : {}),
    onRow: () => {
      list.rows += 1;
    },
  };
  for await (const entry of format.read(files, job)) list.entries.push(entry);
  return list;
}

/** The reading error as `code: message`. Errors that are not ours are rethrown. */
export async function refusalOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (cause) {
    if (cause instanceof AppError) return `${cause.code}: ${cause.message}`;
    throw cause;
  }
  return 'it was read';
}
