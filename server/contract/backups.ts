import { z } from 'zod';
import { idField, timeField } from './fields.ts';
import { ids, routes } from './route.ts';
import { pageSchema } from './verification.ts';

export const newBackupSchema = z
  .object({
    registers: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether to include the register files. Default: as configured' }),
  })
  .meta({ id: 'NewBackup' });

export const backupSchema = z
  .object({
    id: idField('bak'),
    object: z.literal('backup'),
    status: z.enum(['running', 'completed', 'failed']),
    created_at: timeField.meta({ description: 'The backup contains the state just after this time' }),
    size_bytes: z.int().nullable().meta({ description: 'null until the backup is completed' }),
    progress: z
      .object({ done_bytes: z.int(), total_bytes: z.int() })
      .nullable()
      .meta({ description: 'null: it is not running, or has not started to write' }),
    problem: z.string().nullable().meta({ description: 'The reason for the failure' }),
  })
  .meta({ id: 'Backup' });

export const backupPageSchema = pageSchema(backupSchema).meta({ id: 'BackupPage' });

export type BackupAnswer = z.output<typeof backupSchema>;

/** Backups. */
export const backupRoutes = routes({
  tag: 'Backups',
  scope: 'admin',
  live: 'Backups contain live data. Use a live key with the scope admin.',
})({
  listBackups: {
    at: 'GET /v1/backups',
    summary: 'List backups, newest first',
    description: 'The backups in the configured folder, the running backup, and backups that failed since the start.',
    answers: { 200: { description: 'All backups', schema: backupPageSchema } },
  },
  createBackup: {
    at: 'POST /v1/backups',
    summary: 'Create a backup in the configured folder',
    description: 'The response is immediate. The backup runs in the background.',
    body: newBackupSchema,
    invalid: 'The backup request is not valid. See errors.',
    answers: { 202: { description: 'The backup is running', schema: backupSchema, headers: ['Location'] } },
    problems: [409],
  },
  getBackup: {
    at: 'GET /v1/backups/{id}',
    summary: 'Retrieve a backup',
    path: ids({ id: 'bak' }),
    answers: { 200: { description: 'The backup', schema: backupSchema } },
  },
});
