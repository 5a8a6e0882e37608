import { z } from 'zod';
import { timeField } from './fields.ts';
import { routes } from './route.ts';

const bytes = z.int();

export const updatePackSchema = z
  .object({
    id: z.string().meta({ description: '`upd_` and 26 characters' }),
    object: z.literal('update_pack'),
    made_at: timeField,
    signed_by: z.string().meta({ description: 'Fingerprint of the signing key, which this appliance trusts' }),
    size_bytes: bytes,
    program: z
      .object({
        from: z.string(),
        to: z.string(),
        least: z.string().meta({ description: 'Older versions cannot update to it directly' }),
        way: z.enum(['command', 'hand_over', 'none']).meta({
          description:
            'How to apply it: by a command on this machine, by the desktop app with its installer, or not at all',
        }),
        command: z.string().nullable().meta({ description: 'The command' }),
        problem: z.string().nullable().meta({ description: 'Why it does not fit this machine' }),
      })
      .nullable(),
    lists: z.array(z.object({ code: z.string(), name: z.string(), size_bytes: bytes })),
    languages: z.array(z.object({ code: z.string(), size_bytes: bytes })),
  })
  .meta({ id: 'UpdatePack', description: 'A fully verified package' });

export const updatesSchema = z
  .object({
    object: z.literal('updates'),
    version: z.string(),
    trusted: z.array(z.string()).meta({ description: 'Fingerprints of the trusted keys' }),
    languages: z.array(
      z.object({
        code: z.string(),
        made_at: timeField,
        used: z.boolean().meta({ description: 'Whether the setting `languages` includes it' }),
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
    pack: updatePackSchema.nullable().meta({ description: 'The chosen package that is waiting' }),
  })
  .meta({ id: 'Updates' });

export const updatePathSchema = z
  .object({
    path: z.string().min(1).meta({ description: 'The path of a package in the lists folder (CUSTOS_LISTS_DIR)' }),
  })
  .meta({ id: 'UpdatePath' });

export const updateFormSchema = z
  .object({
    'files[]': z
      .array(z.string().meta({ format: 'binary' }))
      .length(1)
      .meta({ description: 'One update package' }),
  })
  .meta({ id: 'UpdateUpload' });

export const updateOrderSchema = z
  .object({
    parts: z.array(z.enum(['program', 'lists', 'languages'])).min(1),
    accept_smaller: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Accepts lists that are much smaller than before' }),
    allow_older: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Accepts lists that were published earlier than the active ones' }),
  })
  .meta({ id: 'UpdateOrder' });

export const updateTakenSchema = z
  .object({
    object: z.literal('update_taken'),
    lists: z.array(z.object({ code: z.string(), entries: z.int() })),
    languages: z.array(z.string()).meta({ description: 'Used from the next start, if configured' }),
    program: z.string().nullable().meta({ description: "The desktop app's answer to the installer" }),
  })
  .meta({ id: 'UpdateTaken' });

export type UpdatesAnswer = z.output<typeof updatesSchema>;
export type UpdatePackAnswer = z.output<typeof updatePackSchema>;
export type UpdateTakenAnswer = z.output<typeof updateTakenSchema>;

const packPath = z.object({ id: z.string().meta({ description: 'The id of the package' }) });

/** Updates of the program, lists and languages. */
export const updateRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'An update changes the appliance itself. Use a live key with the scope admin.',
})({
  getUpdates: {
    at: 'GET /v1/system/updates',
    summary: 'Retrieve the installed version, the trusted keys, and the result of the last update',
    answers: { 200: { description: 'Includes the waiting package', schema: updatesSchema } },
  },
  chooseUpdatePack: {
    at: 'POST /v1/system/updates/packs',
    summary: 'Upload an update package, or choose one on this machine, and verify it',
    description: 'Nothing is applied yet. The package waits, and replaces a package that was chosen before.',
    form: updateFormSchema,
    slow: true,
    body: updatePathSchema,
    invalid: 'The package request is not valid. See errors.',
    answers: {
      201: { description: 'The package is complete and signed with a trusted key', schema: updatePackSchema },
    },
  },
  discardUpdatePack: {
    at: 'DELETE /v1/system/updates/packs/{id}',
    summary: 'Discard the waiting package',
    path: packPath,
    answers: { 204: { description: 'Discarded. A file chosen by its path stays on disk' } },
  },
  applyUpdatePack: {
    at: 'POST /v1/system/updates/packs/{id}/apply',
    summary: 'Apply parts of the waiting package',
    description:
      'Lists take effect in one transaction. Languages are used from the next start. The desktop app installs the program. On a headless installation, run the command given in the package.',
    path: packPath,
    body: updateOrderSchema,
    invalid: 'The request is not valid. See errors.',
    answers: { 200: { description: 'What was applied', schema: updateTakenSchema } },
    problems: [409],
  },
});
