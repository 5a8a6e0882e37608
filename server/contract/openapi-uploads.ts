import type { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  datasetImportPageSchema,
  datasetImportSchema,
  registerUploadFormSchema,
  watchlistUploadFormSchema,
} from './dataset-uploads.ts';
import { idParam, operation } from './openapi-operation.ts';

/** Uploads of lists and registers, and what becomes of imports. */
export const uploadPaths: ZodOpenApiPathsObject = {
  ...pathsOf('/v1/watchlists', {
    tag: 'Watchlists',
    name: 'Watchlist',
    noun: 'a watchlist',
    form: watchlistUploadFormSchema,
  }),
  ...pathsOf('/v1/registries', {
    tag: 'Registers',
    name: 'Register',
    noun: 'a register',
    form: registerUploadFormSchema,
  }),
};

function pathsOf(
  path: string,
  { tag, name, noun, form }: { tag: string; name: string; noun: string; form: z.ZodType },
): ZodOpenApiPathsObject {
  return {
    [`${path}/uploads`]: {
      post: operation(`upload${name}`, {
        summary: `Send the files of ${noun} and import them`,
        description:
          'The answer comes when the files are on disk; the import follows. Send the fields before the files: a mistake in them is then told before the files have come. Fields that are no text are sent as JSON, such as true or {"name":"Full name"}.',
        scope: 'lists:write',
        tag,
        body: { 'multipart/form-data': form },
        success: { 202: { description: 'It waits or runs', schema: datasetImportSchema, headers: ['Location'] } },
        problems: [400, 408, 413, 415, 503],
      }),
    },
    [`${path}/imports`]: {
      get: operation(`list${name}Imports`, {
        summary: 'Imports that wait or run, and the last that ended since the start, oldest first',
        scope: 'lists:read',
        tag,
        success: { 200: { description: 'How far each has come', schema: datasetImportPageSchema } },
      }),
    },
    [`${path}/imports/{id}`]: {
      get: operation(`get${name}Import`, {
        summary: 'Retrieve an import',
        scope: 'lists:read',
        tag,
        params: idParam('imp'),
        success: { 200: { description: 'How far it has come', schema: datasetImportSchema } },
        problems: [404],
      }),
    },
  };
}
