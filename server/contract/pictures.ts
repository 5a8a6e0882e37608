import { z } from 'zod';
import { FACE_SIDES } from '../checks/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { idField } from './fields.ts';

const share = z.number().min(0).max(1);
const boxFields = { x: share, y: share, width: share, height: share };
const IN_SHARES = 'in shares of the width and height of the upright picture, from its upper left corner';

/** Degrees clockwise. */
export const TURNS = [0, 90, 180, 270] as const;

const turnField = z
  .union([z.literal(90), z.literal(180), z.literal(270)])
  .meta({ description: 'Degrees clockwise by which the picture must be turned to be upright; absent: none' })
  .exactOptional();

/** A box in the picture of a file that is named. */
export const fieldBoxSchema = z
  .object({ document_id: idField('doc'), ...boxFields, turn: turnField })
  .meta({ description: `Around what gave a field, ${IN_SHARES}` });

export const turnedBoxSchema = z.object({ ...boxFields, turn: turnField });

const sourceSchema = z.object({
  value: z.string(),
  confidence: share,
  document_id: idField('doc'),
  box: turnedBoxSchema.meta({ description: `Around it, ${IN_SHARES}` }).exactOptional(),
});

export const fieldSourcesSchema = z
  .object({
    printed: sourceSchema.exactOptional(),
    mrz: sourceSchema.exactOptional(),
    barcode: sourceSchema.exactOptional(),
    person: sourceSchema.exactOptional(),
  })
  .meta({ id: 'FieldSources' });

const boxSchema = z.object(boxFields);

export const documentBoxesSchema = z
  .object({
    fields: z
      .record(z.string(), boxSchema)
      .meta({ description: 'By the fields of `ocr`, as this file itself gave them' }),
    mrz: z.array(boxSchema).meta({ description: 'One for each line of the machine-readable zone' }),
    barcodes: z.array(boxSchema),
    faces: z.array(
      z.object({
        ...boxFields,
        of: z.enum(FACE_SIDES),
        compared: z.boolean().meta({ description: 'One of the two that the score of `face_match` is of' }),
      }),
    ),
  })
  .meta({
    id: 'DocumentBoxes',
    description: `Where things stand on the first page: boxes ${IN_SHARES}; upright is the picture after the document's \`turn\``,
  });

/** Of a document's answer. */
export const pictureFields = {
  pages: z.int(),
  turn: z.literal(TURNS).meta({ description: 'Degrees clockwise by which its picture must be turned to be upright' }),
  boxes: documentBoxesSchema,
};

/** Query of a page's picture; a query string carries text. */
export const pageQuerySchema = z.object({
  width: z
    .enum(LIMITS.pictureWidthsPixels.map(String))
    .transform(Number)
    .meta({ type: 'integer', enum: [...LIMITS.pictureWidthsPixels], default: LIMITS.pictureWidthPixelsDefault })
    .exactOptional(),
  turn: z
    .enum(TURNS.map(String))
    .transform((text) => TURNS.find((turn) => String(turn) === text) ?? 0)
    .meta({ type: 'integer', enum: [...TURNS], default: 0, description: 'Degrees clockwise' })
    .exactOptional(),
});
