import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { idField, timeField } from './fields.ts';
import { ids, KINDS, type Kind, ofBothKinds, routes } from './route.ts';
import { statusSchema } from './status.ts';

const kind = z.enum(['kyc', 'kyb']);
const verificationId = z.union([idField('ver'), idField('kyb_ver')]);

export const retentionChangeSchema = z
  .object({
    relationship_ended_at: z.iso
      .datetime({ error: 'is not a time; send ISO 8601 in UTC, such as 2030-01-31T12:00:00Z, or null' })
      .nullable()
      .exactOptional()
      .meta({ description: 'When the business relationship ended; null: it has not, or is not known' }),
    legal_hold: z.boolean().exactOptional().meta({ description: 'Nothing is erased while it is true' }),
    reason: z
      .string()
      .trim()
      .min(1, { error: 'is empty; say why the record is held' })
      .max(LIMITS.noteCharsMax, { error: `is longer than ${LIMITS.noteCharsMax} characters; shorten it` })
      .exactOptional()
      .meta({ description: 'Needed with legal_hold: true. Sealed with the record' }),
  })
  .meta({ id: 'RetentionChange' });

export const retentionSchema = z
  .object({
    id: verificationId,
    object: z.literal('retention'),
    relationship_ended_at: timeField.nullable(),
    legal_hold: z.boolean(),
    reason: z.string().nullable(),
    due_at: timeField.nullable().meta({ description: 'null: the time does not run yet, or the record is held' }),
    biometrics_due_at: timeField
      .nullable()
      .meta({ description: 'null: no templates of faces are kept, or they are held' }),
  })
  .meta({ id: 'Retention' });
export type RetentionAnswer = z.output<typeof retentionSchema>;

export const certificateSchema = z
  .object({
    object: z.literal('erasure_certificate'),
    version: z.literal(1),
    verification: z.object({
      id: verificationId,
      kind,
      livemode: z.boolean(),
      status: statusSchema,
      policy_version: z.int().nullable(),
      created_at: timeField,
      ended_at: timeField.nullable(),
    }),
    cause: z.enum(['request', 'retention']),
    requested_by: z.string(),
    requested_at: timeField,
    erased_at: timeField,
    erased: z.object({ data_key: z.literal(true), rows: z.literal(true), files: z.int() }),
    signature: z.object({
      algorithm: z.literal('Ed25519'),
      public_key: z.string(),
      value: z.string().meta({
        description:
          'Base64, by the key of GET /v1/system/signing-key, over the line "custos erasure certificate v1" and the canonical JSON (RFC 8785) of all but `signature`',
      }),
    }),
  })
  .meta({ id: 'ErasureCertificate' });

export const biometricsErasedSchema = z
  .object({ id: verificationId, object: z.literal('biometrics_erasure'), faces: z.int() })
  .meta({ id: 'BiometricsErasure' });

export const purgeRequestSchema = z
  .object({ dry_run: z.boolean().meta({ description: 'true: tell what is due and erase nothing' }) })
  .meta({ id: 'PurgeRequest' });

export const purgeSchema = z
  .object({
    object: z.literal('purge'),
    dry_run: z.boolean(),
    due_count: z.int().meta({ description: 'Records whose time has come' }),
    due: z
      .array(z.object({ id: verificationId, kind, due_at: timeField }))
      .meta({ description: `The longest due first, at most ${LIMITS.purgeRecordsAtOnce}` }),
    biometrics_due_count: z.int(),
    erased: z.int(),
    biometrics_erased: z.int(),
  })
  .meta({ id: 'Purge' });

/** How long records are kept, and how they go. */
export const retentionRoutes = {
  ...ofBothKinds((kind) => {
    const { path, prefix } = KINDS[kind];
    const id = ids({ id: prefix });
    return routes({ tag: 'Retention', scope: `${kind}:read` })({
      get_VerificationErasure: {
        at: `GET ${path}/{id}/erasure`,
        summary: 'The certificate of an erased verification',
        path: id,
        answers: { 200: { description: 'The certificate', schema: certificateSchema } },
      },
      get_VerificationRetention: {
        at: `GET ${path}/{id}/retention`,
        summary: 'How long a verification is kept',
        path: id,
        answers: { 200: { description: 'What is set, and when it is due', schema: retentionSchema } },
      },
      set_VerificationRetention: {
        at: `POST ${path}/{id}/retention`,
        summary: 'Tell when the relationship ended, or hold a verification for a legal reason',
        description: 'What is left out stays as it is. A legal hold is set and lifted with the scope admin alone.',
        scope: `${kind}:write`,
        path: id,
        body: retentionChangeSchema,
        invalid: 'The retention is not valid. See errors.',
        answers: { 200: { description: 'What is set now', schema: retentionSchema } },
      },
      erase_VerificationBiometrics: {
        at: `POST ${path}/{id}/erase-biometrics`,
        summary: 'Erase the templates of faces ahead of the rest',
        description: 'Their own key is destroyed. The pictures stay. 409 on legal hold.',
        scope: 'admin',
        path: id,
        answers: { 200: { description: 'How many there were', schema: biometricsErasedSchema } },
        problems: [409],
      },
      export_Verification: {
        at: `GET ${path}/{id}/export`,
        summary: 'Everything that is held about the subject of a verification (ZIP)',
        description:
          '`export.json`: the record and all rows that belong to it, notes, alerts and decisions among them, its events, deliveries and entries of the audit log; `files/`: the files as they came.',
        scope: 'admin',
        path: id,
        answers: { 200: { description: 'The archive', type: 'application/zip' } },
      },
    });
  }),
  ...routes({ tag: 'Retention', scope: 'admin', invalid: 'The request is not valid. See errors.' })({
    purge: {
      at: 'POST /v1/retention/purge',
      summary: 'Erase what has been kept as long as it may be',
      description:
        'Of the mode of whoever asks. Records on legal hold are never due. The appliance does it by itself once a day. 409 where the clock of the machine is in doubt.',
      body: purgeRequestSchema,
      answers: { 200: { description: 'What was due, and what was erased', schema: purgeSchema } },
      problems: [409],
    },
  }),
};

/** `DELETE` on the record itself. */
export const eraseRoute = (kind: Kind) =>
  ({
    at: `DELETE ${KINDS[kind].path}/{id}`,
    tag: 'Retention',
    summary: 'Erase a verification for good',
    description:
      'Destroys its key, its rows and its files. From then on reading it, or replaying its Idempotency-Key, is 404 `erased`; the signed certificate stays. 409 while it is worked on or on legal hold. What was interrupted is finished by asking again, or by the next start.',
    scope: 'admin',
    path: ids({ id: KINDS[kind].prefix }),
    answers: { 200: { description: 'The certificate', schema: certificateSchema } },
    problems: [409],
  }) as const;
