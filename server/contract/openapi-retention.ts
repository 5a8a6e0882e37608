import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { idParam, JSON_TYPE, operation } from './openapi-operation.ts';
import {
  biometricsErasedSchema,
  certificateSchema,
  purgeRequestSchema,
  purgeSchema,
  retentionChangeSchema,
  retentionSchema,
} from './retention.ts';

const tag = 'Retention';

interface Kind {
  path: string;
  prefix: string;
  /** Of operation ids. */
  name: string;
  scope: 'kyc' | 'kyb';
}

/** `DELETE` on the record itself. */
export function eraseOperation({ prefix, name }: Pick<Kind, 'prefix' | 'name'>) {
  return operation(`erase${name}`, {
    summary: 'Erase a verification for good',
    description:
      'Destroys its key, its rows and its files. From then on reading it, or replaying its Idempotency-Key, is 404 `erased`; the signed certificate stays. 409 while it is worked on or on legal hold. What was interrupted is finished by asking again, or by the next start.',
    scope: 'admin',
    tag,
    params: idParam(prefix),
    success: { 200: { description: 'The certificate', schema: certificateSchema } },
    problems: [404, 409],
  });
}

function pathsOf({ path, prefix, name, scope }: Kind): ZodOpenApiPathsObject {
  const params = idParam(prefix);
  return {
    [`${path}/{id}/erasure`]: {
      get: operation(`get${name}Erasure`, {
        summary: 'The certificate of an erased verification',
        scope: `${scope}:read`,
        tag,
        params,
        success: { 200: { description: 'The certificate', schema: certificateSchema } },
        problems: [404],
      }),
    },
    [`${path}/{id}/retention`]: {
      get: operation(`get${name}Retention`, {
        summary: 'How long a verification is kept',
        scope: `${scope}:read`,
        tag,
        params,
        success: { 200: { description: 'What is set, and when it is due', schema: retentionSchema } },
        problems: [404],
      }),
      post: operation(`set${name}Retention`, {
        summary: 'Tell when the relationship ended, or hold a verification for a legal reason',
        description: 'What is left out stays as it is. A legal hold is set and lifted with the scope admin alone.',
        scope: `${scope}:write`,
        tag,
        params,
        body: { [JSON_TYPE]: retentionChangeSchema },
        success: { 200: { description: 'What is set now', schema: retentionSchema } },
        problems: [404, 413, 415],
      }),
    },
    [`${path}/{id}/erase-biometrics`]: {
      post: operation(`erase${name}Biometrics`, {
        summary: 'Erase the templates of faces ahead of the rest',
        description: 'Their own key is destroyed. The pictures stay. 409 on legal hold.',
        scope: 'admin',
        tag,
        params,
        success: { 200: { description: 'How many there were', schema: biometricsErasedSchema } },
        problems: [404, 409],
      }),
    },
    [`${path}/{id}/export`]: {
      get: operation(`export${name}`, {
        summary: 'Everything that is held about the subject of a verification (ZIP)',
        description:
          '`export.json`: the record and all rows that belong to it, notes, alerts and decisions among them, its events, deliveries and entries of the audit log; `files/`: the files as they came.',
        scope: 'admin',
        tag,
        params,
        success: { 200: { description: 'The archive', type: 'application/zip' } },
        problems: [404],
      }),
    },
  };
}

/** How long records are kept, and how they go. */
export const retentionPaths: ZodOpenApiPathsObject = {
  ...pathsOf({ path: '/v1/verifications', prefix: 'ver', name: 'Verification', scope: 'kyc' }),
  ...pathsOf({ path: '/v1/kyb/verifications', prefix: 'kyb_ver', name: 'KybVerification', scope: 'kyb' }),
  '/v1/retention/purge': {
    post: operation('purge', {
      summary: 'Erase what has been kept as long as it may be',
      description:
        'Of the mode of whoever asks. Records on legal hold are never due. The appliance does it by itself once a day. 409 where the clock of the machine is in doubt.',
      scope: 'admin',
      tag,
      body: { [JSON_TYPE]: purgeRequestSchema },
      success: { 200: { description: 'What was due, and what was erased', schema: purgeSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
};
