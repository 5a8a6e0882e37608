import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { CHANGES } from '../screening/store/compare.ts';
import { TOPICS } from '../screening/types.ts';
import { listMediaSchema, listRoleSchema } from './checks.ts';
import { dateField, idField, textField, timeField } from './fields.ts';
import { pageQuery, pageSchema } from './verification.ts';

export const watchlistSchema = z
  .object({
    id: idField('lst'),
    code: z.string(),
    name: z.string(),
    version: z.string(),
    format: z.string(),
    active: z.boolean().meta({ description: 'Whether it is the version that is searched' }),
    dated: dateField,
    age_days: z.int(),
    age_days_max: z.int().nullable().meta({ description: "The list's own limit of age; null: the appliance's" }),
    stale: z.boolean(),
    published_at: dateField.nullable(),
    imported_at: timeField,
    imported_by: z.string().nullable(),
    file_hashes: z.array(z.string()).meta({ description: 'SHA-256 of each file, hex' }),
    entries: z.int(),
    types: z.record(z.string(), z.int()).meta({ description: 'Entries by type' }),
    topics: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Why its entries are listed; null: the version is not searched, or still being loaded' }),
    names: z.int(),
    records_declared: z.int().nullable().meta({ description: 'How many entries the file itself says it holds' }),
    rows_skipped: z.int(),
    orphans: z
      .record(z.string(), z.int())
      .meta({ description: 'Rows that belong to no entry, such as aliases of another day, by kind' }),
  })
  .meta({ id: 'Watchlist' });

export const watchlistPageSchema = pageSchema(watchlistSchema).meta({ id: 'WatchlistPage' });

export const truthField = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ type: 'boolean' });

export const watchlistQuerySchema = z.object({
  code: z.string().exactOptional(),
  active: truthField.exactOptional(),
  ...pageQuery,
});

export const pathField = z
  .string()
  .min(1, { error: 'is empty; name a file of the appliance' })
  .max(LIMITS.pathCharsMax, { error: `is longer than ${LIMITS.pathCharsMax} characters; name a file of the appliance` })
  .meta({ description: 'A file in the folder CUSTOS_LISTS_DIR of the appliance: its name there, or its whole path' });

export const ageField = z
  .int()
  .min(1, { error: 'is less than one day' })
  .max(LIMITS.listAgeDaysLimitMax, { error: `is more than ${LIMITS.listAgeDaysLimitMax} days` });

export const acceptanceFields = {
  accept_smaller: z.boolean().exactOptional().meta({
    description: 'Takes a version that has lost more than a tenth of the entries in force, and more than a few',
  }),
  allow_older: z
    .boolean()
    .exactOptional()
    .meta({ description: 'Takes a version that was published before the one in force' }),
};

export const importSchema = z
  .object({
    paths: z
      .array(pathField)
      .min(1, { error: 'is empty; name at least one file' })
      .max(LIMITS.watchlistFilesMax, { error: `names more than ${LIMITS.watchlistFilesMax} files; name fewer` })
      .meta({ description: 'The files of one list' }),
    code: textField.exactOptional(),
    name: textField.exactOptional(),
    published_at: dateField.exactOptional(),
    columns: z
      .record(z.string(), textField)
      .refine((columns) => Object.keys(columns).length <= LIMITS.listMappingMax, {
        error: `maps more than ${LIMITS.listMappingMax} columns; map those that a list of ours has`,
      })
      .exactOptional()
      .meta({ description: "Of a plain CSV with other columns: our column to the file's" }),
    age_days_max: ageField.exactOptional(),
    ...acceptanceFields,
  })
  .meta({ id: 'WatchlistImport' });

export const packImportSchema = z.object({ path: pathField, ...acceptanceFields }).meta({ id: 'WatchlistPackImport' });

export const watchlistChangeSchema = z
  .object({ age_days_max: ageField.nullable() })
  .meta({ id: 'WatchlistChange', description: "null: the appliance's own limit of age" });

export const changesQuerySchema = z.object({
  against: z.string({ error: 'is required; send the id of the older version' }),
  change: z.enum(CHANGES).exactOptional().meta({ description: 'Changes of this kind alone; the counts are of all' }),
  limit: pageQuery.limit,
  starting_after: pageQuery.starting_after,
});

const entryChangeSchema = z
  .object({
    id: idField('ent'),
    change: z.enum(CHANGES),
    type: z.string(),
    name: z.string(),
    fields: z.array(z.string()).meta({ description: 'Of a changed entry: the fields that say something else' }),
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
      .meta({ description: "The list's own words" }),
  })
  .meta({ id: 'WatchlistEntry' });

export type WatchlistAnswer = z.output<typeof watchlistSchema>;
export type WatchlistEntryAnswer = z.output<typeof watchlistEntrySchema>;
