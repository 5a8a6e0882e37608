import { z } from 'zod';
import { answeredTypeSchema, documentTypeSchema } from './documents.ts';
import { countryField, dateField, idField, neededNameField, textField, timeField } from './fields.ts';
import { neededNoteField } from './reviews.ts';

const filledField = textField.refine((text) => text.trim() !== '', { error: 'is empty; send the value, or null' });

/** The fields that a reviewer may correct, as typed; null: the document does not contain the field. */
const correctedFieldsSchema = z.object({
  first_name: neededNameField.nullable().exactOptional(),
  last_name: neededNameField.nullable().exactOptional(),
  id_number: filledField.nullable().exactOptional(),
  document_number: filledField.nullable().exactOptional(),
  date_of_birth: dateField.nullable().exactOptional(),
  sex: z.enum(['M', 'F', 'X']).nullable().exactOptional(),
  nationality: countryField.nullable().exactOptional(),
  expiry_date: dateField.nullable().exactOptional(),
  issue_date: dateField.nullable().exactOptional(),
  issuing_country: countryField.nullable().exactOptional(),
  place_of_birth: filledField.nullable().exactOptional(),
  address: filledField.nullable().exactOptional(),
});

export const newCorrectionSchema = z
  .object({
    document_id: idField('doc'),
    type: documentTypeSchema.exclude(['selfie']).exactOptional().meta({ description: 'The document type' }),
    fields: correctedFieldsSchema
      .default({})
      .meta({ description: 'What the document says. null: the document does not contain it' }),
    note: neededNoteField.meta({ description: 'The reason: what the picture shows' }),
  })
  .refine(({ type, fields }) => type !== undefined || Object.keys(fields).length > 0, {
    path: ['fields'],
    error: 'contains no field; send at least one field or a type',
  })
  .meta({ id: 'NewCorrection' });

/** A reviewer's corrections of one document, with the previous values. */
export const correctionSchema = z
  .object({
    id: idField('cor'),
    document_id: idField('doc'),
    type: z.object({ value: documentTypeSchema, was: answeredTypeSchema }).nullable(),
    fields: z
      .record(z.string(), z.object({ value: z.string().nullable(), was: z.string().nullable() }))
      .meta({ description: 'For each field: the value now and the value before. null: none' }),
    note: z.string(),
    corrected_by: z.string(),
    corrected_at: timeField,
  })
  .meta({ id: 'Correction' });

export type CorrectionAnswer = z.output<typeof correctionSchema>;
