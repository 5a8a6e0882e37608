import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { MEDIA_TYPES } from '../lib/media-type.ts';
import { applicantSchema } from './applicant.ts';
import { checksSchema, faceMatchSchema, findingSchema } from './checks.ts';
import { correctionSchema } from './corrections.ts';
import { answeredTypeSchema, documentSideSchema, expectedDocumentSchema } from './documents.ts';
import { faceChoiceSchema } from './face-choices.ts';
import { idField, jsonObject, timeField } from './fields.ts';
import { fieldBoxSchema, fieldSourcesSchema, pictureFields } from './pictures.ts';
import { reasonItemSchema } from './problem.ts';
import { assignmentSchema, reviewSchema } from './reviews.ts';
import { STATUSES, statusSchema } from './status.ts';

const mrzSchema = z.object({
  format: z.string(),
  lines: z.array(z.string()),
  valid: z.boolean(),
  check_digits: z.record(z.string(), z.boolean().nullable()),
  confidence: z.number().meta({ description: "The least sure character's, 0..1" }).exactOptional(),
  repaired: z
    .array(
      z.object({
        line: z.int(),
        column: z.int(),
        read: z.string(),
        used: z.string(),
        reason: z.enum(['alphabet', 'check_digit']),
      }),
    )
    .meta({ description: 'Characters that were not taken as they were read; lines and columns from 0' })
    .exactOptional(),
});

const barcodeSchema = z.object({ format: z.string(), kind: z.enum(['aamva', 'mrz', 'seal', 'unknown']) });

const nameFormSchema = z
  .object({
    own_script: z.string().meta({ description: 'As printed' }),
    latin: z
      .string()
      .nullable()
      .meta({ description: 'In Latin letters. null: the document has no Latin form, and none is made for its script' }),
    latin_from: z.enum(['printed', 'mrz', 'barcode', 'person', 'transliteration']).nullable().meta({
      description:
        'Where the document has the Latin form. `transliteration`: it has none; this one is made by ICAO Doc 9303 part 3 section 6 (Cyrillic) or ELOT 743 (Greek)',
    }),
  })
  .meta({ id: 'NameForm' });

/** What was read of one document type; an absent field is left out. */
export const ocrFieldsSchema = z
  .object({
    first_name: z.string().exactOptional(),
    last_name: z.string().exactOptional(),
    id_number: z.string().exactOptional(),
    document_number: z.string().exactOptional(),
    date_of_birth: z.string().exactOptional(),
    sex: z.string().exactOptional(),
    nationality: z.string().exactOptional(),
    expiry_date: z.string().exactOptional(),
    issue_date: z.string().exactOptional(),
    issuing_country: z.string().exactOptional(),
    place_of_birth: z.string().exactOptional(),
    address: z.string().exactOptional(),
    mrz: mrzSchema.exactOptional(),
    barcodes: z
      .array(barcodeSchema)
      .meta({ description: 'What kinds of barcodes were seen; a seal is not verified' })
      .exactOptional(),
    confidence: z.record(z.string(), z.number()).exactOptional(),
    name_forms: z
      .object({ last_name: nameFormSchema.exactOptional(), first_name: nameFormSchema.exactOptional() })
      .meta({ description: 'Both forms of each name that the document has in a script other than Latin' })
      .exactOptional(),
    boxes: z
      .record(z.string(), fieldBoxSchema)
      .meta({ description: 'Where each field stands: its print, its part of the zone, or its barcode' })
      .exactOptional(),
    sources: z
      .record(z.string(), fieldSourcesSchema)
      .meta({ description: 'What each source says of a field; the field itself has one of these values' })
      .exactOptional(),
  })
  .meta({ id: 'OcrFields' });

export const mediaTypeSchema = z.enum(MEDIA_TYPES);

const recordProgressSchema = z
  .object({ step: z.string(), done: z.int() })
  .nullable()
  .meta({ description: 'While it is processed: the step under way, and how many have ended' });

export const documentSchema = z
  .object({
    id: idField('doc'),
    name: z.string().nullable(),
    type: answeredTypeSchema,
    side: documentSideSchema.nullable(),
    media_type: mediaTypeSchema,
    size_bytes: z.int(),
    page: z
      .int()
      .nullable()
      .meta({ description: 'Of a PDF that was split: which of its pages this document is; the file is the whole PDF' }),
    quality: z.object({ sharpness: z.number(), brightness: z.number(), glare_share: z.number() }).nullable(),
    findings: z.array(findingSchema),
    replaced_by: idField('doc')
      .nullable()
      .meta({ description: 'A later file of the same type and side, which counts in its place' }),
    ...pictureFields,
  })
  .meta({ id: 'Document' });

/** What a record of either kind has come to. */
export const outcomeFields = {
  progress: recordProgressSchema,
  errors: z.array(reasonItemSchema).meta({ description: 'Why the record is not completed; else empty' }),
  policy_version: z.int().nullable(),
  review: reviewSchema.nullable(),
  assignment: assignmentSchema.nullable(),
  links: z.object({ self: z.string(), report: z.string().nullable() }),
};

export const verificationSchema = z
  .object({
    id: idField('ver'),
    status: statusSchema,
    livemode: z.boolean(),
    created_at: timeField,
    updated_at: timeField,
    applicant: applicantSchema,
    expected_documents: z.array(expectedDocumentSchema),
    documents: z.array(documentSchema),
    consent: z.boolean().nullable(),
    metadata: jsonObject.nullable(),
    ocr: z.record(z.string(), ocrFieldsSchema).meta({ description: 'What was read, by document type' }),
    corrections: z
      .array(correctionSchema)
      .meta({ description: 'What people corrected of what was read, oldest first' }),
    face_choices: z
      .array(faceChoiceSchema)
      .meta({ description: 'Which faces people chose to be compared, oldest first' }),
    face_match: faceMatchSchema,
    checks: checksSchema,
    ...outcomeFields,
  })
  .meta({ id: 'Verification' });

export type VerificationAnswer = z.output<typeof verificationSchema>;

/** A page of any list. */
export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), url: z.string(), has_more: z.boolean(), data: z.array(item) });

export const verificationPageSchema = pageSchema(verificationSchema).meta({ id: 'VerificationPage' });

/** Parameters of a page; a query string carries text. */
export const pageQuery = {
  limit: z
    .string()
    .refine((text) => /^[1-9]\d*$/.test(text) && Number(text) <= LIMITS.listPageMax, {
      error: `must be a whole number from 1 to ${LIMITS.listPageMax}`,
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: LIMITS.listPageMax, default: LIMITS.listPageDefault })
    .exactOptional(),
  starting_after: z.string().meta({ description: 'The page after this id, exclusive' }).exactOptional(),
  ending_before: z.string().meta({ description: 'The page just before this id, exclusive' }).exactOptional(),
};

export const listQuerySchema = z.object({
  status: z.enum(STATUSES).exactOptional(),
  assignee: z.string().meta({ description: 'Those that are given to this operator or key' }).exactOptional(),
  ...pageQuery,
});
