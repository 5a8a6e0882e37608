import { z } from 'zod';
import { LIMITS } from '../../lib/limits.ts';
import { dateField, idField, textField, timeField } from './fields.ts';
import { pageSchema } from './verification.ts';

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
    stale: z.boolean(),
    published_at: dateField.nullable(),
    imported_at: timeField,
    entries: z.int(),
    names: z.int(),
    rows_skipped: z.int(),
  })
  .meta({ id: 'Watchlist' });

export const watchlistPageSchema = pageSchema(watchlistSchema).meta({ id: 'WatchlistPage' });

export const importSchema = z
  .object({
    paths: z
      .array(z.string().min(1, { error: 'is empty; name a file of the appliance' }))
      .min(1, { error: 'is empty; name at least one file' })
      .max(LIMITS.watchlistFilesMax, { error: `names more than ${LIMITS.watchlistFilesMax} files; name fewer` })
      .meta({ description: 'Absolute paths of files on the appliance itself; together one list' }),
    code: textField.exactOptional(),
    name: textField.exactOptional(),
    published_at: dateField.exactOptional(),
  })
  .meta({ id: 'WatchlistImport' });

export type WatchlistAnswer = z.output<typeof watchlistSchema>;
