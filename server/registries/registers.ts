import type { DatasetActs } from '../datasets/acts.ts';
import { openDatasetActs } from '../datasets/dataset-acts.ts';
import type { BegunImport } from '../datasets/imports.ts';
import {
  activateRegister,
  importRegister,
  type RegisterImport,
  type RegisterImportDeps,
} from './import/import-register.ts';
import { checkRegisterOptions, type RegisterOptions } from './import/options.ts';
import { clearFolder, removeVersion } from './store/folder.ts';
import { listRegisterVersions, registerStore } from './store/versions.ts';
import type { RegisterVersion } from './types.ts';

export type RegisterImportResult = Pick<RegisterImport, 'version' | 'created'>;

/** The operations on registers. */
export interface Registers extends DatasetActs<RegisterVersion> {
  /**
   * Imports a register and makes it the active version of its code. It is built in a separate file, in another thread, and comes into force in one
   * transaction, so a broken file changes nothing. The same content again becomes active again, and takes over a given `publishedAt` and
   * `completeFor`. Throws `list_invalid` with the file, the line and the reason; `invalid_request` for a bad option; `queue_full`, `disk_full`.
   */
  importRegister(options: RegisterOptions, actor: string): Promise<RegisterImportResult>;
  /** Does the same without waiting for the end. Errors in the options are thrown immediately. */
  beginRegister(options: RegisterOptions, actor: string): BegunImport<RegisterImportResult>;
  /** Gives running work this many milliseconds to end, then ends it: nothing of it is left. */
  close(timeoutMs: number): Promise<void>;
}

export interface RegistersDeps extends RegisterImportDeps {
  /** Called after another version has come into force, before its predecessors' files are removed. */
  onActivated?(): void;
}

/** Returns the operations on registers. Removes from the folder what interrupted imports left. */
export function openRegisters(deps: RegistersDeps): Registers {
  const { db, folder, clock } = deps;
  clearFolder(
    folder,
    listRegisterVersions(db).map(({ id }) => id),
  );
  const changed = (): void => deps.onActivated?.();
  const { begin, ...acts } = openDatasetActs(deps, {
    noun: 'registers',
    check: (options: RegisterOptions) => checkRegisterOptions(options, clock),
    async run(options, actor, signal): Promise<RegisterImportResult> {
      const { retired, ...result } = await importRegister(deps, options, actor, signal);
      changed();
      for (const id of retired) removeVersion(folder, id);
      return result;
    },
    changed,
    activate: (versionId, actor) => activateRegister(deps, versionId, actor),
    remove: (code, actor) => void registerStore.remove(deps, code, actor),
    limitAge: (code, ageDaysMax, actor) => registerStore.limitAge(deps, code, ageDaysMax, actor),
  });
  return { ...acts, importRegister: async (options, actor) => begin(options, actor).done, beginRegister: begin };
}
