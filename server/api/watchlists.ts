import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import type { watchlistUploadSchema } from '../contract/dataset-uploads.ts';
import {
  changesQuerySchema,
  importSchema,
  packImportSchema,
  type WatchlistAnswer,
  watchlistChangeSchema,
  watchlistQuerySchema,
} from '../contract/watchlists.ts';
import { fileWithin } from '../datasets/named-file.ts';
import type { Db } from '../db/open.ts';
import { AppError } from '../lib/errors.ts';
import type { ImportOptions } from '../screening/import/options.ts';
import type { Lists } from '../screening/lists.ts';
import type { WatchlistSearch } from '../screening/search.ts';
import { createChangeCounter } from '../screening/store/compare.ts';
import { createEntryReader } from '../screening/store/entries.ts';
import { getVersion, listVersions } from '../screening/store/versions.ts';
import type { ListVersion } from '../screening/types.ts';
import {
  acceptanceOf,
  addVersionRoutes,
  filesWithin,
  idOf,
  liveActor,
  sendVersions,
  sendWhole,
} from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { linkHeader } from './page.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow, parseQuery } from './validate.ts';
import { presentEntry, presentVersion } from './watchlist-answers.ts';
import { type ChangesDeps, pageOfChanges } from './watchlist-pages.ts';

const PATH = '/v1/watchlists';

export interface WatchlistsDeps {
  guard: Guard;
  clock: { now(): number };
  db: Db;
  lists: Lists;
  /** What is searched now. */
  watchlists: Pick<WatchlistSearch, 'lists'>;
  /** Only files in this folder can be named. */
  listsDir: string;
}

/** `/v1/watchlists`: what was imported, imports from files of the appliance, and which version is searched. Lists serve live and test alike. */
export function watchlistsRouter(deps: WatchlistsDeps): Router {
  const { db, guard, lists } = deps;
  const router = Router();
  const changesDeps = { db, countChanges: createChangeCounter(db) };
  const read = [...guard.allow('lists:read'), produces('application/json')];
  const write = [...guard.allow('lists:write'), produces('application/json')];
  const present = (version: ListVersion) => presenter(deps)(version);
  addRoute(router, PATH, {
    get: [...read, (req, res) => list(deps, req, res)],
    post: [
      ...write,
      ...jsonBody,
      async (req, res) => {
        const actor = liveActor(res);
        const result = await lists.importList(await readImport(deps.listsDir, req.body), actor);
        res.status(result.created ? 201 : 200).json(present(result));
      },
    ],
  });
  addRoute(router, `${PATH}/packs`, {
    post: [
      ...write,
      ...jsonBody,
      async (req, res) => {
        const actor = liveActor(res);
        const input = parseOrThrow(packImportSchema, req.body, 'The import is not valid. See errors.');
        const path = await fileWithin(deps.listsDir, input.path, 'path');
        const results = await lists.importPack(path, acceptanceOf(input), actor);
        sendWhole(res.status(results.some(({ created }) => created) ? 201 : 200), PATH, results.map(presenter(deps)));
      },
    ],
  });
  addVersionRoutes(router, PATH, {
    ...lists,
    prefix: 'lst',
    noun: 'list',
    read,
    write,
    present,
    get: (id) => getVersion(db, id),
    versionsOf: (code) => listVersions(db, code),
    readAgeLimit: (body) =>
      parseOrThrow(watchlistChangeSchema, body, 'The change is not valid. See errors.').age_days_max,
  });
  addRoute(router, `${PATH}/:id/changes`, { get: [...read, (req, res) => changes(changesDeps, req, res)] });
  addRoute(router, `${PATH}/:id/entries/:entry_id`, {
    get: [
      ...read,
      (req, res) => {
        const version = getVersion(db, idOf(req));
        const entry = createEntryReader(db).get(String(req.params['entry_id']), version.id);
        if (!entry) throw new AppError('not_found', 'There is no entry with this id in this version of the list.');
        res.json(presentEntry(entry, version));
      },
    ],
  });
  return router;
}

async function readImport(listsDir: string, body: unknown): Promise<ImportOptions> {
  const input = parseOrThrow(importSchema, body, 'The import is not valid. See errors.');
  return { paths: await filesWithin(listsDir, input.paths), ...listOptions(input) };
}

/** What is said of a list's files, wherever they come from. */
export function listOptions(input: z.output<typeof watchlistUploadSchema>): Omit<ImportOptions, 'paths'> {
  const { code, name, published_at: publishedAt, columns, age_days_max: ageDaysMax } = input;
  return {
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(columns === undefined ? {} : { columns }),
    ...(ageDaysMax === undefined ? {} : { ageDaysMax }),
    ...acceptanceOf(input),
  };
}

/** Tells of versions as they are now, and of those that are searched why their entries are listed. */
function presenter({ clock, watchlists }: WatchlistsDeps): (version: ListVersion) => WatchlistAnswer {
  const nowMs = clock.now();
  const searched = new Map(watchlists.lists(nowMs).map(({ id, topics }) => [id, topics]));
  return (version) => presentVersion(version, searched.get(version.id) ?? null, nowMs);
}

function list(deps: WatchlistsDeps, req: Request, res: Response): void {
  const query = parseQuery(watchlistQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  sendVersions(res, PATH, query, {
    versions: listVersions(deps.db, query.code),
    prefix: 'lst',
    present: presenter(deps),
  });
}

async function changes(deps: ChangesDeps, req: Request, res: Response): Promise<void> {
  const path = `${PATH}/${encodeURIComponent(idOf(req))}/changes`;
  const query = parseQuery(changesQuerySchema, req.query, 'Some parameters are not valid. See errors.');
  const { data, hasMore, counts } = await pageOfChanges(deps, idOf(req), query);
  const link = linkHeader(path, { ...query }, { firstId: undefined, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: path, has_more: hasMore, data, counts });
}
