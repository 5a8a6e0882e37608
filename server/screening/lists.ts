import { rm } from 'node:fs/promises';
import { createActQueue } from '../datasets/act-queue.ts';
import type { DatasetActs } from '../datasets/acts.ts';
import { type BegunImport, begun, createImportLedger } from '../datasets/imports.ts';
import { checkOptions, type DatasetOptions } from '../datasets/options.ts';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { type ImportDeps, type ImportResult, importAll, importPacked, importVerified } from './import/import-all.ts';
import type { Pack } from './packs/read-pack.ts';
import { discardStaged } from './store/discard.ts';
import { activeVersion, getVersion, listStore } from './store/versions.ts';
import type { ListVersion } from './types.ts';

export type PackOptions = Pick<DatasetOptions, 'acceptSmaller' | 'allowOlder' | 'onProgress'>;

/** The operations on lists. */
export interface Lists extends DatasetActs<ListVersion> {
  /**
   * Imports a list and makes it the active version of its code. Its entries are stored invisibly and come into force in one transaction, so a broken
   * file changes nothing. The same content again becomes active again, and takes over a given `publishedAt`. Throws `list_invalid` with the file, the
   * line and the reason; `invalid_request` for a bad option; `queue_full`.
   */
  importList(options: DatasetOptions, actor: string): Promise<ImportResult>;
  /** Imports every list of a signed pack, or none. Throws `list_invalid`, `queue_full`. */
  importPack(path: string, options: PackOptions, actor: string): Promise<ImportResult[]>;
  /** Does the same for the lists of a pack that was verified and unpacked elsewhere, such as an update package. */
  importVerified(pack: Pack, options: PackOptions, actor: string): Promise<ImportResult[]>;
  /** The two file imports without waiting for the end. Errors in the options are thrown immediately. */
  beginList(options: DatasetOptions, actor: string): BegunImport<ImportResult[]>;
  beginPack(path: string, options: PackOptions, actor: string): BegunImport<ImportResult[]>;
  /** Resolves when no operation runs or waits, and what failed imports and retired versions left is deleted. */
  settled(): Promise<void>;
  /** Gives running work this many milliseconds to end. What is not deleted by then is deleted after the next start. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Returns the operations on lists. What failed or interrupted imports leave, and versions that are no longer kept, is deleted in
 * the background while nothing else runs.
 */
export async function openLists(deps: ImportDeps): Promise<Lists> {
  const { db } = deps;
  await rm(deps.workDir, { recursive: true, force: true });
  const { run: inTurn, ...queue } = createActQueue(
    (goesOn) => discardStaged(db, goesOn),
    (error) => deps.log?.error('lists.discard_failed', {}, error),
  );
  const imports = createImportLedger(deps, 'lists');
  const begin = <O extends PackOptions>(
    paths: readonly string[],
    options: O,
    work: (options: O) => Promise<ImportResult[]>,
  ): BegunImport<ImportResult[]> =>
    imports.track(
      paths,
      (steps) => inTurn(() => work(begun(steps, options))),
      (results) => results,
    );
  const beginList: Lists['beginList'] = (options, actor) => {
    checkOptions(options, deps.clock, 'list file');
    return begin(options.paths, options, (each) => importAll(deps, [each], actor));
  };
  const beginPack: Lists['beginPack'] = (path, options, actor) =>
    begin([path], options, (each) => importPacked(deps, path, each, actor));
  return {
    async importList(options, actor) {
      const results = await beginList(options, actor).done;
      return must(results[0], 'one list was imported');
    },
    importPack: async (path, options, actor) => beginPack(path, options, actor).done,
    importVerified: async (pack, options, actor) => {
      const paths = pack.lists.flatMap((list) => list.paths);
      return begin(paths, options, (each) => importVerified(deps, pack, each, actor)).done;
    },
    beginList,
    beginPack,
    activate: (versionId, actor) =>
      inTurn(async () => {
        const version = transact(db, () => {
          listStore.activate(deps, getVersion(db, versionId), actor);
          return getVersion(db, versionId);
        });
        await deps.onActivated?.();
        return version;
      }),
    remove: (code, actor) =>
      inTurn(async () => {
        transact(db, () => listStore.remove(deps, code, actor));
        await deps.onActivated?.();
      }),
    setAgeLimit: (code, ageDaysMax, actor) =>
      inTurn(async () => {
        const active = transact(db, () => {
          listStore.limitAge(deps, code, ageDaysMax, actor);
          return activeVersion(db, code);
        });
        if (active) await deps.onActivated?.();
      }),
    imports,
    ...queue,
  };
}
