import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { timeField } from './fields.ts';
import { routes } from './route.ts';

const fingerprint = z.string().meta({ description: 'Identifies a recovery key' });
const keyKind = z.enum(['file', 'passphrase', 'keystore']);

export const systemKeysSchema = z
  .object({
    object: z.literal('system_keys'),
    master_key: z.object({
      kind: keyKind,
      path: z.string().nullable(),
      keystore_usable: z.boolean().meta({ description: "Whether it can be moved to the system's keystore" }),
      inside_data_folder: z
        .boolean()
        .meta({ description: 'Whether the key is in the data folder, so a copy of the folder includes the key' }),
      movable: z.boolean(),
      why: z.string().nullable().meta({ description: 'Why it cannot be moved here' }),
    }),
    recovery_key: z.object({
      set: z.boolean(),
      fingerprint: fingerprint.nullable(),
      made_at: timeField.nullable(),
      confirmed_at: timeField.nullable().meta({
        description:
          'When it was confirmed by typing it. null: never, for example if it was created on the command line',
      }),
      pending: z
        .object({ fingerprint, made_at: timeField })
        .nullable()
        .meta({ description: 'A key that was shown and takes effect when it is typed for confirmation' }),
    }),
  })
  .meta({ id: 'SystemKeys' });

export const newRecoveryKeySchema = z
  .object({
    replace: z.boolean().exactOptional().meta({ description: 'Required if a recovery key is already in force' }),
  })
  .meta({ id: 'NewRecoveryKey' });

export const recoveryKeySchema = z
  .object({
    object: z.literal('recovery_key'),
    recovery_key: z.string().meta({ description: 'To write on paper. Shown only once' }),
    fingerprint,
    made_at: timeField,
  })
  .meta({ id: 'RecoveryKey' });

export const recoveryConfirmationSchema = z
  .object({
    recovery_key: z
      .string()
      .max(LIMITS.textFieldCharsMax, { error: 'is longer than a recovery key; enter it again' })
      .meta({ description: 'As shown. Upper or lower case, spaces and dashes do not matter' }),
  })
  .meta({ id: 'RecoveryKeyConfirmation' });

const passphraseField = z
  .string()
  .min(LIMITS.passphraseCharsMin, {
    error: `is shorter than ${LIMITS.passphraseCharsMin} characters; use a longer one`,
  })
  .max(LIMITS.passphraseCharsMax, {
    error: `is longer than ${LIMITS.passphraseCharsMax} characters; use a shorter one`,
  })
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), {
    error: 'contains a character that cannot be typed, such as a line break; leave it out',
  });

export const masterKeyMoveSchema = z
  .discriminatedUnion(
    'kind',
    [
      z.object({
        kind: z.literal('file'),
        path: z
          .string()
          .min(1, { error: 'is empty; send the path of the new key file' })
          .max(LIMITS.pathCharsMax, { error: `is longer than ${LIMITS.pathCharsMax} characters; use a shorter path` })
          .refine((path) => !path.includes('\0'), {
            error: 'contains a character that paths cannot contain; leave it out',
          })
          .meta({ description: 'An absolute path of a new file in an existing folder' }),
      }),
      z.object({ kind: z.literal('passphrase'), passphrase: passphraseField }),
      z
        .object({ kind: z.literal('keystore') })
        .meta({ description: "The system's keystore, which the desktop app can use" }),
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
    former_removed: z.boolean().meta({ description: 'false: the old location still contains the key' }),
    note: z.string().meta({ description: 'What the next start needs, in words' }),
  })
  .meta({ id: 'MasterKeyMoved' });

export const firstRunSchema = z
  .object({
    object: z.literal('first_run'),
    administrator: z.boolean().meta({ description: 'An administrator can log in' }),
    master_key: z.boolean().meta({ description: 'The master key is not in the data folder' }),
    recovery_key: z.boolean().meta({ description: 'A recovery key is in force' }),
    list_loaded: z.boolean().meta({ description: 'At least one watchlist is loaded' }),
    api_key: z.boolean().meta({ description: 'A live key works in addition to the key from the first start' }),
    done: z.boolean().meta({ description: 'All of these steps' }),
    dismissed: z.boolean(),
  })
  .meta({ id: 'FirstRun' });

export type SystemKeysAnswer = z.output<typeof systemKeysSchema>;
export type RecoveryKeyAnswer = z.output<typeof recoveryKeySchema>;
export type MasterKeyMovedAnswer = z.output<typeof masterKeyMovedSchema>;
export type FirstRunAnswer = z.output<typeof firstRunSchema>;

/** The appliance's own keys, and the remaining setup steps. */
export const systemKeyRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The keys of the appliance open live data. Use a live key with the scope admin.',
})({
  getSystemKeys: {
    at: 'GET /v1/system/keys',
    summary: 'Retrieve the location of the master key and the recovery key in force',
    answers: { 200: { description: 'The location and the fingerprint, without the keys', schema: systemKeysSchema } },
  },
  createRecoveryKey: {
    at: 'POST /v1/system/recovery-key',
    summary: 'Create a recovery key. It takes effect when you confirm it',
    body: newRecoveryKeySchema,
    answers: { 201: { description: 'The key, shown only once', schema: recoveryKeySchema } },
    problems: [409],
  },
  confirmRecoveryKey: {
    at: 'POST /v1/system/recovery-key/confirm',
    summary: 'Confirm the recovery key that was shown last',
    body: recoveryConfirmationSchema,
    answers: { 200: { description: 'The recovery key is in force', schema: systemKeysSchema } },
    problems: [409],
  },
  moveMasterKey: {
    at: 'POST /v1/system/master-key',
    summary: 'Move the master key to another file, passphrase or keystore',
    description:
      'The key itself does not change. The appliance writes the key to the new location and reads it back before it clears the old one. If the process ends at any point, the next start still finds the key. If environment variables set the location, it cannot be moved here.',
    body: masterKeyMoveSchema,
    answers: { 200: { description: 'The key is in its new location', schema: masterKeyMovedSchema } },
    problems: [409],
  },
  getFirstRun: {
    at: 'GET /v1/system/first-run',
    summary: 'List the open setup steps of a new appliance',
    answers: { 200: { description: 'The setup steps', schema: firstRunSchema } },
  },
  dismissFirstRun: {
    at: 'POST /v1/system/first-run/dismiss',
    summary: 'Dismiss the setup steps. All of them must be done',
    answers: { 200: { description: 'The dismissed setup steps', schema: firstRunSchema } },
    problems: [409],
  },
});
