import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { FACE_SIDES } from '../checks/types.ts';
import { idField } from './fields.ts';
import { inspectFormSchema, inspectionSchema } from './inspect.ts';
import { operation } from './openapi-operation.ts';
import { pageQuerySchema } from './pictures.ts';

const JPEG = { 200: { description: 'The picture', type: 'image/jpeg' } };

interface Kind {
  path: string;
  prefix: 'ver' | 'kyb_ver';
  scope: 'kyc:read' | 'kyb:read';
  tag: string;
  names: { file: string; page: string };
}

function documentPaths({ path, prefix, scope, tag, names }: Kind): ZodOpenApiPathsObject {
  const file = z.object({ id: idField(prefix), document_id: idField('doc') });
  return {
    [`${path}/{id}/documents/{document_id}`]: {
      get: operation(names.file, {
        summary: 'Take a file as it came',
        description: 'As an attachment, named by its id. The audit log says who took it.',
        scope,
        tag,
        params: { path: file },
        success: {
          200: { description: 'The file, of the type that the record says', type: 'application/octet-stream' },
        },
        problems: [404],
      }),
    },
    [`${path}/{id}/documents/{document_id}/pages/{page}`]: {
      get: operation(names.page, {
        summary: 'Look at a page of a file',
        description:
          'Upright by its own orientation, then turned by `turn`. The boxes of a record are shares of it, at any width: turn it by the `turn` that stands beside them. 409 where the file is damaged so that no picture can be made of it.',
        scope,
        tag,
        params: {
          path: file.extend({ page: z.int().min(1).meta({ description: 'From 1' }) }),
          query: pageQuerySchema,
        },
        success: JPEG,
        problems: [404, 409],
      }),
    },
  };
}

/** What people look at. */
export const picturePaths: ZodOpenApiPathsObject = {
  ...documentPaths({
    path: '/v1/verifications',
    prefix: 'ver',
    scope: 'kyc:read',
    tag: 'Verifications',
    names: { file: 'getDocument', page: 'getDocumentPage' },
  }),
  ...documentPaths({
    path: '/v1/kyb/verifications',
    prefix: 'kyb_ver',
    scope: 'kyb:read',
    tag: 'KYB verifications',
    names: { file: 'getKybDocument', page: 'getKybDocumentPage' },
  }),
  '/v1/verifications/{id}/faces/{side}': {
    get: operation('getFace', {
      summary: 'Look at a face that was compared',
      description:
        'With a quarter of its size around it. Where none was compared, the largest that was found; 404 where none was found, or the record was made by a version that did not keep where it is.',
      scope: 'kyc:read',
      tag: 'Verifications',
      params: { path: z.object({ id: idField('ver'), side: z.enum(FACE_SIDES) }) },
      success: JPEG,
      problems: [404, 409],
    }),
  },
  '/v1/documents/inspect': {
    post: operation('inspectDocument', {
      summary: 'Look at a file before it is sent',
      description:
        'Tells what it is taken for and what is wrong with its picture, within ten seconds. Nothing of it is kept, and no record is made.',
      scope: 'kyc:write',
      tag: 'Verifications',
      body: { 'multipart/form-data': inspectFormSchema },
      success: { 200: { description: 'What was found', schema: inspectionSchema } },
      problems: [400, 408, 413, 415, 503],
    }),
  },
};
