import { Router } from 'express';
import type { OpenApiDocument } from '../contract/openapi.ts';
import { LIMITS } from '../lib/limits.ts';
import { constantAnswer } from './constant-answer.ts';
import { perAddressLimit } from './rate-limit.ts';
import { addRoute } from './route.ts';

/** `GET /v1/openapi.json`. It holds no data, so it needs no key. */
export function openapiRouter(document: () => OpenApiDocument): Router {
  const router = Router();
  const limit = perAddressLimit('requests for the OpenAPI document', LIMITS.referenceRequestsPerMinute);
  const answer = constantAnswer('application/json', () => JSON.stringify(document()));
  addRoute(router, '/v1/openapi.json', { get: [limit, answer] });
  return router;
}
