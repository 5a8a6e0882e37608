import type { Request, RequestHandler, Response, Router } from 'express';
import { fileWithin } from '../datasets/named-file.ts';
import { AppError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { principalOf } from './authorise.ts';
import { jsonBody } from './json-body.ts';
import { checkCursors, cursorFault, linkHeader, type PageQuery } from './page.ts';
import { addRoute } from './route.ts';
import { refuseParameters } from './validate.ts';

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

/** A list that is no longer than one answer, and so takes no parameters. Throws `unknown_parameter`. */
export function sendWhole(res: Response, url: string, data: unknown[]): void {
  if (res.req.method === 'GET') refuseParameters(res.req.query);
  res.json({ object: 'list', url, has_more: false, data });
}

type Prefix = 'lst' | 'reg';

/** A version of a list or register, as far as its routes need to know it. */
interface Version {
  id: string;
  code: string;
  active: boolean;
}

export interface VersionActs<T extends Version> {
  prefix: Prefix;
  /** What a whole list of versions is called: `list` or `register`. */
  noun: string;
  /** What stands before each handler. */
  read: RequestHandler[];
  write: RequestHandler[];
  /** Throws `not_found`. */
  get(id: string): T;
  /** The versions of a code, newest first. */
  versionsOf(code: string): readonly T[];
  present(version: T): unknown;
  /** The days of a valid body; throws `invalid_request`. */
  readAgeLimit(body: unknown): number | null;
  setAgeLimit(code: string, days: number | null, actor: string): Promise<void>;
  activate(id: string, actor: string): Promise<T>;
  remove(code: string, actor: string): Promise<void>;
}

/** One version: read, made the active one, taken out of use; and the limit of age of what it is a version of. */
export function addVersionRoutes<T extends Version>(router: Router, path: string, acts: VersionActs<T>): void {
  const { read, write, get, present } = acts;
  addRoute(router, `${path}/:id`, {
    get: [...read, (req, res) => void res.json(present(get(idOf(req))))],
    patch: [
      ...write,
      ...jsonBody,
      async (req, res) => {
        const actor = liveActor(res);
        const code = isId(acts.prefix, idOf(req)) ? get(idOf(req)).code : idOf(req);
        await acts.setAgeLimit(code, acts.readAgeLimit(req.body), actor);
        const versions = acts.versionsOf(code);
        const current = versions.find(({ active }) => active) ?? versions[0];
        if (!current) throw new AppError('not_found', `There is no ${acts.noun} with this code.`);
        res.json(present(current));
      },
    ],
  });
  addRoute(router, `${path}/:id/activate`, {
    post: [...write, async (req, res) => void res.json(present(await acts.activate(idOf(req), liveActor(res))))],
  });
  addRoute(router, `${path}/:id/deactivate`, {
    post: [
      ...write,
      async (req, res) => {
        const actor = liveActor(res);
        const { id, code, active } = get(idOf(req));
        if (!active) {
          throw new AppError(
            'state_conflict',
            `This version is not searched. Name the active one of its ${acts.noun}.`,
          );
        }
        await acts.remove(code, actor);
        res.json(present(get(id)));
      },
    ],
  });
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
  { versions, prefix, present }: { versions: readonly T[]; prefix: Prefix; present(version: T): unknown },
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
  prefix: Prefix,
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
