import { z } from 'zod';
import { idField, timeField } from './fields.ts';
import { ids, routes } from './route.ts';
import { pageSchema } from './verification.ts';

export const newBackupSchema = z
  .object({
    registers: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether the files of registers are put in; as configured unless given' }),
  })
  .meta({ id: 'NewBackup' });

export const backupSchema = z
  .object({
    id: idField('bak'),
    object: z.literal('backup'),
    status: z.enum(['running', 'completed', 'failed']),
    created_at: timeField.meta({ description: 'The moment whose state it holds is the one after it' }),
    size_bytes: z.int().nullable().meta({ description: 'null until it is completed' }),
    progress: z
      .object({ done_bytes: z.int(), total_bytes: z.int() })
      .nullable()
      .meta({ description: 'null where it does not run, or has not begun to write' }),
    problem: z.string().nullable().meta({ description: 'Why it failed' }),
  })
  .meta({ id: 'Backup' });

export const backupPageSchema = pageSchema(backupSchema).meta({ id: 'BackupPage' });

export type BackupAnswer = z.output<typeof backupSchema>;

/** Backups. */
export const backupRoutes = routes({
  tag: 'Backups',
  scope: 'admin',
  live: 'Backups hold live data. Use a live key with the scope admin.',
})({
  listBackups: {
    at: 'GET /v1/backups',
    summary: 'List backups, newest first',
    description: 'Those in the configured folder, the one that runs, and what failed since the start.',
    answers: { 200: { description: 'All of them', schema: backupPageSchema } },
  },
  createBackup: {
    at: 'POST /v1/backups',
    summary: 'Make a backup into the configured folder',
    description: 'The answer comes at once; the backup is made while everything else goes on.',
    body: newBackupSchema,
    invalid: 'The backup cannot be made like this. See errors.',
    answers: { 202: { description: 'It runs', schema: backupSchema, headers: ['Location'] } },
    problems: [409],
  },
  getBackup: {
    at: 'GET /v1/backups/{id}',
    summary: 'Retrieve a backup',
    path: ids({ id: 'bak' }),
    answers: { 200: { description: 'The backup', schema: backupSchema } },
  },
});
