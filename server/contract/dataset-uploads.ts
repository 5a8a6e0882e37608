import { z } from 'zod';
import { idField, timeField } from './fields.ts';
import { problemSchema } from './problem.ts';
import { registerImportSchema } from './registers.ts';
import { ids, LISTS_ARE_LIVE, named, routes } from './route.ts';
import { trustImportSchema } from './trust-lists.ts';
import { pageSchema } from './verification.ts';
import { importSchema } from './watchlists.ts';

/** The options for uploaded files, the same as for files named by path. */
export const watchlistUploadSchema = importSchema.omit({ paths: true });
export const registerUploadSchema = registerImportSchema.omit({ paths: true });
export const trustUploadSchema = trustImportSchema.omit({ paths: true });

/** Fields whose text is JSON; the others are plain text. */
export const JSON_UPLOAD_FIELDS: readonly string[] = [
  'columns',
  'complete_for',
  'age_days_max',
  'accept_smaller',
  'allow_older',
];

const files = { 'files[]': z.array(z.string().meta({ format: 'binary' })).min(1) };

/** The whole forms, for the OpenAPI document. */
export const watchlistUploadFormSchema = watchlistUploadSchema
  .extend({
    'files[]': files['files[]'].meta({ description: 'The files of one list, or one signed pack (.zip)' }),
  })
  .meta({ id: 'WatchlistUpload' });
export const registerUploadFormSchema = registerUploadSchema
  .extend({ 'files[]': files['files[]'].meta({ description: 'The files of one register' }) })
  .meta({ id: 'RegisterUpload' });
export const trustUploadFormSchema = trustUploadSchema
  .extend({
    'files[]': files['files[]'].meta({
      description: 'The files of one trust list, and the certificates of its publisher',
    }),
  })
  .meta({ id: 'TrustListUpload' });

export const importProblemSchema = problemSchema
  .omit({ instance: true, request_id: true })
  .meta({ id: 'ImportProblem', description: 'Why an import failed, as in the problem of a refused request' });

export const datasetImportSchema = z
  .object({
    id: idField('imp'),
    object: z.literal('import'),
    kind: z.enum(['watchlist', 'register', 'trust_list']),
    files: z.array(z.string()),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    phase: z
      .enum(['checking', 'reading', 'activating'])
      .nullable()
      .meta({ description: 'The step of a running import: it inspects, reads and activates the files' }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'The share of the files that was read. For a pack: of the current list' }),
    started_at: timeField,
    ended_at: timeField.nullable(),
    rows: z.int(),
    entries: z
      .int()
      .meta({ description: 'For a register: the number of companies. For a trust list: of certificates' }),
    bytes_read: z.int(),
    bytes_total: z.int(),
    rows_per_second: z.int(),
    remaining_ms: z.int().nullable(),
    list: z.string().nullable().meta({ description: 'The id of the created version. For a pack: of the first one' }),
    lists: z.array(z.string()).meta({ description: 'The ids of all created versions' }),
    created: z.boolean().nullable().meta({ description: 'false: this content was already imported' }),
    error: importProblemSchema.nullable(),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'DatasetImport' });

export const datasetImportPageSchema = pageSchema(datasetImportSchema).meta({ id: 'DatasetImportPage' });

export type DatasetImportAnswer = z.output<typeof datasetImportSchema>;

const uploadsOf = (
  path: '/v1/watchlists' | '/v1/registries' | '/v1/trust-lists',
  tag: 'Watchlists' | 'Registers' | 'Trust lists',
  noun: string,
  form: z.ZodType,
) =>
  routes({ tag, scope: 'lists:read' })({
    upload_: {
      at: `POST ${path}/uploads`,
      summary: `Upload the files of ${noun} and import them`,
      description:
        'The response is sent when the files are on disk. The import follows. Send the fields before the files, so that errors in them are reported before the upload ends. Send fields that are not text as JSON, such as true or {"name":"Full name"}.',
      scope: 'lists:write',
      live: LISTS_ARE_LIVE,
      form,
      slow: true,
      answers: {
        202: { description: 'The import is waiting or running', schema: datasetImportSchema, headers: ['Location'] },
      },
    },
    list_Imports: {
      at: `GET ${path}/imports`,
      summary: 'List waiting and running imports, and the last that ended since the start, oldest first',
      answers: { 200: { description: 'The progress of each import', schema: datasetImportPageSchema } },
    },
    get_Import: {
      at: `GET ${path}/imports/{id}`,
      summary: 'Retrieve an import',
      path: ids({ id: 'imp' }),
      answers: { 200: { description: 'The import and its progress', schema: datasetImportSchema } },
    },
  });

/** Uploads of watchlists, registers and trust lists, and the state of imports. */
export const uploadRoutes = {
  ...named('Watchlist', uploadsOf('/v1/watchlists', 'Watchlists', 'a watchlist', watchlistUploadFormSchema)),
  ...named('Register', uploadsOf('/v1/registries', 'Registers', 'a register', registerUploadFormSchema)),
  ...named('TrustList', uploadsOf('/v1/trust-lists', 'Trust lists', 'a trust list', trustUploadFormSchema)),
};
