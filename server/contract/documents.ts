import { z } from 'zod';
import { fileNameField } from './fields.ts';

const DOCUMENT_TYPES = [
  'national_id',
  'selfie',
  'passport',
  'driving_license',
  'residence_permit',
  'proof_of_address',
  'other',
] as const;
const DOCUMENT_SIDES = ['front', 'back'] as const;

/** About files that are sent. */
export const NOT_HEIC =
  'HEIC, HEIF and AVIF are refused (415 heic_unsupported) because the appliance has no HEVC decoder, which HEIC needs. Save these pictures as JPEG. An iPhone takes JPEG pictures with the setting Camera, Formats, Most Compatible.';

export const documentTypeSchema = z.enum(DOCUMENT_TYPES).meta({ id: 'DocumentType' });
export const documentSideSchema = z.enum(DOCUMENT_SIDES).meta({ id: 'DocumentSide' });
/** A type in an answer: `unknown` until it is recognised from the content. */
export const answeredTypeSchema = z.enum([...DOCUMENT_TYPES, 'unknown']);

export const docItemSchema = z
  .object({
    name: fileNameField.exactOptional(),
    type: documentTypeSchema,
    side: documentSideSchema.exactOptional(),
    split: z.boolean().exactOptional().meta({
      description:
        'true: the file is a PDF with two pages of one identity document. Each page becomes a document of the record, as if sent as a separate file, and counts as one of the allowed files. `side` is the side of the first page. The second page is the other side. Without split, a PDF with two pages is refused (400 pdf_page_count)',
    }),
  })
  .meta({ id: 'DocItem' });

export const documentsMetaSchema = z.object({ items: z.array(docItemSchema).exactOptional() }).meta({
  id: 'DocumentsMeta',
  description: 'Describes each file, in the same order and number as the documents[] parts.',
});

export const expectedDocumentSchema = z
  .object({ type: answeredTypeSchema, sides: z.array(documentSideSchema).exactOptional() })
  .meta({ id: 'ExpectedDocument' });
