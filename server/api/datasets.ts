import { type ListAge, versionLabel } from '../datasets/age.ts';
import { fileWithin } from '../datasets/named-file.ts';
import type { DatasetVersion } from '../datasets/versions.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Call } from './call.ts';
import { checkCursors, cursorFault, type PageQuery } from './page.ts';

/** What the routes of watchlists, registers and trust lists share. */

/** Returns the absolute paths of files, which must be inside the folder for lists. Throws `invalid_request`, naming the field. */
export async function filesWithin(listsDir: string, paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const [index, path] of paths.entries()) files.push(await fileWithin(listsDir, path, `paths[${index}]`));
  return files;
}

export function acceptanceOf(input: { accept_smaller?: boolean; allow_older?: boolean }) {
  return { acceptSmaller: input.accept_smaller === true, allowOlder: input.allow_older === true };
}

type Prefix = 'lst' | 'reg' | 'tru';

/** A version of a list or register, as far as its routes need it. */
interface Version {
  id: string;
  code: string;
  active: boolean;
}

/** Returns the fields of a version that lists and registers have in common. */
export function presentVersion<By extends string | null>(
  version: DatasetVersion & { importedBy: By },
  { dated, ageDays, stale }: ListAge,
) {
  return {
    id: version.id,
    code: version.code,
    name: version.name,
    version: versionLabel(version),
    format: version.format,
    active: version.active,
    dated,
    age_days: ageDays,
    age_days_max: version.ageDaysMax,
    stale,
    published_at: version.publishedAt,
    imported_at: isoTime(version.importedAtMs),
    imported_by: version.importedBy,
    file_hashes: version.fileHashes,
  };
}

export interface VersionActs<T extends Version, Answer> {
  prefix: Prefix;
  /** What messages call a dataset: `list` or `register`. */
  noun: string;
  /** Returns a version. Throws `not_found`. */
  get(id: string): T;
  /** Returns the versions of a code, newest first; without a code, all versions. */
  versionsOf(code?: string): readonly T[];
  present(version: T): Answer;
  setAgeLimit(code: string, days: number | null, actor: string): Promise<void>;
  activate(id: string, actor: string): Promise<T>;
  remove(code: string, actor: string): Promise<void>;
}

/** Routes for versions: list, read, activate, take out of use; and the maximum age of the dataset. */
export function versionHandlers<T extends Version, Answer>(acts: VersionActs<T, Answer>) {
  const { prefix, noun, get, present, versionsOf } = acts;
  return {
    list_s(call: Call) {
      const query = call.query as PageQuery & { code?: string; active?: boolean };
      const { active, ...others } = query;
      const wanted = versionsOf(query.code).filter((version) => active === undefined || version.active === active);
      const { data, hasMore } = pageOf(wanted, query, prefix);
      const shown = { ...others, ...(active === undefined ? {} : { active: String(active) }) };
      return call.linked(shown, { data, hasMore, firstId: data[0]?.id }, present);
    },
    get_: (call: Call) => present(get(call.id)),
    async change_(call: Call) {
      const code = isId(prefix, call.id) ? get(call.id).code : call.id;
      const { age_days_max: days } = call.body as { age_days_max: number | null };
      await acts.setAgeLimit(code, days, call.actor);
      const versions = versionsOf(code);
      const current = versions.find(({ active }) => active) ?? versions[0];
      if (current) return present(current);
      throw new AppError('not_found', `There is no ${noun} with this code. List the ${noun}s to see the codes.`);
    },
    activate_: async (call: Call) => present(await acts.activate(call.id, call.actor)),
    async deactivate_(call: Call) {
      const { id, code, active } = get(call.id);
      if (!active) {
        throw new AppError('state_conflict', `This version is not active. Use the active version of its ${noun}.`);
      }
      await acts.remove(code, call.actor);
      return present(get(id));
    },
  };
}

function pageOf<T extends { id: string }>(
  all: readonly T[],
  query: PageQuery,
  prefix: Prefix,
): { data: T[]; hasMore: boolean } {
  checkCursors(query, prefix);
  const placeOf = (field: 'starting_after' | 'ending_before'): number => {
    const place = all.findIndex(({ id }) => id === query[field]);
    if (place < 0) throw cursorFault(field, 'is not an id of this list; use one from a previous page');
    return place;
  };
  const limit = query.limit ?? LIMITS.listPageDefault;
  if (query.ending_before !== undefined) {
    const end = placeOf('ending_before');
    return { data: all.slice(Math.max(0, end - limit), end), hasMore: end > limit };
  }
  const first = query.starting_after === undefined ? 0 : placeOf('starting_after') + 1;
  return { data: all.slice(first, first + limit), hasMore: all.length > first + limit };
}
