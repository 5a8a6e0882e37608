import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE, operation } from './openapi-operation.ts';
import {
  updateFormSchema,
  updateOrderSchema,
  updatePackSchema,
  updatePathSchema,
  updatesSchema,
  updateTakenSchema,
} from './updates.ts';

const tag = 'System';
const scope = 'admin';
const PATH = '/v1/system/updates';

const packParam = { path: z.object({ id: z.string().meta({ description: 'Of the pack' }) }) };

export const updatePaths: ZodOpenApiPathsObject = {
  [PATH]: {
    get: operation('getUpdates', {
      summary: 'The version in force, whose packs are taken, and how the last update ended',
      scope,
      tag,
      success: { 200: { description: 'With the pack that waits', schema: updatesSchema } },
    }),
  },
  [`${PATH}/packs`]: {
    post: operation('chooseUpdatePack', {
      summary: 'Send an update pack, or name one on this machine, and have all of it verified',
      description: 'Nothing of it is taken. It waits for its order and takes the place of one that was chosen before.',
      scope,
      tag,
      body: { 'multipart/form-data': updateFormSchema, [JSON_TYPE]: updatePathSchema },
      success: { 201: { description: 'It is whole, and signed by a key that is trusted', schema: updatePackSchema } },
      problems: [400, 408, 413, 415, 503],
    }),
  },
  [`${PATH}/packs/{id}`]: {
    delete: operation('discardUpdatePack', {
      summary: 'Discard the pack that waits',
      scope,
      tag,
      params: packParam,
      success: { 204: { description: 'It is gone; a file that was named by its path stays' } },
      problems: [404],
    }),
  },
  [`${PATH}/packs/{id}/apply`]: {
    post: operation('applyUpdatePack', {
      summary: 'Take parts of the pack that waits',
      description:
        'Lists come into force in one transaction. Languages are read with from the next start on. The program is handed to the desktop app; headless it is brought in by the command that the pack names.',
      scope,
      tag,
      params: packParam,
      body: { [JSON_TYPE]: updateOrderSchema },
      success: { 200: { description: 'What was taken', schema: updateTakenSchema } },
      problems: [400, 404, 409, 413, 415, 503],
    }),
  },
};
