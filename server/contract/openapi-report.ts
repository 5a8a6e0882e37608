import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { idParam, operation } from './openapi-operation.ts';

const report = (id: string, kind: 'KYC' | 'KYB', prefix: 'ver' | 'kyb_ver', scope: 'kyc:read' | 'kyb:read') =>
  operation(id, {
    summary: `Take the report of a ${kind} verification as a PDF file`,
    description:
      'What was submitted, checked and decided, with every number, list and version, to be filed. 409 before the verification has ended; it is drawn anew each time.',
    scope,
    tag: kind === 'KYC' ? 'Verifications' : 'KYB verifications',
    params: idParam(prefix),
    success: { 200: { description: 'The report', type: 'application/pdf' } },
    problems: [404, 409, 503],
  });

/** The reports of verifications. */
export const reportPaths: ZodOpenApiPathsObject = {
  '/v1/verifications/{id}/report': { get: report('getReport', 'KYC', 'ver', 'kyc:read') },
  '/v1/kyb/verifications/{id}/report': { get: report('getKybReport', 'KYB', 'kyb_ver', 'kyb:read') },
};
