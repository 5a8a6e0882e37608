import type { ColumnMap, Fail, ListFile } from '../../datasets/file.ts';
import type { Form } from '../../datasets/recognise.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ListEntry } from '../types.ts';

/** What a format reports about a list besides its entries. It is filled during reading, and complete at the end. */
export interface ListReading {
  /** YYYY-MM-DD, as stated in the file. */
  publishedAt: string | null;
  /** How many entries the file says it holds. */
  recordsDeclared: number | null;
  /** Rows that belong to no entry (aliases or addresses from another day's list), counted by kind. */
  orphans: Record<string, number>;
}

export interface ImportJob {
  reading: ListReading;
  columns?: ColumnMap;
  /** Must be called for every row or record read, whether or not it is an entry. */
  onRow(): void;
}

/** One published list format. A file has at most `LIMITS.listHeldFileBytesMax` unless the format says otherwise. */
export interface ListFormat extends Form {
  /** The default name of a list of this format. null: the file's name. */
  list: { code: string; name: string } | null;
  /**
   * Yields the entries one after the other, in memory that does not grow with the file. Throws `list_invalid` with the file, the line and the reason.
   */
  read(files: readonly ListFile[], job: ImportJob): AsyncIterable<ListEntry>;
}

/** Counts a row that belongs to no entry. */
export function countOrphan({ orphans }: ListReading, kind: string): void {
  orphans[kind] = (orphans[kind] ?? 0) + 1;
}

/** Creates a format whose lists consist of one file each. */
export function oneFile(
  form: Omit<ListFormat, 'recognises' | 'read'> & {
    recognises(file: ListFile, columns?: ColumnMap): boolean;
    read(file: ListFile, job: ImportJob): AsyncIterable<ListEntry>;
  },
): ListFormat {
  return {
    ...form,
    recognises: ([file, ...others], columns) =>
      file !== undefined && others.length === 0 && form.recognises(file, columns),
    async *read([file], job) {
      if (file) yield* form.read(file, job);
    },
  };
}

/**
 * Returns a check that refuses an entry whose id was already in the file, and too many entries.
 * @param noun the format's word for an entry
 */
export function createEntryCheck(noun = 'entry'): (id: string | null, fail: Fail) => void {
  const ids = new Set<string>();
  let entries = 0;
  return (id, fail) => {
    if (id !== null && ids.has(id)) fail(`the ${noun} ${id} appears in the file twice.`);
    if (id !== null) ids.add(id);
    entries += 1;
    if (entries > LIMITS.listEntriesMax) fail('the list has too many entries.');
  };
}
