import type { Request, Response } from 'express';
import { fileWithin } from '../datasets/named-file.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { principalOf } from './authorise.ts';
import { checkCursors, cursorFault, linkHeader, type PageQuery } from './page.ts';

/** What the routes of watchlists and of registers have in common. */

export const idOf = (req: Request): string => String(req.params['id']);

/** Lists and registers decide over live records, so a test key must not change them. */
export function liveActor(res: Response): string {
  const { livemode, actorId } = principalOf(res);
  if (livemode) return actorId;
  throw new AppError('forbidden', 'A test key cannot change lists. Use a live key with the scope lists:write.');
}

/** Whole paths of files that must lie in the folder for lists. Throws `invalid_request`, naming the place. */
export async function filesWithin(listsDir: string, paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const [index, path] of paths.entries()) files.push(await fileWithin(listsDir, path, `paths[${index}]`));
  return files;
}

export function acceptanceOf(input: { accept_smaller?: boolean; allow_older?: boolean }) {
  return { acceptSmaller: input.accept_smaller === true, allowOlder: input.allow_older === true };
}

/** A list that is no longer than one answer. */
export function sendWhole(res: Response, url: string, data: unknown[]): void {
  res.json({ object: 'list', url, has_more: false, data });
}

export interface VersionsQuery extends PageQuery {
  code?: string;
  active?: boolean;
}

/** Sends a page of `versions`, which are given newest first; `id` is the prefix of their ids. Throws `invalid_cursor`. */
export function sendVersions<T extends { id: string; active: boolean }>(
  res: Response,
  path: string,
  query: VersionsQuery,
  { versions, prefix, present }: { versions: readonly T[]; prefix: 'lst' | 'reg'; present(version: T): unknown },
): void {
  const wanted = versions.filter(({ active }) => query.active === undefined || active === query.active);
  const { data, hasMore } = pageOf(wanted, query, prefix);
  const { active, ...others } = query;
  const shown = { ...others, ...(active === undefined ? {} : { active: String(active) }) };
  const link = linkHeader(path, shown, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: path, has_more: hasMore, data: data.map(present) });
}

function pageOf<T extends { id: string }>(
  all: readonly T[],
  query: PageQuery,
  prefix: 'lst' | 'reg',
): { data: T[]; hasMore: boolean } {
  checkCursors(query, prefix);
  const placeOf = (field: 'starting_after' | 'ending_before'): number => {
    const place = all.findIndex(({ id }) => id === query[field]);
    if (place < 0) throw cursorFault(field, 'is not an id of this list; take one from a former page');
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
