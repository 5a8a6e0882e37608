import type { ColumnMap, ListFile } from '../../datasets/file.ts';
import type { Form } from '../../datasets/recognise.ts';
import type { RegisterRecord } from '../types.ts';

/** What a format reports about a register besides its records. It is filled during reading, and complete at the end. */
export interface RegisterReading {
  /** YYYY-MM-DD, as stated in the file. */
  publishedAt: string | null;
  /** How many records the file says it holds. */
  recordsDeclared: number | null;
  /** Rows that could not be used, counted by reason (`snake_case`). */
  skipped: Record<string, number>;
}

export interface RegisterJob {
  reading: RegisterReading;
  columns?: ColumnMap;
  /** Must be called for every row or record read, whether or not it is used. */
  onRow(): void;
}

/** One published register format. A file has at most `LIMITS.registerFileBytesMax` unless the format says otherwise. */
export interface RegisterFormat extends Form {
  /** The default name of a register of this format. null: the file's name. */
  register: { code: string; name: string } | null;
  /**
   * Countries (ISO 3166-1 alpha-2) of which these files hold all companies, as stated by their publisher. The operator's setting
   * takes precedence. Empty: none.
   */
  completeFor(files: readonly ListFile[]): string[];
  /**
   * Yields the records in batches, such as those of one piece of the file: a batch costs a turn of the event loop, a record does
   * not. Memory does not grow with the file. The same company (its first key) may occur twice; both are kept. Throws
   * `list_invalid` with the file, the line and the reason.
   */
  read(files: readonly ListFile[], job: RegisterJob): AsyncIterable<RegisterRecord[]>;
}

/** Counts a row that could not be used. */
export function countSkipped({ skipped }: RegisterReading, reason: string): void {
  skipped[reason] = (skipped[reason] ?? 0) + 1;
}
