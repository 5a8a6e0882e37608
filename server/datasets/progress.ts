import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { Clock } from '../lib/clock.ts';
import type { InspectedFile } from './inspect.ts';

/** The progress of an import. */
export interface ImportProgress {
  /** Rows or records read, whether or not they are entries. */
  rows: number;
  entries: number;
  /** Of the files' content, decompressed. For a format that is read more than once: of the current pass. */
  bytesRead: number;
  bytesTotal: number;
  /** Rows per second, over the whole import. */
  rate: number;
  /** The remaining time at the speed of this pass so far. null if it is unknown. */
  remainingMs: number | null;
}

const REPORT_ROWS = 1_000;
const REPORT_BYTES = 16 * 1024 * 1024;

/** Counts what an import reads, and reports it every thousand rows and at byte intervals. */
export interface ProgressMeter {
  /** The same files, with their bytes counted as they are read. */
  files: InspectedFile[];
  onRow(): void;
  onEntry(): void;
  state(): ImportProgress;
}

export function createMeter(
  files: readonly InspectedFile[],
  clock: Clock,
  report: (progress: ImportProgress) => void = () => {},
): ProgressMeter {
  const startedMs = clock.now();
  const bytes = createByteCount(files, clock);
  let rows = 0;
  let entries = 0;
  const state = (): ImportProgress => {
    const elapsedMs = clock.now() - startedMs;
    return {
      rows,
      entries,
      bytesRead: bytes.read(),
      bytesTotal: bytes.total,
      rate: elapsedMs > 0 ? Math.round((rows / elapsedMs) * 1000) : 0,
      // Before the first row, only tables that the rows refer to are read, and everything is read once more.
      remainingMs: rows > 0 ? bytes.remainingMs() : null,
    };
  };
  let reportedBytes = 0;
  const onBytes = (file: InspectedFile, count: number): void => {
    bytes.note(file, count);
    if (Math.abs(bytes.read() - reportedBytes) < REPORT_BYTES) return;
    reportedBytes = bytes.read();
    report(state());
  };
  return {
    files: files.map((file) => ({ ...file, open: () => counted(file, (count) => onBytes(file, count)) })),
    onRow() {
      rows += 1;
      if (rows % REPORT_ROWS === 0) report(state());
    },
    onEntry() {
      entries += 1;
    },
    state,
  };
}

/** Counts how much of the files has been read. For one that is read again, how much of it this time. */
function createByteCount(files: readonly InspectedFile[], clock: Clock) {
  const total = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const counts = new Map(files.map((file) => [file, 0]));
  const read = (): number => [...counts.values()].reduce((sum, bytes) => sum + bytes, 0);
  /** When the current pass began, and what had been read then. */
  let began = { ms: clock.now(), bytes: 0 };
  return {
    total,
    read,
    note(file: InspectedFile, bytes: number): void {
      const again = bytes < (counts.get(file) ?? 0);
      counts.set(file, again ? 0 : Math.min(bytes, file.sizeBytes));
      if (again) began = { ms: clock.now(), bytes: read() };
    },
    /** Returns the remaining time of this pass at its speed so far. */
    remainingMs(): number | null {
      const [bytes, elapsedMs] = [read() - began.bytes, clock.now() - began.ms];
      return bytes > 0 && elapsedMs > 0 ? Math.round((elapsedMs / bytes) * (total - read())) : null;
    },
  };
}

/** Returns the file's bytes, and reports at its start and after each piece how many were read so far. */
function counted(file: InspectedFile, onBytes: (bytes: number) => void): Readable {
  let bytes = 0;
  const through = new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  onBytes(0);
  // A failure of the source is thrown by the returned stream.
  return pipeline(file.open(), through, () => {});
}
