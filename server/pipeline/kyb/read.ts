import { isAllRead, type KybStep } from './step.ts';

export const readStep: KybStep<'read'> = {
  name: 'read',
  isDone: isAllRead,
  run: async ({ verification }) => ({
    documents: verification.documents.map(({ id }) => ({
      document_id: id,
      decoded: false,
      pages: 0,
      source: null,
      lines: [],
      text_confidence: 0,
      engine: null,
    })),
  }),
};
