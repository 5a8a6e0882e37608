import type { Db } from '../db/open.ts';
import { must } from '../lib/assert.ts';
import { invalidField } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { type Change, changeOf, compareVersions, type EntityChange } from '../screening/store/compare.ts';
import { createEntryReader, type EntryReader } from '../screening/store/entries.ts';
import { getVersion } from '../screening/store/versions.ts';
import { cursorFault } from './page.ts';
import { differingFields } from './watchlist-answers.ts';

export interface ChangesQuery {
  against: string;
  /** Only changes of this kind. */
  change?: Change;
  limit?: number;
  starting_after?: string;
}

export interface ChangesDeps {
  db: Db;
  /** Returns how many changes there are of each kind. */
  countChanges(fromId: string, toId: string): Promise<Record<Change, number>>;
}

/** Returns a page of the changes between a version and another version of the same list, with the counts of all changes. */
export async function pageOfChanges({ db, countChanges }: ChangesDeps, toId: string, query: ChangesQuery) {
  const [to, from] = [getVersion(db, toId), getVersion(db, query.against)];
  if (to.code !== from.code)
    throw invalidField('against', 'against is a version of another list; send a version of the same list.');
  const limit = query.limit ?? LIMITS.listPageDefault;
  const after = query.starting_after === undefined ? undefined : cursorOf(db, from.id, to.id, query.starting_after);
  const changes: EntityChange[] = [];
  for await (const change of compareVersions(db, from.id, to.id, after, query.change)) {
    changes.push(change);
    if (changes.length > limit) break;
  }
  const reader = createEntryReader(db);
  return {
    data: changes.slice(0, limit).map((change) => describeChange(reader, change, from.id, to.id)),
    hasMore: changes.length > limit,
    counts: await countChanges(from.id, to.id),
  };
}

function cursorOf(db: Db, fromId: string, toId: string, id: string): EntityChange {
  const change = isId('ent', id) ? changeOf(db, fromId, toId, id) : null;
  if (!change) throw cursorFault('starting_after', 'is not an entry of these changes; use one from a previous page');
  return change;
}

function describeChange(reader: EntryReader, { change, id, entity }: EntityChange, fromId: string, toId: string) {
  const before = change === 'added' ? null : reader.get(entity, fromId);
  const after = change === 'removed' ? null : reader.get(entity, toId);
  const entry = must(after ?? before, 'a change is of an entry');
  const fields = before && after ? differingFields(before, after) : [];
  return { id, change, type: entry.type, name: entry.names[0].name, fields };
}
