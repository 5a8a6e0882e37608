import type { DatasetImportAnswer } from '../contract/dataset-uploads.ts';
import type { DatasetImport } from '../datasets/imports.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { problemOf, toAppError } from './problem.ts';

/** `path` is that of the lists or registers. */
export function presentImport(
  shown: DatasetImport,
  kind: DatasetImportAnswer['kind'],
  path: string,
): DatasetImportAnswer {
  const { id, files, state, startedAtMs, endedAtMs, progress, versions } = shown;
  return {
    id,
    object: 'import',
    kind,
    files,
    state,
    phase: phaseOf(shown),
    progress: state === 'done' ? 1 : shareOf(shown),
    started_at: isoTime(startedAtMs),
    ended_at: endedAtMs === null ? null : isoTime(endedAtMs),
    rows: progress?.rows ?? 0,
    entries: progress?.entries ?? 0,
    bytes_read: progress?.bytesRead ?? 0,
    bytes_total: progress?.bytesTotal ?? 0,
    rows_per_second: progress?.rate ?? 0,
    remaining_ms: state === 'running' ? (progress?.remainingMs ?? null) : null,
    list: versions[0]?.id ?? null,
    lists: versions.map((version) => version.id),
    created: state === 'done' ? versions.some(({ created }) => created) : null,
    error: state === 'failed' ? problemOf(toAppError(shown.error) ?? unexpected()) : null,
    links: { self: `${path}/imports/${id}` },
  };
}

function phaseOf({ state, progress }: DatasetImport): DatasetImportAnswer['phase'] {
  if (state !== 'running') return null;
  if (progress === null) return 'checking';
  return progress.bytesRead < progress.bytesTotal ? 'reading' : 'activating';
}

function shareOf({ progress }: DatasetImport): number | null {
  if (progress === null || progress.bytesTotal === 0) return null;
  return Math.min(1, progress.bytesRead / progress.bytesTotal);
}

const unexpected = (): AppError => new AppError('internal', 'The import failed. The log in the data folder says why.');
