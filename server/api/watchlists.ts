import { isAbsolute } from 'node:path';
import { type Response, Router } from 'express';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { ageOfList, versionLabel } from '../screening/age.ts';
import type { ImportOptions } from '../screening/import/options.ts';
import type { ImportResult } from '../screening/lists.ts';
import type { ListVersion } from '../screening/types.ts';
import { principalOf } from './authorise.ts';
import { importSchema, type WatchlistAnswer } from './contract/watchlists.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/v1/watchlists';

export interface WatchlistsDeps {
  guard: Guard;
  clock: { now(): number };
  /** Every imported version, newest first. */
  versions(): ListVersion[];
  /** Imports, makes the version active and lets the search take it over. */
  importList(options: ImportOptions, actor: string): Promise<ImportResult>;
}

/** `/v1/watchlists`: what was imported, and an import from files of the appliance. Lists serve live and test alike. */
export function watchlistsRouter(deps: WatchlistsDeps): Router {
  const router = Router();
  const json = produces('application/json');
  addRoute(router, PATH, {
    get: [
      ...deps.guard.allow('lists:read'),
      json,
      (_req, res) => {
        const data = deps.versions().map((version) => presentVersion(version, deps.clock.now()));
        res.json({ object: 'list', url: PATH, has_more: false, data });
      },
    ],
    post: [
      ...deps.guard.allow('lists:write'),
      json,
      ...jsonBody,
      async (req, res) => {
        requireLive(res);
        const result = await deps.importList(readImport(req.body), principalOf(res).keyId);
        res.status(result.created ? 201 : 200).json(presentVersion(result, deps.clock.now()));
      },
    ],
  });
  return router;
}

/** The lists decide over live records, so a test key must not change them. */
function requireLive(res: Response): void {
  if (principalOf(res).livemode) return;
  throw new AppError('forbidden', 'A test key cannot import a list. Use a live key with the scope lists:write.');
}

function readImport(body: unknown): ImportOptions {
  const { paths, code, name, published_at } = parseOrThrow(importSchema, body, 'The import is not valid. See errors.');
  const relative = paths.findIndex((path) => !isAbsolute(path));
  if (relative >= 0) {
    const message = `paths[${relative}] is not absolute; send the whole path of a file on the appliance.`;
    const item = { code: 'invalid_format', message, field: `paths[${relative}]` };
    throw new AppError('invalid_request', { detail: message, items: [item] });
  }
  return {
    paths,
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    ...(published_at === undefined ? {} : { publishedAt: published_at }),
  };
}

function presentVersion(version: ListVersion, nowMs: number): WatchlistAnswer {
  const { dated, ageDays, stale } = ageOfList(version, nowMs);
  return {
    id: version.id,
    code: version.code,
    name: version.name,
    version: versionLabel(version),
    format: version.format,
    active: version.active,
    dated,
    age_days: ageDays,
    stale,
    published_at: version.publishedAt,
    imported_at: isoTime(version.importedAtMs),
    entries: version.entries,
    names: version.names,
    rows_skipped: version.rowsSkipped,
  };
}
