import type { z } from 'zod';
import type { Appliance } from '../appliance/appliance.ts';
import type { watchlistUploadSchema } from '../contract/dataset-uploads.ts';
import { named } from '../contract/route.ts';
import type { WatchlistAnswer, watchlistRoutes } from '../contract/watchlists.ts';
import { fileWithin } from '../datasets/named-file.ts';
import type { DatasetOptions } from '../datasets/options.ts';
import { AppError } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import { createChangeCounter } from '../screening/store/compare.ts';
import { createEntryReader } from '../screening/store/entries.ts';
import { getVersion, listVersions } from '../screening/store/versions.ts';
import type { ListVersion } from '../screening/types.ts';
import { Reply } from './call.ts';
import { acceptanceOf, filesWithin, versionHandlers } from './datasets.ts';
import type { Handlers } from './mount.ts';
import { presentEntry, presentWatchlist } from './watchlist-answers.ts';
import { pageOfChanges } from './watchlist-pages.ts';

type Deps = Pick<Appliance, 'clock' | 'config' | 'db' | 'lists' | 'watchlists'>;

/** Routes for watchlists: list the imports, import from files of the appliance, choose the version in use. Lists serve live and test alike. */
export function watchlistHandlers(deps: Deps): Handlers<typeof watchlistRoutes> {
  const { config, db, lists } = deps;
  const countChanges = createChangeCounter(db);
  const present = (version: ListVersion) => presenter(deps)(version);
  return {
    ...named(
      'Watchlist',
      versionHandlers({
        ...lists,
        prefix: 'lst',
        noun: 'list',
        present,
        get: (id) => getVersion(db, id),
        versionsOf: (code) => listVersions(db, code),
      }),
    ),
    async importWatchlist(call) {
      const { paths, ...said } = call.body;
      const files = await filesWithin(config.listsDir, paths);
      const result = await lists.importList({ paths: files, ...listOptions(said) }, call.actor);
      return new Reply(present(result), { status: result.created ? 201 : 200 });
    },
    async importWatchlistPack(call) {
      const { path, ...said } = call.body;
      const results = await lists.importPack(
        await fileWithin(config.listsDir, path, 'path'),
        acceptanceOf(said),
        call.actor,
      );
      const status = results.some(({ created }) => created) ? 201 : 200;
      const page = { object: 'list' as const, url: '/v1/watchlists', has_more: false };
      return new Reply({ ...page, data: results.map(presenter(deps)) }, { status });
    },
    async listWatchlistChanges(call) {
      const query = call.query;
      const { counts, ...page } = await pageOfChanges({ db, countChanges }, call.id, query);
      return { ...call.linked(query, page, (change) => change), counts };
    },
    getWatchlistEntry(call) {
      const version = getVersion(db, call.id);
      const entry = createEntryReader(db).get(call.param('entry_id'), version.id);
      if (entry) return presentEntry(entry, version);
      throw new AppError('not_found', 'There is no entry with this id in this version of the list.');
    },
  };
}

/** Returns the import options of a list, for local and uploaded files alike. */
export function listOptions(input: z.output<typeof watchlistUploadSchema>): Omit<DatasetOptions, 'paths'> {
  const { code, name, published_at: publishedAt, columns, age_days_max: ageDaysMax } = input;
  return {
    ...given({ code, name, publishedAt, columns, ageDaysMax }),
    ...acceptanceOf(input),
  };
}

/** Presents versions in their current state; for versions in use it adds the topics of their entries. */
function presenter({ clock, watchlists }: Deps): (version: ListVersion) => WatchlistAnswer {
  const nowMs = clock.now();
  const searched = new Map(watchlists.lists(nowMs).map(({ id, topics }) => [id, topics]));
  return (version) => presentWatchlist(version, searched.get(version.id) ?? null, nowMs);
}
