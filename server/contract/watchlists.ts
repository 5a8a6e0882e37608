import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { CHANGES } from '../screening/store/compare.ts';
import { TOPICS } from '../screening/types.ts';
import { listMediaSchema, listRoleSchema } from './checks.ts';
import {
  acceptanceFields,
  ageField,
  columnsField,
  pathField,
  pathsField,
  versionFields,
  versionsQuery,
} from './datasets.ts';
import { dateField, idField, textField } from './fields.ts';
import { codeOrId, ids, LISTS_ARE_LIVE, routes } from './route.ts';
import { pageQuery, pageSchema } from './verification.ts';

export const watchlistSchema = z
  .object({
    id: idField('lst'),
    ...versionFields('list'),
    imported_by: z.string().nullable(),
    entries: z.int(),
    types: z.record(z.string(), z.int()).meta({ description: 'Entries by type' }),
    topics: z.array(z.string()).nullable().meta({
      description: 'The reasons for which its entries are listed. null: the version is not active, or is still loading',
    }),
    names: z.int(),
    records_declared: z.int().nullable().meta({ description: 'The number of entries that the file itself declares' }),
    rows_skipped: z.int(),
    orphans: z
      .record(z.string(), z.int())
      .meta({ description: 'Rows that do not belong to any entry, such as aliases from a different day, by kind' }),
  })
  .meta({ id: 'Watchlist' });

export const watchlistPageSchema = pageSchema(watchlistSchema).meta({ id: 'WatchlistPage' });

export const watchlistQuerySchema = z.object(versionsQuery);

export const importSchema = z
  .object({
    paths: pathsField(LIMITS.watchlistFilesMax).meta({ description: 'The files of one list' }),
    code: textField.exactOptional(),
    name: textField.exactOptional(),
    published_at: dateField.exactOptional(),
    columns: columnsField,
    age_days_max: ageField.exactOptional(),
    ...acceptanceFields,
  })
  .meta({ id: 'WatchlistImport' });

export const packImportSchema = z.object({ path: pathField, ...acceptanceFields }).meta({ id: 'WatchlistPackImport' });

export const watchlistChangeSchema = z
  .object({ age_days_max: ageField.nullable() })
  .meta({ id: 'WatchlistChange', description: "null: the appliance's own age limit" });

export const changesQuerySchema = z.object({
  against: z.string({ error: 'is required; send the id of the older version' }),
  change: z
    .enum(CHANGES)
    .exactOptional()
    .meta({ description: 'Only changes of this kind. The counts cover all kinds' }),
  limit: pageQuery.limit,
  starting_after: pageQuery.starting_after,
});

const entryChangeSchema = z
  .object({
    id: idField('ent'),
    change: z.enum(CHANGES),
    type: z.string(),
    name: z.string(),
    fields: z.array(z.string()).meta({ description: 'For a changed entry: the fields that differ' }),
  })
  .meta({ id: 'WatchlistEntryChange' });

export const changesPageSchema = pageSchema(entryChangeSchema)
  .extend({ counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }) })
  .meta({ id: 'WatchlistChanges' });

const optionalText = z.string().exactOptional();

export const watchlistEntrySchema = z
  .object({
    id: idField('ent'),
    list: z.object({ id: idField('lst'), code: z.string(), name: z.string(), version: z.string() }),
    source_id: z.string().nullable(),
    type: z.string(),
    names: z.array(z.object({ name: z.string(), kind: z.string(), quality: z.string() })),
    birth_dates: z.array(z.string()),
    birth_places: z.array(z.string()),
    genders: z.array(z.string()),
    nationalities: z.array(z.string()),
    countries: z.array(z.string()),
    identifiers: z.array(z.object({ kind: z.string(), value: z.string(), country: optionalText })),
    addresses: z.array(z.object({ text: z.string(), country: optionalText })),
    roles: z.array(listRoleSchema),
    relations: z.array(z.object({ kind: z.string(), name: z.string(), source_id: optionalText })),
    media: z.array(listMediaSchema),
    programs: z.array(z.string()),
    topics: z.array(z.enum(TOPICS)),
    listed_at: z.string().nullable(),
    original: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .meta({ description: 'The wording of the list' }),
  })
  .meta({ id: 'WatchlistEntry' });

export type WatchlistAnswer = z.output<typeof watchlistSchema>;
export type WatchlistEntryAnswer = z.output<typeof watchlistEntrySchema>;

/** Watchlists: the imported versions, and the one in use. */
export const watchlistRoutes = routes({ tag: 'Watchlists', scope: 'lists:read' })({
  listWatchlists: {
    at: 'GET /v1/watchlists',
    summary: 'List imported watchlists, newest first',
    query: watchlistQuerySchema,
    answers: { 200: { description: 'One page of versions', schema: watchlistPageSchema, headers: ['Link'] } },
  },
  importWatchlist: {
    at: 'POST /v1/watchlists',
    summary: 'Import a watchlist from files on the appliance',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    body: importSchema,
    invalid: 'The import is not valid. See errors.',
    answers: {
      200: { description: 'This content was already imported and is active again', schema: watchlistSchema },
      201: { description: 'Imported and active', schema: watchlistSchema },
    },
  },
  importWatchlistPack: {
    at: 'POST /v1/watchlists/packs',
    summary: 'Import all lists of a signed pack, or none',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    body: packImportSchema,
    invalid: 'The import is not valid. See errors.',
    answers: {
      200: { description: 'The whole pack was already imported and is active again', schema: watchlistPageSchema },
      201: { description: 'Imported and active', schema: watchlistPageSchema },
    },
  },
  getWatchlist: {
    at: 'GET /v1/watchlists/{id}',
    summary: 'Retrieve one version of a watchlist',
    path: ids({ id: 'lst' }),
    answers: { 200: { description: 'The version', schema: watchlistSchema } },
  },
  changeWatchlist: {
    at: 'PATCH /v1/watchlists/{id}',
    summary: 'Set the age limit of a watchlist in days',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: codeOrId,
    body: watchlistChangeSchema,
    invalid: 'The change is not valid. See errors.',
    answers: { 200: { description: 'Its active version, or else the newest version', schema: watchlistSchema } },
  },
  activateWatchlist: {
    at: 'POST /v1/watchlists/{id}/activate',
    summary: 'Activate this version of its list: roll back or forward',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: ids({ id: 'lst' }),
    answers: { 200: { description: 'The version, active', schema: watchlistSchema } },
  },
  deactivateWatchlist: {
    at: 'POST /v1/watchlists/{id}/deactivate',
    summary: 'Deactivate this list. Its versions stay',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: ids({ id: 'lst' }),
    answers: { 200: { description: 'The version, no longer active', schema: watchlistSchema } },
    problems: [409],
  },
  listWatchlistChanges: {
    at: 'GET /v1/watchlists/{id}/changes',
    summary: 'Compare a version with another one: added, changed, then removed entries',
    path: ids({ id: 'lst' }),
    query: changesQuerySchema,
    invalid: 'Some query parameters are not valid. See errors.',
    answers: {
      200: { description: 'One page, with all counts', schema: changesPageSchema, headers: ['Link'] },
    },
  },
  getWatchlistEntry: {
    at: 'GET /v1/watchlists/{id}/entries/{entry_id}',
    summary: 'Retrieve one entry of a version',
    path: ids({ id: 'lst', entry_id: 'ent' }),
    answers: { 200: { description: "The entry, with the list's own data", schema: watchlistEntrySchema } },
  },
});
