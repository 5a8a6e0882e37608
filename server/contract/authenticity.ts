import { z } from 'zod';
import { TRUST_KIND_NAMES } from '../vocabulary/trust-kinds.ts';
import { idField, timeField } from './fields.ts';
import { findingSchema } from './finding.ts';

const base64 = z.base64().meta({ description: 'Base64' });

/** Data groups that a record may hold. DG3 and DG4 are fingerprints and irises, which Custos refuses. */
export const DATA_GROUPS = ['DG1', 'DG2', 'DG5', 'DG7', 'DG11', 'DG12', 'DG13', 'DG14', 'DG15', 'DG16'] as const;

export const activeAuthenticationSchema = z.object({ challenge_id: idField('chc'), signature: base64 }).meta({
  id: 'ActiveAuthentication',
  description: "The chip's signature over a challenge of this appliance (POST /v1/chip-challenges)",
});

export const chipSchema = z
  .object({
    ef_sod: base64.exactOptional().meta({ description: 'EF.SOD, the signed hashes of the data groups, in Base64' }),
    data_groups: z
      .record(z.string(), base64)
      .exactOptional()
      .meta({ description: `By name: ${DATA_GROUPS.join(', ')}` }),
    lds: z
      .array(z.object({ name: z.string(), data: base64 }))
      .exactOptional()
      .meta({ description: 'The same files in one list, such as {"name": "EF_SOD", ...} and {"name": "DG1", ...}' }),
    active_authentication: activeAuthenticationSchema.exactOptional(),
  })
  .meta({
    id: 'Chip',
    description:
      'What was read from the chip of a passport or identity card: whole files, at most 2 MB together. DG3 and DG4 are refused.',
  });

export const mdocSchema = z
  .object({
    device_response: base64.meta({ description: 'A DeviceResponse or IssuerSigned of ISO/IEC 18013-5, in Base64' }),
    session_transcript: base64.exactOptional().meta({
      description: 'The SessionTranscript, in Base64. Without it the issuer is verified, but not the holder',
    }),
  })
  .meta({ id: 'Mdoc', description: 'A mobile document, at most 2 MB.' });

export const chipChallengeSchema = z
  .object({
    id: idField('chc'),
    object: z.literal('chip_challenge'),
    livemode: z.boolean(),
    challenge: z.string().meta({ description: '8 random bytes in hexadecimal, for INTERNAL AUTHENTICATE' }),
    created_at: timeField,
    expires_at: timeField,
  })
  .meta({ id: 'ChipChallenge' });

export type ChipChallengeAnswer = z.output<typeof chipChallengeSchema>;
export type ChipPart = z.output<typeof chipSchema>;
export type MdocPart = z.output<typeof mdocSchema>;

const SOURCE_RESULTS = ['valid', 'invalid', 'signer_unknown', 'parsed', 'unsupported'] as const;
const STEP_RESULTS = ['successful', 'failed', 'undetermined', 'not_supported'] as const;
const STEPS = [
  'integrity',
  'signature',
  'signer_chain',
  'revocation',
  'validity',
  'clone_protection',
  'device_authentication',
] as const;

export const certificateSummarySchema = z
  .object({
    subject: z.string(),
    issuer: z.string(),
    country: z.string().nullable(),
    serial: z.string(),
    not_before: timeField,
    not_after: timeField,
    key: z.string(),
    sha256: z.string().meta({ description: 'The fingerprint, in hexadecimal' }),
  })
  .meta({ id: 'CertificateSummary' });

export const authenticitySourceSchema = z
  .object({
    kind: z.enum(['chip', 'seal', 'mdoc']),
    format: z
      .string()
      .nullable()
      .meta({ description: 'Of a seal: vds, idb, vds_nc, aadhaar or 2d_doc. Of an mdoc: its document type' }),
    document_id: z.string().nullable().meta({ description: 'The file whose barcode holds the seal' }),
    files: z
      .array(z.object({ id: idField('doc'), name: z.string(), sha256: z.string() }))
      .meta({ description: 'The files of the chip or the mobile document; read one like a document, by its id' }),
    result: z.enum(SOURCE_RESULTS),
    steps: z.partialRecord(z.enum(STEPS), z.enum(STEP_RESULTS)),
    data_groups: z.record(z.string(), z.enum(STEP_RESULTS)).exactOptional(),
    signer: certificateSummarySchema.nullable(),
    anchor: certificateSummarySchema.nullable(),
    algorithms: z.array(z.string()),
    signed_at: timeField.nullable(),
    fields: z.record(z.string(), z.string()),
    portrait: z.boolean().meta({ description: "It holds the holder's portrait" }),
    trust_lists: z.array(
      z.object({ id: z.string(), code: z.string(), kind: z.enum(TRUST_KIND_NAMES), version: z.string() }),
    ),
  })
  .meta({ id: 'AuthenticitySource', description: 'Steps are in the words of BSI TR-03135-1.' });

export const authenticitySchema = z
  .object({
    passed: z.boolean().nullable(),
    findings: z.array(findingSchema),
    sources: z.array(authenticitySourceSchema),
  })
  .meta({
    id: 'Authenticity',
    description:
      'What chip, seal and mobile document prove. passed is null if there is none of them, or if nothing could be proven.',
  });
