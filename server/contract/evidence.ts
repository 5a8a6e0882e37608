import { z } from 'zod';
import { ids, KINDS, ofBothKinds, routes } from './route.ts';

const signingKeySchema = z.object({
  public_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'Ed25519, hexadecimal' }),
  fingerprint: z.string().meta({ description: 'The first 16 bytes of its SHA-256, for people to compare' }),
});

/** The reports of verifications. */
export const reportRoutes = ofBothKinds((kind) =>
  routes({ tag: KINDS[kind].tag, scope: `${kind}:read` })({
    get_Report: {
      at: `GET ${KINDS[kind].path}/{id}/report`,
      summary: `Download the report of a ${KINDS[kind].title} verification as a PDF file`,
      description:
        'For your files: what was submitted, checked and decided, with every number, list and version. 409 before the verification has ended. Each request creates the report again.',
      path: ids({ id: KINDS[kind].prefix }),
      answers: { 200: { description: 'The report', type: 'application/pdf' } },
      problems: [409],
    },
  }),
);

/** Evidence bundles, which others can check. */
export const evidenceRoutes = {
  ...ofBothKinds((kind) =>
    routes({ tag: 'Evidence', scope: `${kind}:read` })({
      get_Evidence: {
        at: `GET ${KINDS[kind].path}/{id}/evidence`,
        summary: `Download the signed evidence of a ${KINDS[kind].title} verification`,
        description:
          'A ZIP file with the record, its decision, the result of each step, its files and its audit log entries. It also contains the versions of the policy, models, watchlists and registers. A manifest holds the SHA-256 of each part and has an Ed25519 signature. An included page verifies everything offline. The bundle contains pictures and audit entries, so the key also needs `audit:read`. The audit log records each download.',
        also: 'audit:read',
        path: ids({ id: KINDS[kind].prefix }),
        answers: { 200: { description: 'The bundle', type: 'application/zip' } },
      },
    }),
  ),
  ...routes({ tag: 'Evidence' })({
    getSigningKey: {
      at: 'GET /v1/system/signing-key',
      summary: 'Retrieve the public key for the signatures of evidence, audit exports and checkpoints',
      scope: ['kyc:read', 'kyb:read', 'audit:read', 'admin'],
      answers: { 200: { description: 'The key', schema: signingKeySchema } },
    },
  }),
};
