import { z } from 'zod';
import { applicantSchema } from './applicant.ts';
import { chipSchema, mdocSchema } from './authenticity.ts';
import { documentsMetaSchema, expectedDocumentSchema, NOT_HEIC } from './documents.ts';
import { booleanField, idField, jsonObject, textField, timeField, webhookUrlField } from './fields.ts';
import { warningSchema } from './problem.ts';
import { statusSchema } from './status.ts';

export const consentField = booleanField.meta({ description: 'Explicit consent of the applicant' });

/** The parts of `POST /v1/verifications` without the files, the JSON parts parsed. */
export const createPartsSchema = z.object({
  applicant: applicantSchema.exactOptional(),
  documents_meta: documentsMetaSchema.exactOptional(),
  webhook_url: webhookUrlField.exactOptional().meta({
    description:
      'An http or https URL that receives the events of this verification instead of the webhook endpoints. Its origin must belong to an endpoint or be allowed by an administrator (/v1/webhook-origins). Otherwise deliveries are blocked, with the warning webhook_url_not_allowed.',
  }),
  consent: consentField.exactOptional(),
  metadata: jsonObject.exactOptional(),
  chip: chipSchema.exactOptional(),
  mdoc: mdocSchema.exactOptional(),
});

export type CreateParts = z.output<typeof createPartsSchema>;

/** The whole multipart form, for the OpenAPI document. */
export const createFormSchema = createPartsSchema
  .extend({
    'documents[]': z
      .array(z.string().meta({ format: 'binary' }))
      .min(1)
      .meta({
        description: `JPEG, PNG, WebP, TIFF or PDF with one page, at most 15 MB each. An identity document can also be a PDF with two pages, with split in documents_meta. ${NOT_HEIC}`,
      }),
    'chip[]': z
      .array(z.string().meta({ format: 'binary' }))
      .exactOptional()
      .meta({ description: 'Instead of files in chip: the files themselves, named EF_SOD.bin, DG1.bin and so on.' }),
    'mdoc[]': z
      .array(z.string().meta({ format: 'binary' }))
      .exactOptional()
      .meta({ description: 'Instead of mdoc: the files device_response.bin and session_transcript.bin.' }),
  })
  .meta({ id: 'CreateVerificationForm' });

export const createdSchema = z
  .object({
    id: idField('ver'),
    status: statusSchema,
    created_at: timeField,
    livemode: z.boolean(),
    applicant: z.object({ first_name: textField.exactOptional(), last_name: textField.exactOptional() }),
    expected_documents: z.array(expectedDocumentSchema),
    links: z.object({ self: z.string() }),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'CreatedVerification' });

export type Created = z.output<typeof createdSchema>;

export const SIMULATED_OUTCOMES = ['completed', 'failed', 'needs_review'] as const;
