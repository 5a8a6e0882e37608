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
      .meta({ description: 'When the business relationship ended. null: it has not ended, or this is unknown' }),
    legal_hold: z.boolean().exactOptional().meta({ description: 'While it is true, nothing is erased' }),
    reason: z
      .string()
      .trim()
      .min(1, { error: 'is empty; send the reason for the legal hold' })
      .max(LIMITS.noteCharsMax, { error: `is longer than ${LIMITS.noteCharsMax} characters; shorten it` })
      .exactOptional()
      .meta({ description: 'Required with legal_hold: true. Encrypted with the record' }),
  })
  .meta({ id: 'RetentionChange' });

export const retentionSchema = z
  .object({
    id: verificationId,
    object: z.literal('retention'),
    relationship_ended_at: timeField.nullable(),
    legal_hold: z.boolean(),
    reason: z.string().nullable(),
    due_at: timeField
      .nullable()
      .meta({ description: 'null: the time has not started, or the record is on legal hold' }),
    biometrics_due_at: timeField
      .nullable()
      .meta({ description: 'null: no face templates are kept, or they are on legal hold' }),
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
          'Base64 signature with the key of GET /v1/system/signing-key, over the line "custos erasure certificate v1" and the canonical JSON (RFC 8785) of all fields except `signature`',
      }),
    }),
  })
  .meta({ id: 'ErasureCertificate' });

export const biometricsErasedSchema = z
  .object({ id: verificationId, object: z.literal('biometrics_erasure'), faces: z.int() })
  .meta({ id: 'BiometricsErasure' });

export const purgeRequestSchema = z
  .object({ dry_run: z.boolean().meta({ description: 'true: list what is due, and erase nothing' }) })
  .meta({ id: 'PurgeRequest' });

export const purgeSchema = z
  .object({
    object: z.literal('purge'),
    dry_run: z.boolean(),
    due_count: z.int().meta({ description: 'Records that are due' }),
    due: z
      .array(z.object({ id: verificationId, kind, due_at: timeField }))
      .meta({ description: `Longest due first, at most ${LIMITS.purgeRecordsAtOnce}` }),
    biometrics_due_count: z.int(),
    erased: z.int(),
    biometrics_erased: z.int(),
  })
  .meta({ id: 'Purge' });

/** Retention periods and erasure of records. */
export const retentionRoutes = {
  ...ofBothKinds((kind) => {
    const { path, prefix } = KINDS[kind];
    const id = ids({ id: prefix });
    return routes({ tag: 'Retention', scope: `${kind}:read` })({
      get_VerificationErasure: {
        at: `GET ${path}/{id}/erasure`,
        summary: 'Retrieve the certificate of an erased verification',
        path: id,
        answers: { 200: { description: 'The certificate', schema: certificateSchema } },
      },
      get_VerificationRetention: {
        at: `GET ${path}/{id}/retention`,
        summary: 'Retrieve the retention of a verification',
        path: id,
        answers: { 200: { description: 'What is set, and when the record is due', schema: retentionSchema } },
      },
      set_VerificationRetention: {
        at: `POST ${path}/{id}/retention`,
        summary: 'Set the end of the relationship, or a legal hold',
        description: 'Fields that you leave out do not change. Only the scope admin can set or lift a legal hold.',
        scope: `${kind}:write`,
        path: id,
        body: retentionChangeSchema,
        invalid: 'The retention is not valid. See errors.',
        answers: { 200: { description: 'What is set now', schema: retentionSchema } },
      },
      erase_VerificationBiometrics: {
        at: `POST ${path}/{id}/erase-biometrics`,
        summary: 'Erase the face templates before the rest',
        description: 'Destroys the key of the templates. The pictures stay. 409 on legal hold.',
        scope: 'admin',
        path: id,
        answers: { 200: { description: 'The number of erased templates', schema: biometricsErasedSchema } },
        problems: [409],
      },
      export_Verification: {
        at: `GET ${path}/{id}/export`,
        summary: 'Export everything stored about the subject of a verification (ZIP)',
        description:
          '`export.json`: the record and all rows that belong to it, such as notes, alerts, decisions, events, deliveries and audit log entries. `files/`: the files as they were sent.',
        scope: 'admin',
        path: id,
        answers: { 200: { description: 'The archive', type: 'application/zip' } },
      },
    });
  }),
  ...routes({ tag: 'Retention', scope: 'admin', invalid: 'The request is not valid. See errors.' })({
    purge: {
      at: 'POST /v1/retention/purge',
      summary: 'Erase records that are due',
      description:
        "Applies to the mode of the key or session. Records on legal hold are never due. The appliance also erases automatically once a day. 409 if the machine's clock may be wrong.",
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
    summary: 'Erase a verification permanently',
    description:
      'Destroys its key, rows and files. After that, reading it or replaying its Idempotency-Key returns 404 `erased`. The signed certificate stays. 409 while it is being processed or on legal hold. To finish an interrupted erasure, repeat the request. The next start also finishes it.',
    scope: 'admin',
    path: ids({ id: KINDS[kind].prefix }),
    answers: { 200: { description: 'The certificate', schema: certificateSchema } },
    problems: [409],
  }) as const;
