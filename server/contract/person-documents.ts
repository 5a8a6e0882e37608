import { z } from 'zod';
import { createFormSchema } from './create.ts';
import { idField } from './fields.ts';
import { warningSchema } from './problem.ts';
import { statusSchema } from './status.ts';
import { documentSchema } from './verification.ts';

/** The form of `POST /v1/verifications/{id}/documents`. */
export const addedDocumentsFormSchema = createFormSchema
  .pick({ documents_meta: true, chip: true, mdoc: true, 'chip[]': true, 'mdoc[]': true })
  .extend({ 'documents[]': createFormSchema.shape['documents[]'].exactOptional() })
  .meta({ id: 'AddDocumentsForm' });

/** Its parts without the files, the JSON parsed. */
export const addedDocumentsPartsSchema = addedDocumentsFormSchema.pick({
  documents_meta: true,
  chip: true,
  mdoc: true,
});

export const addedDocumentsSchema = z
  .object({
    id: idField('ver'),
    status: statusSchema,
    documents: z.array(documentSchema),
    links: z.object({ self: z.string() }),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'AddedDocuments' });

export type AddedDocumentsAnswer = z.output<typeof addedDocumentsSchema>;
