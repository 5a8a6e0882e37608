import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { backupPageSchema, backupSchema, newBackupSchema } from './backups.ts';
import { idParam, JSON_TYPE, operation } from './openapi-operation.ts';

const TAG = 'Backups';

export const backupPaths: ZodOpenApiPathsObject = {
  '/v1/backups': {
    get: operation('listBackups', {
      summary: 'List backups, newest first',
      description: 'Those in the configured folder, the one that runs, and what failed since the start.',
      scope: 'admin',
      tag: TAG,
      success: { 200: { description: 'All of them', schema: backupPageSchema } },
      problems: [503],
    }),
    post: operation('createBackup', {
      summary: 'Make a backup into the configured folder',
      description: 'The answer comes at once; the backup is made while everything else goes on.',
      scope: 'admin',
      tag: TAG,
      body: { [JSON_TYPE]: newBackupSchema },
      success: { 202: { description: 'It runs', schema: backupSchema, headers: ['Location'] } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/backups/{id}': {
    get: operation('getBackup', {
      summary: 'Retrieve a backup',
      scope: 'admin',
      tag: TAG,
      params: idParam('bak'),
      success: { 200: { description: 'The backup', schema: backupSchema } },
      problems: [404, 503],
    }),
  },
};
