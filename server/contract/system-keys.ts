import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { timeField } from './fields.ts';
import { routes } from './route.ts';

const fingerprint = z.string().meta({ description: 'How a recovery key is told from another one' });
const keyKind = z.enum(['file', 'passphrase', 'keystore']);

export const systemKeysSchema = z
  .object({
    object: z.literal('system_keys'),
    master_key: z.object({
      kind: keyKind,
      path: z.string().nullable(),
      keystore_usable: z.boolean().meta({ description: "Whether it can be moved into the system's own keystore" }),
      inside_data_folder: z.boolean().meta({ description: 'Whether a copy of the data folder is a copy of its key' }),
      movable: z.boolean(),
      why: z.string().nullable().meta({ description: 'Why it cannot be moved from here' }),
    }),
    recovery_key: z.object({
      set: z.boolean(),
      fingerprint: fingerprint.nullable(),
      made_at: timeField.nullable(),
      confirmed_at: timeField
        .nullable()
        .meta({ description: 'When it was typed back; null: never, as by the command line' }),
      pending: z
        .object({ fingerprint, made_at: timeField })
        .nullable()
        .meta({ description: 'One that was shown, and comes into force when it is typed back' }),
    }),
  })
  .meta({ id: 'SystemKeys' });

export const newRecoveryKeySchema = z
  .object({ replace: z.boolean().exactOptional().meta({ description: 'Needed where one is in force' }) })
  .meta({ id: 'NewRecoveryKey' });

export const recoveryKeySchema = z
  .object({
    object: z.literal('recovery_key'),
    recovery_key: z.string().meta({ description: 'For paper; shown this once' }),
    fingerprint,
    made_at: timeField,
  })
  .meta({ id: 'RecoveryKey' });

export const recoveryConfirmationSchema = z
  .object({
    recovery_key: z
      .string()
      .max(LIMITS.textFieldCharsMax, { error: 'is longer than a recovery key; type it again' })
      .meta({ description: 'As it was shown; capitals, blanks and dashes do not matter' }),
  })
  .meta({ id: 'RecoveryKeyConfirmation' });

const passphraseField = z
  .string()
  .min(LIMITS.passphraseCharsMin, {
    error: `is shorter than ${LIMITS.passphraseCharsMin} characters; take a longer one`,
  })
  .max(LIMITS.passphraseCharsMax, {
    error: `is longer than ${LIMITS.passphraseCharsMax} characters; take a shorter one`,
  })
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), {
    error: 'holds a sign that cannot be typed, such as a line break; leave it out',
  });

export const masterKeyMoveSchema = z
  .discriminatedUnion(
    'kind',
    [
      z.object({
        kind: z.literal('file'),
        path: z
          .string()
          .min(1, { error: 'is empty; name the new key file' })
          .max(LIMITS.pathCharsMax, { error: `is longer than ${LIMITS.pathCharsMax} characters; take a shorter one` })
          .refine((path) => !path.includes('\0'), { error: 'holds a sign that no path has; leave it out' })
          .meta({ description: 'A whole path, in a folder that exists, where no file lies yet' }),
      }),
      z.object({ kind: z.literal('passphrase'), passphrase: passphraseField }),
      z.object({ kind: z.literal('keystore') }).meta({ description: "The system's own; the desktop app reaches it" }),
    ],
    { error: 'must be "file", "passphrase" or "keystore"' },
  )
  .meta({ id: 'MasterKeyMove' });

export type MasterKeyMove = z.input<typeof masterKeyMoveSchema>;

export const masterKeyMovedSchema = z
  .object({
    object: z.literal('master_key'),
    kind: keyKind,
    path: z.string().nullable(),
    former_removed: z.boolean().meta({ description: 'false: the former place still holds the key' }),
    note: z.string().meta({ description: 'What the next start needs, for a person' }),
  })
  .meta({ id: 'MasterKeyMoved' });

export const firstRunSchema = z
  .object({
    object: z.literal('first_run'),
    administrator: z.boolean().meta({ description: 'An administrator can log in' }),
    master_key: z.boolean().meta({ description: 'The master key does not lie in the data folder' }),
    recovery_key: z.boolean().meta({ description: 'A recovery key is in force' }),
    list_loaded: z.boolean().meta({ description: 'A watchlist is searched' }),
    api_key: z.boolean().meta({ description: 'A live key works beside the one that the first start makes by itself' }),
    done: z.boolean().meta({ description: 'All of these' }),
    dismissed: z.boolean(),
  })
  .meta({ id: 'FirstRun' });

export type SystemKeysAnswer = z.output<typeof systemKeysSchema>;
export type RecoveryKeyAnswer = z.output<typeof recoveryKeySchema>;
export type MasterKeyMovedAnswer = z.output<typeof masterKeyMovedSchema>;
export type FirstRunAnswer = z.output<typeof firstRunSchema>;

/** The keys of the appliance itself, and what is left to do on a new one. */
export const systemKeyRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The keys of the appliance open live data. Use a live key with the scope admin.',
})({
  getSystemKeys: {
    at: 'GET /v1/system/keys',
    summary: 'Where the master key is, and which recovery key is in force',
    answers: { 200: { description: 'Never a key itself', schema: systemKeysSchema } },
  },
  createRecoveryKey: {
    at: 'POST /v1/system/recovery-key',
    summary: 'Make a recovery key, which comes into force when it is typed back',
    body: newRecoveryKeySchema,
    answers: { 201: { description: 'The key, shown this once', schema: recoveryKeySchema } },
    problems: [409],
  },
  confirmRecoveryKey: {
    at: 'POST /v1/system/recovery-key/confirm',
    summary: 'Put the recovery key in force that was shown last',
    body: recoveryConfirmationSchema,
    answers: { 200: { description: 'It is in force', schema: systemKeysSchema } },
    problems: [409],
  },
  moveMasterKey: {
    at: 'POST /v1/system/master-key',
    summary: 'Move the master key to another file, or seal it with a passphrase',
    description:
      'The key stays the same one. The new place is written and read back before the former one is cleared; whenever the process ends, the next start finds the key. Where the environment says where the key is, it cannot be moved from here.',
    body: masterKeyMoveSchema,
    answers: { 200: { description: 'It is there', schema: masterKeyMovedSchema } },
    problems: [409],
  },
  getFirstRun: {
    at: 'GET /v1/system/first-run',
    summary: 'What is left to do on a new appliance',
    answers: { 200: { description: 'The list', schema: firstRunSchema } },
  },
  dismissFirstRun: {
    at: 'POST /v1/system/first-run/dismiss',
    summary: 'Show that list no more; all of it must be done',
    answers: { 200: { description: 'The list, dismissed', schema: firstRunSchema } },
    problems: [409],
  },
});
