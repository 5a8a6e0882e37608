import { z } from 'zod';
import { ids, KINDS, ofBothKinds, routes } from './route.ts';

const signingKeySchema = z.object({
  public_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'Ed25519, hexadecimal' }),
  fingerprint: z.string().meta({ description: 'The first 16 bytes of its SHA-256, to be compared by people' }),
});

/** The reports of verifications. */
export const reportRoutes = ofBothKinds((kind) =>
  routes({ tag: KINDS[kind].tag, scope: `${kind}:read` })({
    get_Report: {
      at: `GET ${KINDS[kind].path}/{id}/report`,
      summary: `Take the report of a ${KINDS[kind].title} verification as a PDF file`,
      description:
        'What was submitted, checked and decided, with every number, list and version, to be filed. 409 before the verification has ended; it is drawn anew each time.',
      path: ids({ id: KINDS[kind].prefix }),
      answers: { 200: { description: 'The report', type: 'application/pdf' } },
      problems: [409],
    },
  }),
);

/** What a verification leaves for others to check. */
export const evidenceRoutes = {
  ...ofBothKinds((kind) =>
    routes({ tag: 'Evidence', scope: `${kind}:read` })({
      get_Evidence: {
        at: `GET ${KINDS[kind].path}/{id}/evidence`,
        summary: `Take the signed evidence of a ${KINDS[kind].title} verification`,
        description:
          'A ZIP with the record, its decision, the result of each step, its files, its entries of the audit log, the versions of policy, models, watchlists and registers, a manifest with the SHA-256 of each of these, an Ed25519 signature of the manifest, and a page that verifies all of it offline. It carries pictures and audit entries out of the appliance: the key needs `audit:read` too, and the audit log says who took it.',
        also: 'audit:read',
        path: ids({ id: KINDS[kind].prefix }),
        answers: { 200: { description: 'The bundle', type: 'application/zip' } },
      },
    }),
  ),
  ...routes({ tag: 'Evidence' })({
    getSigningKey: {
      at: 'GET /v1/system/signing-key',
      summary: 'The public key that evidence, audit exports and checkpoints are signed by',
      scope: ['kyc:read', 'kyb:read', 'audit:read', 'admin'],
      answers: { 200: { description: 'The key', schema: signingKeySchema } },
    },
  }),
};
