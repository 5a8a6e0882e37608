import { makeFinding } from '../../checks/findings.ts';
import type { KybStep } from './step.ts';

export const documentsStep: KybStep<'documents'> = {
  name: 'documents',
  run: async ({ verification }) => ({
    passed: null,
    findings: [makeFinding('check_not_run', { evidence: { step: 'documents' } })],
    documents: verification.documents.map(({ id, descriptor, type }) => ({
      document_id: id,
      descriptor,
      type,
      status: 'processed',
      matches: { name: null, registration_number: null, address: null, incorporation_date: null },
      dated: null,
      findings: [],
    })),
  }),
};
