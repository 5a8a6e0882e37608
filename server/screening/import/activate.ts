import type { DatasetOptions } from '../../datasets/options.ts';
import type { DatasetDeps } from '../../datasets/versions.ts';
import { retireVersions } from '../store/discard.ts';
import { activeVersion, getVersion, listStore, setListAgeLimit, setListName } from '../store/versions.ts';
import type { StagedList } from './stage-list.ts';

/** What an import may do to the version in force. */
export type ActivationRules = Pick<DatasetOptions, 'acceptSmaller' | 'allowOlder' | 'ageDaysMax'>;

/**
 * Makes a staged list the one that is searched, and takes its oldest versions out of use. To be called inside a
 * transaction. Throws `list_invalid` (item `list_older` or `list_shrunk`) where it was published before the version in
 * force, or lacks more than a tenth of its entries and more than `LIMITS.listEntriesGoneMin` of them, and the rules do not
 * allow that.
 */
export function activateStaged(deps: DatasetDeps, staged: StagedList, rules: ActivationRules, actor: string): void {
  const { db } = deps;
  const before = activeVersion(db, staged.code);
  staged.finish();
  if (before) listStore.checkSuccession(before, getVersion(db, staged.id), rules);
  setListName(db, staged.code, staged.name);
  if (rules.ageDaysMax !== undefined) setListAgeLimit(db, staged.code, rules.ageDaysMax);
  listStore.activate(deps, getVersion(db, staged.id), actor);
  retireVersions(db, staged.code);
}
