import { z } from 'zod';
import { FACE_SIDES } from '../checks/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { idField } from './fields.ts';
import { ids, KINDS, ofBothKinds, routes } from './route.ts';

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

const JPEG = { 200: { description: 'The picture', type: 'image/jpeg' } };

/** Files as they came, and what people look at. */
export const pictureRoutes = {
  ...ofBothKinds((kind) => {
    const { path, prefix, tag } = KINDS[kind];
    const file = ids({ id: prefix, document_id: 'doc' });
    return routes({ tag, scope: `${kind}:read` })({
      get_Document: {
        at: `GET ${path}/{id}/documents/{document_id}`,
        summary: 'Take a file as it came',
        description: 'As an attachment, named by its id. The audit log says who took it.',
        path: file,
        answers: {
          200: { description: 'The file, of the type that the record says', type: 'application/octet-stream' },
        },
      },
      get_DocumentPage: {
        at: `GET ${path}/{id}/documents/{document_id}/pages/{page}`,
        summary: 'Look at a page of a file',
        description:
          'Upright by its own orientation, then turned by `turn`. The boxes of a record are shares of it, at any width: turn it by the `turn` that stands beside them. 409 where the file is damaged so that no picture can be made of it.',
        path: file.extend({ page: z.int().min(1).meta({ description: 'From 1' }) }),
        query: pageQuerySchema,
        invalid: 'The picture cannot be made like this. See errors.',
        answers: JPEG,
        problems: [409],
      },
    });
  }),
  ...routes({ tag: KINDS.kyc.tag, scope: 'kyc:read' })({
    getFace: {
      at: 'GET /v1/verifications/{id}/faces/{side}',
      summary: 'Look at a face that was compared',
      description:
        'With a quarter of its size around it. Where none was compared, the largest that was found; 404 where none was found, or the record was made by a version that did not keep where it is.',
      path: z.object({ id: idField('ver'), side: z.enum(FACE_SIDES) }),
      answers: JPEG,
      problems: [409],
    },
  }),
};
