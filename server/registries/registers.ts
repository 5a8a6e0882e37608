import { basename } from 'node:path';
import { createActQueue } from '../datasets/act-queue.ts';
import type { ImportProgress } from '../datasets/progress.ts';
import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { activateRegister, limitRegisterAge, removeRegister } from './import/activate.ts';
import { importRegister, type RegisterImport, type RegisterImportDeps } from './import/import-register.ts';
import { checkRegisterOptions, type RegisterOptions } from './import/options.ts';
import { clearFolder, removeVersion } from './store/folder.ts';
import { listRegisterVersions } from './store/versions.ts';
import type { RegisterVersion } from './types.ts';

const RETRY_SECONDS = 10;

/** An import that runs or waits for its turn. */
export interface RunningRegisterImport {
  /** Names of the files, without their folders. */
  files: string[];
  startedAtMs: number;
  /** Null while it waits or looks at the files. */
  progress: ImportProgress | null;
}

export type RegisterImportResult = Pick<RegisterImport, 'version' | 'created'>;

/** What can be done with registers. One act at a time: a second one waits for the first. `actor` is for the audit log. */
export interface Registers {
  /**
   * Imports a register and makes it the active version of its code. It is built in a file of its own, in another thread, and comes into
   * force in one transaction, so that a broken file changes nothing. The same content again becomes active again, and
   * takes over a `publishedAt` and `completeFor` that are given. Throws `list_invalid` with the file, the line and the reason;
   * `invalid_request` for a bad option; `queue_full`, `disk_full`.
   */
  importRegister(options: RegisterOptions, actor: string): Promise<RegisterImportResult>;
  /** Searches this version of its register from now on: rolls back or forward. Throws `not_found`, `state_conflict`. */
  activate(versionId: string, actor: string): Promise<RegisterVersion>;
  /** Searches no version of this register from now on; all of them stay. Throws `not_found` where none was searched. */
  remove(code: string, actor: string): Promise<void>;
  /** Sets after how many days the register counts as too old; null: the appliance's limit. Throws `not_found`. */
  setAgeLimit(code: string, ageDaysMax: number | null, actor: string): Promise<void>;
  /** The imports under way, oldest first. */
  running(): RunningRegisterImport[];
  /** Gives what runs so many milliseconds to end, then ends it: nothing of it is left. */
  close(timeoutMs: number): Promise<void>;
}

export interface RegistersDeps extends RegisterImportDeps {
  /** Called after another version has come into force, before its predecessors' files are removed. */
  onActivated?(): void;
}

/** Gives what can be done with registers. Removes from the folder what imports left that the process did not survive. */
export function openRegisters(deps: RegistersDeps): Registers {
  const { db, folder, clock } = deps;
  clearFolder(
    folder,
    listRegisterVersions(db).map(({ id }) => id),
  );
  const closing = new AbortController();
  const { run: inTurn, ...queue } = createActQueue(
    () => Promise.resolve(),
    () => {},
  );
  const running = new Set<RunningRegisterImport>();
  const changed = (): void => deps.onActivated?.();
  const runImport = async (options: RegisterOptions, actor: string): Promise<RegisterImportResult> => {
    const { retired, ...result } = await importRegister(deps, options, actor, closing.signal);
    changed();
    for (const id of retired) removeVersion(folder, id);
    return result;
  };
  return {
    async importRegister(options, actor) {
      checkRegisterOptions(options, clock);
      if (running.size >= LIMITS.listImportsMax) throw queueFull();
      const files = options.paths.map((path) => basename(path));
      const entry: RunningRegisterImport = { files, startedAtMs: clock.now(), progress: null };
      running.add(entry);
      const onProgress = (progress: ImportProgress): void => {
        entry.progress = progress;
        options.onProgress?.(progress);
      };
      try {
        return await inTurn(() => runImport({ ...options, onProgress }, actor));
      } finally {
        running.delete(entry);
      }
    },
    activate: (versionId, actor) =>
      inTurn(async () => {
        const version = transact(db, () => activateRegister(deps, versionId, actor));
        changed();
        return version;
      }),
    remove: (code, actor) =>
      inTurn(async () => {
        transact(db, () => removeRegister(deps, code, actor));
        changed();
      }),
    setAgeLimit: (code, ageDaysMax, actor) =>
      inTurn(async () => transact(db, () => limitRegisterAge(deps, code, ageDaysMax, actor))),
    running: () => [...running],
    async close(timeoutMs) {
      await queue.close(timeoutMs);
      closing.abort();
      await queue.settled();
    },
  };
}

function queueFull(): AppError {
  const detail = `${LIMITS.listImportsMax} imports of registers run or wait already. Try again when one has ended.`;
  return new AppError('queue_full', { detail, retryAfterSeconds: RETRY_SECONDS });
}
