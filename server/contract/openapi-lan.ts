import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { lanChangeSchema, lanSchema, newLanCertificateSchema } from './lan.ts';
import { JSON_TYPE, operation } from './openapi-operation.ts';

const tag = 'System';
const scope = 'admin';
const problems = [400, 409, 413, 415] as const;

/** How other machines of the office are served. */
export const lanPaths: ZodOpenApiPathsObject = {
  '/v1/system/lan': {
    get: operation('getLan', {
      summary: 'Whether and how other machines of the office are served',
      scope,
      tag,
      success: { 200: { description: 'As it is now; never the private key', schema: lanSchema } },
    }),
    put: operation('changeLan', {
      summary: 'Serve other machines of the office, or no longer',
      description:
        'By TLS, beside what this machine itself is served on, and at once. The first time a certificate is made. Where it cannot be listened, that is told and nothing is kept.',
      scope,
      tag,
      body: { [JSON_TYPE]: lanChangeSchema },
      success: { 200: { description: 'So it is', schema: lanSchema } },
      problems: [...problems],
    }),
  },
  '/v1/system/lan/certificate': {
    post: operation('setLanCertificate', {
      summary: 'Make a new certificate, or import one',
      description:
        'In force at once; connections that are open keep the former one. Its fingerprint is another one, for which browsers ask again.',
      scope,
      tag,
      body: { [JSON_TYPE]: newLanCertificateSchema },
      success: { 200: { description: 'It is in force', schema: lanSchema } },
      problems: [...problems],
    }),
  },
};
