import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { NOT_HEIC } from './documents.ts';
import { fileNameField, idField, jsonObject, textField, timeField } from './fields.ts';
import {
  companyDocumentTypeSchema,
  companySchema,
  descriptorSchema,
  representativeSchema,
  ubosSchema,
} from './kyb-parties.ts';
import { warningSchema } from './problem.ts';
import { linkedStatusSchema, statusSchema } from './status.ts';

/** The body of `POST /v1/kyb/verifications`. */
export const kybCreateSchema = z
  .object({
    company: companySchema,
    representatives: z
      .array(representativeSchema)
      .max(LIMITS.representativesMax, {
        error: `contains more than ${LIMITS.representativesMax} people; send those who act for the company`,
      })
      .exactOptional(),
    ubos: ubosSchema.exactOptional(),
    documents: z
      .array(descriptorSchema)
      .max(LIMITS.descriptorsMax, { error: `announces more than ${LIMITS.descriptorsMax} documents; announce fewer` })
      .exactOptional()
      .meta({ description: 'The announced documents. Send their files to the documents endpoint' }),
    metadata: jsonObject
      .exactOptional()
      .meta({ description: 'Your own key/value data, such as internal_ref', examples: [{ internal_ref: 'A-1' }] }),
  })
  .meta({ id: 'CreateKybVerification' });

export type KybCreateBody = z.output<typeof kybCreateSchema>;

export const kybCreatedSchema = z
  .object({
    id: idField('kyb_ver'),
    status: statusSchema,
    created_at: timeField,
    livemode: z.boolean(),
    company: z.object({ legal_name: textField, country: z.string() }),
    links: z.object({ self: z.string() }),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'CreatedKybVerification' });

export type KybCreated = z.output<typeof kybCreatedSchema>;

const companyDocItemSchema = z.object({
  name: fileNameField.exactOptional(),
  type: companyDocumentTypeSchema.exactOptional(),
});

/** The parts of `POST /v1/kyb/verifications/{id}/documents` without the files, the JSON parsed. */
export const companyPartsSchema = z.object({
  documents_meta: z.object({ items: z.array(companyDocItemSchema).exactOptional() }).meta({
    id: 'CompanyDocumentsMeta',
    description: 'Describes each file, in the same order and number as the documents[] parts.',
  }),
});

/** The whole form, for the OpenAPI document. */
export const companyDocumentsFormSchema = z
  .object({
    'documents[]': z
      .array(z.string().meta({ format: 'binary' }))
      .min(1)
      .meta({
        description: `JPEG, PNG, WebP or TIFF with one page, or PDF with up to ${LIMITS.companyPdfPagesMax} pages, at most 15 MB each. ${NOT_HEIC}`,
      }),
    documents_meta: companyPartsSchema.shape.documents_meta.exactOptional(),
  })
  .meta({ id: 'CompanyDocumentsForm' });

/** The JSON body that links a KYC verification to a person of a company. */
export const personLinkSchema = z
  .object({ verification_id: z.string().meta({ description: 'A KYC verification of the same mode' }) })
  .meta({ id: 'PersonLink' });

export const linkedPersonSchema = z
  .object({
    person_id: idField('per'),
    verification_id: idField('ver'),
    verification_status: linkedStatusSchema,
    links: z.object({ self: z.string(), verification: z.string() }),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'LinkedPerson' });

export type LinkedPerson = z.output<typeof linkedPersonSchema>;
