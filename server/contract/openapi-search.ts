import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE, operation } from './openapi-operation.ts';
import {
  assigneePageSchema,
  searchCountsRequestSchema,
  searchCountsSchema,
  searchRequestSchema,
  searchSchema,
} from './search.ts';

const TAG = 'Search';

/** The queue of records that people work through. */
export const searchPaths: ZodOpenApiPathsObject = {
  '/v1/search': {
    post: operation('searchRecords', {
      summary: 'Search verifications of people and companies',
      description:
        'Whoever may read one kind alone sees that kind alone. Conditions stand in the body, so that no name is in an address.',
      scope: ['kyc:read', 'kyb:read'],
      tag: TAG,
      body: { [JSON_TYPE]: searchRequestSchema },
      success: { 200: { description: 'One page', schema: searchSchema } },
      problems: [400, 413, 415],
    }),
  },
  '/v1/search/counts': {
    post: operation('countRecords', {
      summary: 'Count what a search finds, by state, kind and reason',
      scope: ['kyc:read', 'kyb:read'],
      tag: TAG,
      body: { [JSON_TYPE]: searchCountsRequestSchema },
      success: { 200: { description: 'The counts', schema: searchCountsSchema } },
      problems: [400, 413, 415],
    }),
  },
  '/v1/assignees': {
    get: operation('listAssignees', {
      summary: 'Operators to whom a verification can be given for review, by name',
      scope: ['kyc:review', 'kyb:review'],
      tag: TAG,
      success: { 200: { description: 'All who may review', schema: assigneePageSchema } },
    }),
  },
};
