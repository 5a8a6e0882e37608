import { z } from 'zod';
import { consentField } from './create.ts';
import { answeredTypeSchema, documentSideSchema, NOT_HEIC } from './documents.ts';
import { findingSchema } from './finding.ts';
import { TURNS } from './pictures.ts';
import { routes } from './route.ts';
import { mediaTypeSchema } from './verification.ts';

/** The parts of `POST /v1/documents/inspect` without the file. */
export const inspectPartsSchema = z.object({ consent: consentField.exactOptional() });

export const inspectFormSchema = inspectPartsSchema
  .extend({
    'documents[]': z
      .string()
      .meta({ format: 'binary', description: `One JPEG, PNG, WebP, TIFF or PDF file, at most 15 MB. ${NOT_HEIC}` }),
  })
  .meta({
    id: 'InspectDocumentForm',
    description: 'If consent is missing or false, the appliance does not search for faces.',
  });

export const inspectionSchema = z
  .object({
    object: z.literal('document_inspection'),
    media_type: mediaTypeSchema,
    bytes: z.int(),
    width: z
      .int()
      .nullable()
      .meta({ description: 'The size in pixels as a viewer shows it. null: the file cannot be decoded' }),
    height: z.int().nullable(),
    pages: z.int().nullable(),
    turn: z.literal(TURNS).meta({ description: 'Clockwise turn in degrees that makes it upright' }),
    type: answeredTypeSchema,
    side: documentSideSchema.nullable(),
    sure: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'How reliable type is: for ranking, not a probability. 0 if the type is unknown' }),
    findings: z.array(findingSchema).meta({ description: 'The problems of the picture, as in a record' }),
    complete: z.boolean().meta({ description: 'false: the time ran out before every search ended' }),
  })
  .meta({ id: 'DocumentInspection' });

export type InspectionAnswer = z.output<typeof inspectionSchema>;

/** Inspection of a file before it is submitted. */
export const inspectRoutes = routes({ tag: 'Verifications', scope: 'kyc:write' })({
  inspectDocument: {
    at: 'POST /v1/documents/inspect',
    summary: 'Inspect a file before you send it',
    description:
      'Returns the detected type and the problems of the picture within ten seconds. Nothing is stored, and no record is created.',
    counts: 'inspections',
    form: inspectFormSchema,
    answers: { 200: { description: 'What was found', schema: inspectionSchema } },
  },
});
