import { z } from 'zod';
import { timeField } from './fields.ts';
import { routes } from './route.ts';

const bytes = z.int();

export const updatePackSchema = z
  .object({
    id: z.string().meta({ description: '`upd_` and 26 characters' }),
    object: z.literal('update_pack'),
    made_at: timeField,
    signed_by: z.string().meta({ description: 'Fingerprint of the key, which this appliance trusts' }),
    size_bytes: bytes,
    program: z
      .object({
        from: z.string(),
        to: z.string(),
        least: z.string().meta({ description: 'An older program cannot be brought to it at once' }),
        way: z.enum(['command', 'hand_over', 'none']).meta({
          description:
            'By a command on this machine; by the desktop app, which this appliance hands the installer to; or not at all',
        }),
        command: z.string().nullable().meta({ description: 'Which command' }),
        problem: z.string().nullable().meta({ description: 'Why it is not for this machine' }),
      })
      .nullable(),
    lists: z.array(z.object({ code: z.string(), name: z.string(), size_bytes: bytes })),
    languages: z.array(z.object({ code: z.string(), size_bytes: bytes })),
  })
  .meta({ id: 'UpdatePack', description: 'A pack whose every byte was verified' });

export const updatesSchema = z
  .object({
    object: z.literal('updates'),
    version: z.string(),
    trusted: z.array(z.string()).meta({ description: 'Fingerprints of the keys whose packs are taken' }),
    languages: z.array(
      z.object({
        code: z.string(),
        made_at: timeField,
        used: z.boolean().meta({ description: 'Whether the setting `languages` names it' }),
      }),
    ),
    last: z
      .object({
        from: z.string(),
        to: z.string(),
        outcome: z.enum(['applied', 'rolled_back', 'interrupted']),
        reason: z.string().nullable(),
        ended_at: timeField,
      })
      .nullable()
      .meta({ description: 'How the last update of the program ended' }),
    pack: updatePackSchema.nullable().meta({ description: 'The one that was chosen and waits' }),
  })
  .meta({ id: 'Updates' });

export const updatePathSchema = z
  .object({
    path: z.string().min(1).meta({ description: 'Of a pack in the folder for lists (CUSTOS_LISTS_DIR)' }),
  })
  .meta({ id: 'UpdatePath' });

export const updateFormSchema = z
  .object({
    'files[]': z
      .array(z.string().meta({ format: 'binary' }))
      .length(1)
      .meta({ description: 'One update pack' }),
  })
  .meta({ id: 'UpdateUpload' });

export const updateOrderSchema = z
  .object({
    parts: z.array(z.enum(['program', 'lists', 'languages'])).min(1),
    accept_smaller: z.boolean().exactOptional().meta({ description: 'Takes lists that are much smaller too' }),
    allow_older: z.boolean().exactOptional().meta({ description: 'Takes lists that were published earlier too' }),
  })
  .meta({ id: 'UpdateOrder' });

export const updateTakenSchema = z
  .object({
    object: z.literal('update_taken'),
    lists: z.array(z.object({ code: z.string(), entries: z.int() })),
    languages: z.array(z.string()).meta({ description: 'Read with from the next start on, where they are configured' }),
    program: z.string().nullable().meta({ description: 'What the desktop app says of the hand-over' }),
  })
  .meta({ id: 'UpdateTaken' });

export type UpdatesAnswer = z.output<typeof updatesSchema>;
export type UpdatePackAnswer = z.output<typeof updatePackSchema>;
export type UpdateTakenAnswer = z.output<typeof updateTakenSchema>;

const packPath = z.object({ id: z.string().meta({ description: 'Of the pack' }) });

/** Updates of program, lists and languages. */
export const updateRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'An update changes the appliance itself. Use a live key with the scope admin.',
})({
  getUpdates: {
    at: 'GET /v1/system/updates',
    summary: 'The version in force, whose packs are taken, and how the last update ended',
    answers: { 200: { description: 'With the pack that waits', schema: updatesSchema } },
  },
  chooseUpdatePack: {
    at: 'POST /v1/system/updates/packs',
    summary: 'Send an update pack, or name one on this machine, and have all of it verified',
    description: 'Nothing of it is taken. It waits for its order and takes the place of one that was chosen before.',
    form: updateFormSchema,
    slow: true,
    body: updatePathSchema,
    invalid: 'The pack cannot be chosen like this. See errors.',
    answers: { 201: { description: 'It is whole, and signed by a key that is trusted', schema: updatePackSchema } },
  },
  discardUpdatePack: {
    at: 'DELETE /v1/system/updates/packs/{id}',
    summary: 'Discard the pack that waits',
    path: packPath,
    answers: { 204: { description: 'It is gone; a file that was named by its path stays' } },
  },
  applyUpdatePack: {
    at: 'POST /v1/system/updates/packs/{id}/apply',
    summary: 'Take parts of the pack that waits',
    description:
      'Lists come into force in one transaction. Languages are read with from the next start on. The program is handed to the desktop app; headless it is brought in by the command that the pack names.',
    path: packPath,
    body: updateOrderSchema,
    invalid: 'The pack cannot be taken like this. See errors.',
    answers: { 200: { description: 'What was taken', schema: updateTakenSchema } },
    problems: [409],
  },
});
