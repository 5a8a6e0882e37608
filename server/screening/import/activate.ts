import type { Db } from '../../db/open.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { retireVersions } from '../store/discard.ts';
import { activateVersion, activeVersion, getVersion, setListAgeLimit, setListName } from '../store/versions.ts';
import type { ListVersion } from '../types.ts';
import type { ImportOptions } from './options.ts';
import type { StagedList } from './stage-list.ts';

/** Which version of a list is searched, before and after; the same where only what is known of it has changed. */
export interface ListChange {
  code: string;
  /** Null: none was. */
  fromVersionId: string | null;
  /** Null: none is any more. */
  toVersionId: string | null;
}

export interface ListAudit {
  append(entry: {
    actor: string;
    action: string;
    subjectId?: string;
    details?: Record<string, string | number | null>;
  }): void;
}

/** What an import may do to the version in force. */
export type ActivationRules = Pick<ImportOptions, 'acceptSmaller' | 'allowOlder' | 'ageDaysMax'>;

/**
 * Makes a staged list the one that is searched, and takes its oldest versions out of use. To be called inside a
 * transaction. Throws `list_invalid` (item `list_older` or `list_shrunk`) where it was published before the version in
 * force, or lacks more than a tenth of its entries and more than `LIMITS.listEntriesGoneMin` of them, and the rules do not
 * allow that.
 */
export function activateStaged(
  deps: { db: Db; audit: ListAudit },
  staged: StagedList,
  rules: ActivationRules,
  actor: string,
): ListChange {
  const { db } = deps;
  const before = activeVersion(db, staged.code);
  staged.finish();
  if (before) checkSuccession(before, getVersion(db, staged.id), rules);
  setListName(db, staged.code, staged.name);
  if (rules.ageDaysMax !== undefined) setListAgeLimit(db, staged.code, rules.ageDaysMax);
  const change = activate(deps, staged.id, actor);
  retireVersions(db, staged.code);
  return change;
}

/** Makes a stored version the one that is searched. To be called inside a transaction. Throws `not_found`. */
export function activate({ db, audit }: { db: Db; audit: ListAudit }, id: string, actor: string): ListChange {
  const version = getVersion(db, id);
  const before = activeVersion(db, version.code);
  activateVersion(db, id);
  const details = { list: version.code, content: version.contentHash, entries: version.entries };
  audit.append({ actor, action: 'watchlist.activated', subjectId: id, details });
  return { code: version.code, fromVersionId: before?.id ?? null, toVersionId: id };
}

function checkSuccession(before: ListVersion, after: ListVersion, rules: ActivationRules): void {
  const { publishedAt, entries } = after;
  if (!rules.allowOlder && before.publishedAt !== null && publishedAt !== null && publishedAt < before.publishedAt) {
    throw refusal(
      'list_older',
      `The list ${after.code} in force was published on ${before.publishedAt}, and this one on ${publishedAt}. Import a newer one, or allow an older one (allow_older).`,
    );
  }
  const gone = before.entries - entries;
  if (!rules.acceptSmaller && entries < before.entries * LIMITS.listShareMin && gone > LIMITS.listEntriesGoneMin) {
    throw refusal(
      'list_shrunk',
      `The list ${after.code} in force has ${before.entries} entries, and this one has ${entries}: it may be cut off. Get it again, or accept it as it is (accept_smaller).`,
    );
  }
}

function refusal(code: string, message: string): AppError {
  return new AppError('list_invalid', { detail: message, items: [{ code, message }] });
}
