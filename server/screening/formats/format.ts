import type { ColumnMap, Fail, ListFile } from '../../datasets/file.ts';
import type { Form } from '../../datasets/recognise.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ListEntry } from '../types.ts';

/** What a format tells of a list beside its entries; filled while it reads, complete when it ends. */
export interface ListReading {
  /** YYYY-MM-DD, by the file's own word. */
  publishedAt: string | null;
  /** How many entries the file says it holds. */
  recordsDeclared: number | null;
  /** Rows that belong to no entry (aliases or addresses of another day's list), counted by their kind. */
  orphans: Record<string, number>;
}

export interface ImportJob {
  reading: ListReading;
  columns?: ColumnMap;
  /** To be called for every row or record read, entry or not. */
  onRow(): void;
}

/** One published form of lists. A file has at most `LIMITS.listHeldFileBytesMax` unless it says otherwise. */
export interface ListFormat extends Form {
  /** What a list of this form is called where the operator says nothing; null: after its file. */
  list: { code: string; name: string } | null;
  /**
   * The entries one after the other, in memory that does not grow with the file. Throws `list_invalid`, naming the
   * file, the line and the reason.
   */
  read(files: readonly ListFile[], job: ImportJob): AsyncIterable<ListEntry>;
}

/** Counts a row that belongs to no entry. */
export function countOrphan({ orphans }: ListReading, kind: string): void {
  orphans[kind] = (orphans[kind] ?? 0) + 1;
}

/** A form whose lists are of one file each. */
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

/** Refuses an entry whose id stood in the file before, and one too many. `noun` is what the form calls an entry. */
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
