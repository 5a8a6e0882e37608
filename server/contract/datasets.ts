import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { booleanField, dateField, textField, timeField } from './fields.ts';
import { pageQuery } from './verification.ts';

/** What watchlists, registers and trust lists have in common. */

export const pathField = z
  .string()
  .min(1, { error: 'is empty; send the path of a file on the appliance' })
  .max(LIMITS.pathCharsMax, {
    error: `is longer than ${LIMITS.pathCharsMax} characters; send the path of a file on the appliance`,
  })
  .meta({ description: "A file in the appliance's folder CUSTOS_LISTS_DIR: its name there, or its absolute path" });

export const ageField = z
  .int()
  .min(1, { error: 'is less than one day; send a higher number' })
  .max(LIMITS.listAgeDaysLimitMax, { error: `is more than ${LIMITS.listAgeDaysLimitMax} days; send a lower number` });

export const acceptanceFields = {
  accept_smaller: z.boolean().exactOptional().meta({
    description:
      'Accepts a version with far fewer entries: more than a tenth (and more than a few) of the active entries are missing',
  }),
  allow_older: z
    .boolean()
    .exactOptional()
    .meta({ description: 'Accepts a version that was published before the active one' }),
};

/** The files of one import. */
export const pathsField = (filesMax: number) =>
  z
    .array(pathField)
    .min(1, { error: 'is empty; send at least one file' })
    .max(filesMax, { error: `contains more than ${filesMax} files; send fewer` });

export const columnsField = z
  .record(z.string(), textField)
  .refine((columns) => Object.keys(columns).length <= LIMITS.listMappingMax, {
    error: `maps more than ${LIMITS.listMappingMax} columns; map only the columns that Custos uses`,
  })
  .exactOptional()
  .meta({ description: "For a plain CSV file with other columns: maps our column to the file's column" });

/** The filters of a list of versions. */
export const versionsQuery = {
  code: z.string().exactOptional(),
  active: booleanField.exactOptional(),
  ...pageQuery,
};

/** One version of a list or register. */
export const versionFields = (noun: 'list' | 'register') => ({
  code: z.string(),
  name: z.string(),
  version: z.string(),
  format: z.string(),
  active: z.boolean().meta({ description: 'Whether this version is active' }),
  dated: dateField,
  age_days: z.int(),
  age_days_max: z
    .int()
    .nullable()
    .meta({ description: `The ${noun}'s own age limit. null: the appliance's age limit` }),
  stale: z.boolean(),
  published_at: dateField.nullable(),
  imported_at: timeField,
  imported_by: z.string(),
  file_hashes: z.array(z.string()).meta({ description: 'SHA-256 of each file, hex' }),
});
