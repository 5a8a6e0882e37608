import type { ColumnMap, ListFile } from '../../datasets/file.ts';
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

/** One published form of lists. */
export interface ListFormat {
  id: string;
  /** What a list of this form is called where the operator says nothing; null: after its file. */
  list: { code: string; name: string } | null;
  /** How large a file may be, decompressed, for the memory that reading it takes; by default `LIMITS.listHeldFileBytesMax`. */
  sizeBytesMax?: number;
  /** Whether these files together are of this form, told from their content alone. */
  recognises(files: readonly ListFile[], columns?: ColumnMap): boolean;
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
