import { createActQueue } from '../datasets/act-queue.ts';
import type { DatasetActs } from '../datasets/acts.ts';
import { type BegunImport, begun, createImportLedger } from '../datasets/imports.ts';
import { transact } from '../db/transact.ts';
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
  const closing = new AbortController();
  const { run: inTurn, ...queue } = createActQueue(
    () => Promise.resolve(),
    () => {},
  );
  const imports = createImportLedger(deps, 'registers');
  const changed = (): void => deps.onActivated?.();
  const runImport = async (options: RegisterOptions, actor: string): Promise<RegisterImportResult> => {
    const { retired, ...result } = await importRegister(deps, options, actor, closing.signal);
    changed();
    for (const id of retired) removeVersion(folder, id);
    return result;
  };
  const beginRegister: Registers['beginRegister'] = (options, actor) => {
    checkRegisterOptions(options, clock);
    return imports.track(
      options.paths,
      (steps) => inTurn(() => runImport(begun(steps, options), actor)),
      ({ version: { id }, created }) => [{ id, created }],
    );
  };
  return {
    importRegister: async (options, actor) => beginRegister(options, actor).done,
    beginRegister,
    activate: (versionId, actor) =>
      inTurn(async () => {
        const version = transact(db, () => activateRegister(deps, versionId, actor));
        changed();
        return version;
      }),
    remove: (code, actor) =>
      inTurn(async () => {
        transact(db, () => registerStore.remove(deps, code, actor));
        changed();
      }),
    setAgeLimit: (code, ageDaysMax, actor) =>
      inTurn(async () => transact(db, () => registerStore.limitAge(deps, code, ageDaysMax, actor))),
    imports,
    async close(timeoutMs) {
      await queue.close(timeoutMs);
      closing.abort();
      await queue.settled();
    },
  };
}
