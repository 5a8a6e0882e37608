import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { Clock } from '../../lib/clock.ts';
import type { InspectedFile } from '../files.ts';

/** How far an import has come. */
export interface ImportProgress {
  /** Rows or records read, entries or not. */
  rows: number;
  entries: number;
  /** Of the files' content, decompressed. A form that is read more than once counts once. */
  bytesRead: number;
  bytesTotal: number;
  /** Rows a second, over the whole import. */
  rate: number;
  /** What is left at the pace so far; null where nothing can be said. */
  remainingMs: number | null;
}

const REPORT_ROWS = 1_000;

/** Counts what an import reads, and tells of it every thousand rows. */
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
  const bytesTotal = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const read = new Map(files.map((file) => [file, 0]));
  let rows = 0;
  let entries = 0;
  const state = (): ImportProgress => {
    const bytesRead = [...read.values()].reduce((sum, bytes) => sum + bytes, 0);
    const elapsedMs = clock.now() - startedMs;
    const share = bytesTotal === 0 ? 0 : bytesRead / bytesTotal;
    return {
      rows,
      entries,
      bytesRead,
      bytesTotal,
      rate: elapsedMs > 0 ? Math.round((rows / elapsedMs) * 1000) : 0,
      remainingMs: share > 0 && elapsedMs > 0 ? Math.round((elapsedMs / share) * (1 - share)) : null,
    };
  };
  return {
    files: files.map((file) => ({ ...file, open: () => counted(file, (bytes) => noteBytes(read, file, bytes)) })),
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

function noteBytes(read: Map<InspectedFile, number>, file: InspectedFile, bytes: number): void {
  if (bytes > (read.get(file) ?? 0)) read.set(file, Math.min(bytes, file.sizeBytes));
}

/** The file's bytes, telling after each piece how many came so far. */
function counted(file: InspectedFile, onBytes: (bytes: number) => void): Readable {
  let bytes = 0;
  const through = new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  // A failure of the source comes out of what is returned.
  return pipeline(file.open(), through, () => {});
}
