import { z } from 'zod';
import { FACE_SIDES } from '../checks/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { idField } from './fields.ts';
import { ids, KINDS, ofBothKinds, routes } from './route.ts';

const share = z.number().min(0).max(1);
const boxFields = { x: share, y: share, width: share, height: share };
const IN_SHARES = 'in fractions of the width and height of the upright picture, from its top left corner';

/** Degrees clockwise. */
export const TURNS = [0, 90, 180, 270] as const;

const turnField = z
  .union([z.literal(90), z.literal(180), z.literal(270)])
  .meta({ description: 'Clockwise turn in degrees that makes the picture upright. Absent: none' })
  .exactOptional();

/** A box in the picture of the named file. */
export const fieldBoxSchema = z
  .object({ document_id: idField('doc'), ...boxFields, turn: turnField })
  .meta({ description: `The box around the source of a field, ${IN_SHARES}` });

export const turnedBoxSchema = z.object({ ...boxFields, turn: turnField });

const sourceSchema = z.object({
  value: z.string(),
  confidence: share,
  document_id: idField('doc'),
  box: turnedBoxSchema.meta({ description: `The box around it, ${IN_SHARES}` }).exactOptional(),
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
    fields: z.record(z.string(), boxSchema).meta({ description: 'By field of `ocr`, as read from this file' }),
    mrz: z.array(boxSchema).meta({ description: 'One for each line of the machine-readable zone' }),
    barcodes: z.array(boxSchema),
    faces: z.array(
      z.object({
        ...boxFields,
        of: z.enum(FACE_SIDES),
        compared: z.boolean().meta({ description: 'One of the two faces that `face_match` compares' }),
      }),
    ),
  })
  .meta({
    id: 'DocumentBoxes',
    description: `Positions on the first page: boxes ${IN_SHARES}. The upright picture is the picture after the document's \`turn\``,
  });

/** Fields of a document in an answer. */
export const pictureFields = {
  pages: z.int(),
  turn: z.literal(TURNS).meta({ description: 'Clockwise turn in degrees that makes its picture upright' }),
  boxes: documentBoxesSchema,
};

/** Query of a page's picture; query values are text. */
export const pageQuerySchema = z.object({
  width: z
    .enum(LIMITS.pictureWidthsPixels.map(String))
    .transform(Number)
    .meta({ type: 'integer', enum: [...LIMITS.pictureWidthsPixels], default: LIMITS.pictureWidthPixelsDefault })
    .exactOptional(),
  turn: z
    .enum(TURNS.map(String))
    .transform((text) => TURNS.find((turn) => String(turn) === text) ?? 0)
    .meta({ type: 'integer', enum: [...TURNS], default: 0, description: 'Clockwise turn in degrees' })
    .exactOptional(),
});

const JPEG = { 200: { description: 'The picture', type: 'image/jpeg' } };

/** The original files, and their pictures for viewing. */
export const pictureRoutes = {
  ...ofBothKinds((kind) => {
    const { path, prefix, tag } = KINDS[kind];
    const file = ids({ id: prefix, document_id: 'doc' });
    return routes({ tag, scope: `${kind}:read` })({
      get_Document: {
        at: `GET ${path}/{id}/documents/{document_id}`,
        summary: 'Download a file as it was sent',
        description: 'As an attachment, named by its id. The audit log records each download.',
        path: file,
        answers: {
          200: { description: 'The file, in the media type given in the record', type: 'application/octet-stream' },
        },
      },
      get_DocumentPage: {
        at: `GET ${path}/{id}/documents/{document_id}/pages/{page}`,
        summary: 'Retrieve a page of a file as a picture',
        description:
          'The page is upright by its own orientation, then turned by `turn`. The boxes of a record are fractions of the picture at any width: use the `turn` given next to them. 409 if the file is damaged and cannot be shown as a picture.',
        path: file.extend({ page: z.int().min(1).meta({ description: 'From 1' }) }),
        query: pageQuerySchema,
        invalid: 'The picture request is not valid. See errors.',
        answers: JPEG,
        problems: [409],
      },
    });
  }),
  ...routes({ tag: KINDS.kyc.tag, scope: 'kyc:read' })({
    getFace: {
      at: 'GET /v1/verifications/{id}/faces/{side}',
      summary: 'Retrieve the picture of a compared face',
      description:
        'With a margin of a quarter of its size. If no face was compared, the largest face found. 404 if no face was found, or an earlier version created the record without storing its position.',
      path: z.object({ id: idField('ver'), side: z.enum(FACE_SIDES) }),
      answers: JPEG,
      problems: [409],
    },
  }),
};
