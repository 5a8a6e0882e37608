import { z } from 'zod';
import { findingSchema } from './checks.ts';
import { consentField } from './create.ts';
import { answeredTypeSchema, documentSideSchema, NOT_HEIC } from './documents.ts';
import { TURNS } from './pictures.ts';
import { routes } from './route.ts';
import { mediaTypeSchema } from './verification.ts';

/** The parts of `POST /v1/documents/inspect` apart from the file. */
export const inspectPartsSchema = z.object({ consent: consentField.exactOptional() });

export const inspectFormSchema = inspectPartsSchema
  .extend({
    'documents[]': z
      .string()
      .meta({ format: 'binary', description: `One JPEG, PNG, WebP, TIFF or PDF file, at most 15 MB. ${NOT_HEIC}` }),
  })
  .meta({
    id: 'InspectDocumentForm',
    description: 'Without consent, or where it is false, no face is looked for.',
  });

export const inspectionSchema = z
  .object({
    object: z.literal('document_inspection'),
    media_type: mediaTypeSchema,
    bytes: z.int(),
    width: z.int().nullable().meta({ description: 'Pixels as a viewer shows it; null: nothing of it can be decoded' }),
    height: z.int().nullable(),
    pages: z.int().nullable(),
    turn: z.literal(TURNS).meta({ description: 'Degrees clockwise by which it must be turned to be upright' }),
    type: answeredTypeSchema,
    side: documentSideSchema.nullable(),
    sure: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'How far type can be trusted: an order, no probability; 0 where it is unknown' }),
    findings: z.array(findingSchema).meta({ description: 'What is wrong with the picture, as a record would say' }),
    complete: z.boolean().meta({ description: 'false: something could not be looked for in time' }),
  })
  .meta({ id: 'DocumentInspection' });

export type InspectionAnswer = z.output<typeof inspectionSchema>;

/** A look at a file before it is sent. */
export const inspectRoutes = routes({ tag: 'Verifications', scope: 'kyc:write' })({
  inspectDocument: {
    at: 'POST /v1/documents/inspect',
    summary: 'Look at a file before it is sent',
    description:
      'Tells what it is taken for and what is wrong with its picture, within ten seconds. Nothing of it is kept, and no record is made.',
    counts: 'inspections',
    form: inspectFormSchema,
    answers: { 200: { description: 'What was found', schema: inspectionSchema } },
  },
});
