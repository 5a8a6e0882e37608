import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { idParam, operation } from './openapi-operation.ts';

const signingKeySchema = z.object({
  public_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'Ed25519, hexadecimal' }),
  fingerprint: z.string().meta({ description: 'The first 16 bytes of its SHA-256, to be compared by people' }),
});

const bundle = (id: string, kind: 'KYC' | 'KYB', prefix: 'ver' | 'kyb_ver', scope: 'kyc:read' | 'kyb:read') =>
  operation(id, {
    summary: `Take the signed evidence of a ${kind} verification`,
    description:
      'A ZIP with the record, its decision, the result of each step, its files, its entries of the audit log, the versions of policy, models, watchlists and registers, a manifest with the SHA-256 of each of these, an Ed25519 signature of the manifest, and a page that verifies all of it offline. It carries pictures and audit entries out of the appliance: the key needs `audit:read` too, and the audit log says who took it.',
    scope,
    also: 'audit:read',
    tag: 'Evidence',
    params: idParam(prefix),
    success: { 200: { description: 'The bundle', type: 'application/zip' } },
    problems: [404],
  });

/** What a verification leaves for others to check. */
export const evidencePaths: ZodOpenApiPathsObject = {
  '/v1/verifications/{id}/evidence': { get: bundle('getEvidence', 'KYC', 'ver', 'kyc:read') },
  '/v1/kyb/verifications/{id}/evidence': { get: bundle('getKybEvidence', 'KYB', 'kyb_ver', 'kyb:read') },
  '/v1/system/signing-key': {
    get: operation('getSigningKey', {
      summary: 'The public key that evidence, audit exports and checkpoints are signed by',
      scope: ['kyc:read', 'kyb:read', 'audit:read', 'admin'],
      tag: 'Evidence',
      success: { 200: { description: 'The key', schema: signingKeySchema } },
    }),
  },
};
