import { basename } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ImportProgress } from './progress.ts';

const RETRY_SECONDS = 10;

/** The result for an imported version. */
export interface ImportedVersion {
  id: string;
  /** False if this same content was already stored. */
  created: boolean;
}

/** One import since the start: it waits for its turn, runs, or has ended. */
export interface DatasetImport {
  id: string;
  /** Names of the files, without their folders. */
  files: string[];
  state: 'waiting' | 'running' | 'done' | 'failed';
  startedAtMs: number;
  endedAtMs: number | null;
  /** Null while it waits or inspects the files. */
  progress: ImportProgress | null;
  /** Once it is done. A pack has several. */
  versions: ImportedVersion[];
  /** Why it failed, as it was thrown. */
  error: unknown;
}

/** An import that has begun, and its end. */
export interface BegunImport<T> {
  shown: DatasetImport;
  done: Promise<T>;
}

/** How an import reports its progress. */
export interface ImportSteps {
  /** Its turn has come. */
  begin(): void;
  onProgress(progress: ImportProgress): void;
}

/** Reports that the turn of an import has come, and returns its options with progress also sent to `steps`. */
export function begun<O extends { onProgress?: (progress: ImportProgress) => void }>(
  steps: ImportSteps,
  options: O,
): O & Pick<ImportSteps, 'onProgress'> {
  steps.begin();
  return {
    ...options,
    onProgress(progress) {
      steps.onProgress(progress);
      options.onProgress?.(progress);
    },
  };
}

/** The imports of one kind since the start, by any caller. Nothing is stored: the next process does not show imports that were interrupted. */
export interface ImportLedger {
  /** Throws `queue_full` if `LIMITS.listImportsMax` run or wait. */
  refuseMore(): void;
  /** Tracks `work` to its end. Throws `queue_full`. */
  track<T>(
    paths: readonly string[],
    work: (steps: ImportSteps) => Promise<T>,
    versionsOf: (result: T) => ImportedVersion[],
  ): BegunImport<T>;
  /** Returns what waits or runs, oldest first. */
  running(): DatasetImport[];
  /** Returns the same and the last `LIMITS.importsKept` that ended, oldest first. */
  all(): DatasetImport[];
}

/** `noun` names in messages what is imported: `lists`, `registers`. */
export function createImportLedger(deps: { clock: Clock; newId: NewId }, noun: string): ImportLedger {
  const { clock, newId } = deps;
  let imports: DatasetImport[] = [];
  const hasEnded = ({ endedAtMs }: DatasetImport): boolean => endedAtMs !== null;
  const running = (): DatasetImport[] => imports.filter((each) => !hasEnded(each));
  const end = (shown: DatasetImport, outcome: Partial<DatasetImport>): void => {
    Object.assign(shown, { ...outcome, endedAtMs: clock.now() });
    const ended = imports.filter(hasEnded);
    const forgotten = new Set(ended.slice(0, Math.max(0, ended.length - LIMITS.importsKept)));
    imports = imports.filter((each) => !forgotten.has(each));
  };
  const refuseMore = (): void => {
    if (running().length < LIMITS.listImportsMax) return;
    const detail = `${LIMITS.listImportsMax} imports of ${noun} are already running or waiting. Try again when one has ended.`;
    throw new AppError('queue_full', { detail, retryAfterSeconds: RETRY_SECONDS });
  };
  return {
    refuseMore,
    track(paths, work, versionsOf) {
      refuseMore();
      const shown: DatasetImport = {
        id: newId('imp'),
        files: paths.map((path) => basename(path)),
        state: 'waiting',
        startedAtMs: clock.now(),
        endedAtMs: null,
        progress: null,
        versions: [],
        error: null,
      };
      imports.push(shown);
      const steps: ImportSteps = {
        begin() {
          shown.state = 'running';
        },
        onProgress(progress) {
          shown.progress = progress;
        },
      };
      const done = work(steps).then(
        (result) => {
          end(shown, { state: 'done', versions: versionsOf(result) });
          return result;
        },
        (error: unknown) => {
          end(shown, { state: 'failed', error });
          throw error;
        },
      );
      return { shown, done };
    },
    running,
    all: () => [...imports],
  };
}
