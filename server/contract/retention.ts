import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { idField, timeField } from './fields.ts';
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
export type PurgeAnswer = z.output<typeof purgeSchema>;
