import { z } from 'zod';
import { idField, timeField } from './fields.ts';
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
