import { type Request, type Response, Router } from 'express';
import { fileWithin } from '../datasets/named-file.ts';
import type { Db } from '../db/open.ts';
import { AppError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import type { ImportOptions } from '../screening/import/options.ts';
import type { Lists } from '../screening/lists.ts';
import { createChangeCounter } from '../screening/store/compare.ts';
import { createEntryReader } from '../screening/store/entries.ts';
import { activeVersion, getVersion, listVersions } from '../screening/store/versions.ts';
import type { ListVersion } from '../screening/types.ts';
import {
  changesQuerySchema,
  importSchema,
  packImportSchema,
  watchlistChangeSchema,
  watchlistQuerySchema,
} from './contract/watchlists.ts';
import { acceptanceOf, filesWithin, idOf, liveActor, sendVersions, sendWhole } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { linkHeader } from './page.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';
import { presentEntry, presentImport, presentVersion } from './watchlist-answers.ts';
import { type ChangesDeps, pageOfChanges } from './watchlist-pages.ts';

const PATH = '/v1/watchlists';

export interface WatchlistsDeps {
  guard: Guard;
  clock: { now(): number };
  db: Db;
  lists: Lists;
  /** Only files in this folder can be named. */
  listsDir: string;
}

/** `/v1/watchlists`: what was imported, imports from files of the appliance, and which version is searched. Lists serve live and test alike. */
export function watchlistsRouter(deps: WatchlistsDeps): Router {
  const { clock, db, guard, lists } = deps;
  const router = Router();
  const changesDeps = { db, countChanges: createChangeCounter(db) };
  const read = [...guard.allow('lists:read'), produces('application/json')];
  const write = [...guard.allow('lists:write'), produces('application/json')];
  const present = (version: ListVersion) => presentVersion(version, clock.now());
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
  addRoute(router, `${PATH}/imports`, {
    get: [...read, (_req, res) => sendWhole(res, `${PATH}/imports`, lists.running().map(presentImport))],
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
        sendWhole(res.status(results.some(({ created }) => created) ? 201 : 200), PATH, results.map(present));
      },
    ],
  });
  addRoute(router, `${PATH}/:id`, {
    get: [...read, (req, res) => void res.json(present(getVersion(db, idOf(req))))],
    patch: [
      ...write,
      ...jsonBody,
      async (req, res) => {
        const actor = liveActor(res);
        const code = isId('lst', idOf(req)) ? getVersion(db, idOf(req)).code : idOf(req);
        const input = parseOrThrow(watchlistChangeSchema, req.body, 'The change is not valid. See errors.');
        await lists.setAgeLimit(code, input.age_days_max, actor);
        res.json(present(currentOf(db, code)));
      },
    ],
  });
  addRoute(router, `${PATH}/:id/activate`, {
    post: [...write, async (req, res) => void res.json(present(await lists.activate(idOf(req), liveActor(res))))],
  });
  addRoute(router, `${PATH}/:id/deactivate`, {
    post: [
      ...write,
      async (req, res) => {
        const actor = liveActor(res);
        const { id, code, active } = getVersion(db, idOf(req));
        if (!active)
          throw new AppError('state_conflict', 'This version is not searched. Name the active one of its list.');
        await lists.remove(code, actor);
        res.json(present(getVersion(db, id)));
      },
    ],
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

/** The version that is searched, else the newest one. */
function currentOf(db: Db, code: string): ListVersion {
  const version = activeVersion(db, code) ?? listVersions(db, code)[0];
  if (!version) throw new AppError('not_found', 'There is no list with this code.');
  return version;
}

async function readImport(listsDir: string, body: unknown): Promise<ImportOptions> {
  const input = parseOrThrow(importSchema, body, 'The import is not valid. See errors.');
  const { code, name, published_at: publishedAt, columns, age_days_max: ageDaysMax } = input;
  return {
    paths: await filesWithin(listsDir, input.paths),
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(columns === undefined ? {} : { columns }),
    ...(ageDaysMax === undefined ? {} : { ageDaysMax }),
    ...acceptanceOf(input),
  };
}

function list({ db, clock }: WatchlistsDeps, req: Request, res: Response): void {
  const query = parseOrThrow(watchlistQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  sendVersions(res, PATH, query, {
    versions: listVersions(db, query.code),
    prefix: 'lst',
    present: (version) => presentVersion(version, clock.now()),
  });
}

async function changes(deps: ChangesDeps, req: Request, res: Response): Promise<void> {
  const path = `${PATH}/${encodeURIComponent(idOf(req))}/changes`;
  const query = parseOrThrow(changesQuerySchema, req.query, 'Some parameters are not valid. See errors.');
  const { data, hasMore, counts } = await pageOfChanges(deps, idOf(req), query);
  const link = linkHeader(path, { ...query }, { firstId: undefined, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: path, has_more: hasMore, data, counts });
}
