import type { ColumnMap, ListFile } from '../../datasets/file.ts';
import type { Form } from '../../datasets/recognise.ts';
import type { RegisterRecord } from '../types.ts';

/** What a format tells of a register beside its records; filled while it reads, complete when it ends. */
export interface RegisterReading {
  /** YYYY-MM-DD, by the file's own word. */
  publishedAt: string | null;
  /** How many records the file says it holds. */
  recordsDeclared: number | null;
  /** Rows that could not be used, counted by reason (`snake_case`). */
  skipped: Record<string, number>;
}

export interface RegisterJob {
  reading: RegisterReading;
  columns?: ColumnMap;
  /** To be called for every row or record read, used or not. */
  onRow(): void;
}

/** One published form of registers. A file has at most `LIMITS.registerFileBytesMax` unless it says otherwise. */
export interface RegisterFormat extends Form {
  /** What a register of this form is called where the operator says nothing; null: after its file. */
  register: { code: string; name: string } | null;
  /**
   * Countries (ISO 3166-1 alpha-2) all of whose companies these files hold, as their publisher says; the operator's own
   * word goes before it. Empty: of none.
   */
  completeFor(files: readonly ListFile[]): string[];
  /**
   * The records in lots, such as those of one piece of the file: a lot costs a turn of the event loop, a record does not. In memory that
   * does not grow with the file. The same company (its first key) may come twice; both are kept. Throws `list_invalid`,
   * naming the file, the line and the reason.
   */
  read(files: readonly ListFile[], job: RegisterJob): AsyncIterable<RegisterRecord[]>;
}

/** Counts a row that could not be used. */
export function countSkipped({ skipped }: RegisterReading, reason: string): void {
  skipped[reason] = (skipped[reason] ?? 0) + 1;
}
