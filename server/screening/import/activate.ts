import type { DatasetOptions } from '../../datasets/options.ts';
import type { DatasetDeps } from '../../datasets/versions.ts';
import { retireVersions } from '../store/discard.ts';
import { activeVersion, getVersion, listStore, setListAgeLimit, setListName } from '../store/versions.ts';
import type { StagedList } from './stage-list.ts';

/** The rules for replacing the version in force. */
export type ActivationRules = Pick<DatasetOptions, 'acceptSmaller' | 'allowOlder' | 'ageDaysMax'>;

/**
 * Makes a staged list the active version, and retires its oldest versions. Call it inside a transaction. Throws `list_invalid`
 * for two changes, unless the rules allow them. Item `list_older`: the list was published before the version in force. Item
 * `list_shrunk`: it lacks more than a tenth of its entries and more than `LIMITS.listEntriesGoneMin` of them.
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
