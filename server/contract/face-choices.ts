import { z } from 'zod';
import { idField, timeField } from './fields.ts';
import { turnedBoxSchema } from './pictures.ts';
import { neededNoteField } from './reviews.ts';

export const newFaceChoiceSchema = z
  .object({
    document_id: idField('doc'),
    face: z.int().min(0).nullable().meta({
      description:
        "Its place in the document's `boxes.faces`, from 0; null: the one that the appliance itself takes is compared again",
    }),
    note: neededNoteField.meta({ description: 'Why: what the picture shows' }),
  })
  .meta({ id: 'NewFaceChoice' });

/** A person's word on which face of a file is compared. */
export const faceChoiceSchema = z
  .object({
    id: idField('fch'),
    document_id: idField('doc'),
    box: turnedBoxSchema
      .nullable()
      .meta({ description: 'Around the face. null: the appliance takes one itself again' }),
    in_force: z.boolean().meta({ description: 'Of each document the newest counts' }),
    note: z.string(),
    chosen_by: z.string(),
    chosen_at: timeField,
  })
  .meta({ id: 'FaceChoice' });

export type FaceChoiceAnswer = z.output<typeof faceChoiceSchema>;
