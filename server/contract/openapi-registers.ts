import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { idParam, JSON_TYPE, operation } from './openapi-operation.ts';
import {
  registerChangeSchema,
  registerImportSchema,
  registerPageSchema,
  registerQuerySchema,
  registerSchema,
} from './registers.ts';

const tag = 'Registers';

/** The registers of companies. */
export const registerPaths: ZodOpenApiPathsObject = {
  '/v1/registries': {
    get: operation('listRegisters', {
      summary: 'List imported registers, newest first',
      scope: 'lists:read',
      tag,
      params: { query: registerQuerySchema },
      success: { 200: { description: 'One page of versions', schema: registerPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
    post: operation('importRegister', {
      summary: 'Import a register from files of the appliance',
      scope: 'lists:write',
      tag,
      body: { [JSON_TYPE]: registerImportSchema },
      success: {
        200: { description: 'This content was there already and is active again', schema: registerSchema },
        201: { description: 'Imported and active', schema: registerSchema },
      },
      problems: [400, 413, 415, 503],
    }),
  },
  '/v1/registries/{id}': {
    get: operation('getRegister', {
      summary: 'Retrieve one version of a register',
      scope: 'lists:read',
      tag,
      params: idParam('reg'),
      success: { 200: { description: 'The version', schema: registerSchema } },
      problems: [404],
    }),
    patch: operation('changeRegister', {
      summary: 'Set after how many days a register is too old',
      scope: 'lists:write',
      tag,
      params: {
        path: z.object({ id: z.string().meta({ description: 'Its code, or the id of one of its versions' }) }),
      },
      body: { [JSON_TYPE]: registerChangeSchema },
      success: { 200: { description: 'Its version that is searched, else the newest', schema: registerSchema } },
      problems: [404, 413, 415],
    }),
  },
  '/v1/registries/{id}/activate': {
    post: operation('activateRegister', {
      summary: 'Search this version of its register from now on: roll back or forward',
      scope: 'lists:write',
      tag,
      params: idParam('reg'),
      success: { 200: { description: 'The version, active', schema: registerSchema } },
      problems: [404, 409],
    }),
  },
  '/v1/registries/{id}/deactivate': {
    post: operation('deactivateRegister', {
      summary: 'Search this register no more; its versions stay',
      scope: 'lists:write',
      tag,
      params: idParam('reg'),
      success: { 200: { description: 'The version, no longer active', schema: registerSchema } },
      problems: [404, 409],
    }),
  },
};
