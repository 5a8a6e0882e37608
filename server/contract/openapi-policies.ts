import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { idParam, JSON_TYPE, operation } from './openapi-operation.ts';
import {
  newPolicySchema,
  newPreviewSchema,
  policyPageSchema,
  policyQuerySchema,
  policySchema,
  policySettingsSchema,
  previewSchema,
} from './policies.ts';

const TAG = 'Policy';
const READ = ['kyc:read', 'kyb:read', 'audit:read', 'admin'] as const;

export const policyPaths: ZodOpenApiPathsObject = {
  '/v1/policies': {
    get: operation('listPolicies', {
      summary: 'List the versions of the policy, newest first',
      scope: READ,
      tag: TAG,
      params: { query: policyQuerySchema },
      success: { 200: { description: 'One page', schema: policyPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
    post: operation('changePolicy', {
      summary: 'Put a new version of the policy in force',
      description:
        'What is being worked on ends under the version that it began with. A version that has come in between is answered 409.',
      scope: 'admin',
      tag: TAG,
      body: { [JSON_TYPE]: newPolicySchema },
      success: { 201: { description: 'The new version', schema: policySchema, headers: ['Location'] } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/policies/current': {
    get: operation('getCurrentPolicy', {
      summary: 'Retrieve the policy in force',
      scope: READ,
      tag: TAG,
      success: { 200: { description: 'The version in force', schema: policySchema } },
    }),
  },
  '/v1/policies/settings': {
    get: operation('listPolicySettings', {
      summary: 'What can be set in the policy: bounds, defaults, values in force, and what it means',
      scope: READ,
      tag: TAG,
      success: { 200: { description: 'Every setting', schema: policySettingsSchema } },
    }),
  },
  '/v1/policies/preview': {
    post: operation('previewPolicy', {
      summary: 'Count how many stored records would have a hit at each threshold',
      description:
        'The answer comes at once; the records are searched for, one after the other, while everything else goes on. One preview runs at a time: another one ends it. Nothing is stored.',
      scope: 'admin',
      tag: TAG,
      body: { [JSON_TYPE]: newPreviewSchema },
      success: { 202: { description: 'It runs', schema: previewSchema, headers: ['Location'] } },
      problems: [400, 413, 415, 503],
    }),
  },
  '/v1/policies/preview/{id}': {
    get: operation('getPolicyPreview', {
      summary: 'How far a preview has come, and what it has counted',
      scope: 'admin',
      tag: TAG,
      params: idParam('ppv'),
      success: { 200: { description: 'The preview', schema: previewSchema } },
      problems: [404],
    }),
  },
  '/v1/policies/{version}': {
    get: operation('getPolicy', {
      summary: 'Retrieve one version of the policy',
      scope: READ,
      tag: TAG,
      params: { path: z.object({ version: z.string().meta({ type: 'integer', minimum: 1 }) }) },
      success: { 200: { description: 'The version', schema: policySchema } },
      problems: [404],
    }),
  },
};
