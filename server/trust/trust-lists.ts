import type { DatasetActs } from '../datasets/acts.ts';
import { openDatasetActs } from '../datasets/dataset-acts.ts';
import type { BegunImport } from '../datasets/imports.ts';
import { startOfFile } from '../datasets/inspect.ts';
import {
  activateTrustVersion,
  importTrustList,
  removeTrustList,
  type TrustImport,
  type TrustImportDeps,
} from './import-trust-list.ts';
import { checkTrustOptions, type TrustOptions } from './options.ts';
import { looksLikeTrustFile } from './read/recognise.ts';
import { trustStore } from './store/versions.ts';
import type { TrustVersion } from './types.ts';

/** The operations on trust lists. */
export interface TrustLists extends Omit<DatasetActs<TrustVersion>, 'activate'> {
  /** Stages a list (`importTrustList`). Throws `invalid_request` for a bad option; `list_invalid`, `queue_full`. */
  importTrustList(options: TrustOptions, actor: string): Promise<TrustImport>;
  /** Does the same without waiting for the end. Errors in the options are thrown immediately. */
  beginTrustList(options: TrustOptions, actor: string): BegunImport<TrustImport>;
  /** Stages these files if they look like a trust list (`looksLikeTrustFile`). Returns false if they do not. */
  take(paths: readonly string[], actor: string): Promise<boolean>;
  /** Uses a version from now on (`activateTrustVersion`): a staged one, or an earlier one again. */
  activate(versionId: string, actor: string, fingerprints?: readonly string[]): Promise<TrustVersion>;
  /** Gives running work this many milliseconds to end, then ends it: nothing of it is left. */
  close(timeoutMs: number): Promise<void>;
}

export interface TrustListsDeps extends TrustImportDeps {
  /** Called after another version has come into force. */
  onActivated?(): void;
}

/** Returns the operations on trust lists. One runs at a time. */
export function openTrustLists(deps: TrustListsDeps): TrustLists {
  const { begin, ...acts } = openDatasetActs(deps, {
    noun: 'trust lists',
    check: (options: TrustOptions) => checkTrustOptions(options, deps.clock),
    run: (options, actor, signal) => importTrustList(deps, options, actor, signal),
    changed: () => deps.onActivated?.(),
    activate: (versionId, actor, fingerprints: readonly string[] = []) =>
      activateTrustVersion(deps, versionId, fingerprints, actor),
    remove: (code, actor) => removeTrustList(deps, code, actor),
    limitAge: (code, ageDaysMax, actor) => trustStore.limitAge(deps, code, ageDaysMax, actor),
  });
  return {
    ...acts,
    async take(paths, actor) {
      for (const path of paths) if (!looksLikeTrustFile(await startOfFile(path))) return false;
      await begin({ paths }, actor).done;
      return true;
    },
    importTrustList: async (options, actor) => begin(options, actor).done,
    beginTrustList: begin,
  };
}
