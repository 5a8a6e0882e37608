import { z } from 'zod';
import { idField, jsonObject, timeField } from './fields.ts';
import { findingSchema } from './finding.ts';
import { kybChecksSchema, ownershipSchema, partyHitSchema, partyScreeningSchema, riskSchema } from './kyb-checks.ts';
import { answeredRepresentative, answeredUbo, companyDocumentTypeSchema, companySchema } from './kyb-parties.ts';
import { warningSchema } from './problem.ts';
import { statusSchema } from './status.ts';
import { mediaTypeSchema, outcomeFields, pageSchema } from './verification.ts';

const companyDocumentSchema = z
  .object({
    type: companyDocumentTypeSchema,
    name: z.string().nullable(),
    status: z.enum(['missing', 'received', 'processed', 'rejected']),
    announced: z.boolean().meta({ description: 'false: the create request did not announce this file' }),
    id: idField('doc').nullable().meta({ description: 'Of the newest file. null: the file is missing' }),
    media_type: mediaTypeSchema.nullable(),
    size_bytes: z.int().nullable(),
    pages: z.int().nullable().meta({ description: 'null: the file was not read, or could not be read' }),
    dated: z.string().nullable().meta({ description: 'The newest date on it that is not in the future, YYYY-MM-DD' }),
    matches: z
      .object({
        name: z.boolean().nullable(),
        registration_number: z.boolean().nullable(),
        address: z.boolean().nullable(),
        incorporation_date: z.boolean().nullable(),
      })
      .meta({ description: 'Whether the document shows the submitted value. null: not searched for' }),
    findings: z.array(findingSchema),
  })
  .meta({ id: 'CompanyDocument' });

export const kybVerificationSchema = z
  .object({
    id: idField('kyb_ver'),
    status: statusSchema,
    livemode: z.boolean(),
    created_at: timeField,
    updated_at: timeField,
    company: companySchema,
    representatives: z.array(answeredRepresentative(partyScreeningSchema)),
    ubos: z.array(answeredUbo(partyScreeningSchema)),
    documents: z.array(companyDocumentSchema).meta({
      description: 'One for each document announced in the create request, then files that were not announced',
    }),
    metadata: jsonObject.nullable(),
    ownership: ownershipSchema,
    checks: kybChecksSchema,
    hits: z.array(partyHitSchema).meta({ description: 'The hits on the lists for everyone who was searched' }),
    risk: riskSchema.nullable(),
    ...outcomeFields,
  })
  .meta({ id: 'KybVerification' });

export type KybVerificationAnswer = z.output<typeof kybVerificationSchema>;

export const kybVerificationPageSchema = pageSchema(kybVerificationSchema).meta({ id: 'KybVerificationPage' });

/** The answer to files added to a company. */
export const companyDocumentsSchema = z
  .object({
    id: idField('kyb_ver'),
    status: statusSchema,
    documents: z.array(companyDocumentSchema),
    links: z.object({ self: z.string() }),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'CompanyDocuments' });

export type CompanyDocumentsAnswer = z.output<typeof companyDocumentsSchema>;
