import { z } from 'zod';
import { idField, timeField } from './fields.ts';
import { turnedBoxSchema } from './pictures.ts';
import { neededNoteField } from './reviews.ts';

export const newFaceChoiceSchema = z
  .object({
    document_id: idField('doc'),
    face: z.int().min(0).nullable().meta({
      description: "Its index in the document's `boxes.faces`, from 0. null: the appliance chooses the face again",
    }),
    note: neededNoteField.meta({ description: 'The reason: what the picture shows' }),
  })
  .meta({ id: 'NewFaceChoice' });

/** A reviewer's choice of the face of a file to compare. */
export const faceChoiceSchema = z
  .object({
    id: idField('fch'),
    document_id: idField('doc'),
    box: turnedBoxSchema
      .nullable()
      .meta({ description: 'The box around the face. null: the appliance chooses the face again' }),
    in_force: z.boolean().meta({ description: 'For each document, the newest choice counts' }),
    note: z.string(),
    chosen_by: z.string(),
    chosen_at: timeField,
  })
  .meta({ id: 'FaceChoice' });

export type FaceChoiceAnswer = z.output<typeof faceChoiceSchema>;
