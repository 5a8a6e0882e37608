import { rm } from 'node:fs/promises';
import type { DatasetOptions } from '../../datasets/options.ts';
import type { DatasetDeps } from '../../datasets/versions.ts';
import { transact } from '../../db/transact.ts';
import { atEnd } from '../../lib/at-end.ts';
import type { Clock } from '../../lib/clock.ts';
import type { NewId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import { packFault } from '../packs/manifest.ts';
import { type Pack, readPack } from '../packs/read-pack.ts';
import { getVersion, packTime, setPackTime } from '../store/versions.ts';
import type { ListVersion } from '../types.ts';
import { type ActivationRules, activateStaged } from './activate.ts';
import { type StagedList, stageList } from './stage-list.ts';

export interface ImportDeps extends DatasetDeps {
  clock: Clock;
  newId: NewId;
  /** Public keys of the trusted pack publishers, base64. */
  packKeys: readonly string[];
  /** The folder for unpacking packs. Its contents are deleted. */
  workDir: string;
  log?: Logger;
  /**
   * Called after another version of a list has come into force, or after its known facts have changed, before the action that
   * caused it ends. The search then loads it, and stored subjects are re-screened.
   */
  onActivated?(): Promise<void> | void;
}

export interface ImportResult extends ListVersion {
  /** False if this same content was already stored. It becomes active again, and no second copy is made. */
  created: boolean;
}

/**
 * Stages every list, then activates all of them in one transaction, together with `inTransaction`, or none. The caller must
 * discard what a failure leaves staged, and versions that are no longer kept.
 */
export async function importAll(
  deps: ImportDeps,
  imports: readonly DatasetOptions[],
  actor: string,
  inTransaction: () => void = () => {},
): Promise<ImportResult[]> {
  const { db } = deps;
  const staged: { list: StagedList; rules: ActivationRules }[] = [];
  for (const options of imports) staged.push({ list: await stageList(deps, options, actor), rules: options });
  const results = transact(db, () => {
    inTransaction();
    for (const { list, rules } of staged) activateStaged(deps, list, rules, actor);
    return staged.map(({ list }) => ({ ...getVersion(db, list.id), created: list.created }));
  });
  await deps.onActivated?.();
  return results;
}

type PackedOptions = Omit<DatasetOptions, 'paths' | 'code' | 'name' | 'publishedAt' | 'columns'>;

/** Imports all lists of a signed pack, or none. */
export async function importPacked(
  deps: ImportDeps,
  path: string,
  options: PackedOptions,
  actor: string,
): Promise<ImportResult[]> {
  const { db, workDir } = deps;
  await rm(workDir, { recursive: true, force: true });
  await using _workDir = atEnd(() => rm(workDir, { recursive: true, force: true }));
  const trust = {
    publicKeys: deps.packKeys,
    nowMs: deps.clock.now(),
    newestOf: (code: string) => packTime(db, code),
  };
  return await importLists(deps, await readPack(path, workDir, trust), options, actor);
}

/** Imports all lists of a pack that was verified and unpacked elsewhere, or none. Throws `list_invalid` if a newer pack delivered one of them. */
export async function importVerified(
  deps: ImportDeps,
  pack: Pack,
  options: PackedOptions,
  actor: string,
): Promise<ImportResult[]> {
  for (const { code } of pack.lists) {
    if ((packTime(deps.db, code) ?? 0) <= pack.createdAtMs) continue;
    throw packFault('pack_older', `it is older than the last imported pack with the list ${code}`);
  }
  return importLists(deps, pack, options, actor);
}

function importLists(
  deps: ImportDeps,
  { lists, createdAtMs }: Pack,
  options: PackedOptions,
  actor: string,
): Promise<ImportResult[]> {
  const imports = lists.map(({ publishedAt, ...list }) => ({
    ...options,
    ...list,
    ...(publishedAt === null ? {} : { publishedAt }),
  }));
  return importAll(deps, imports, actor, () => {
    for (const { code } of lists) setPackTime(deps.db, code, createdAtMs);
  });
}
